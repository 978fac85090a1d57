"""A stack of shell programs, to try the supervisor on: `python -m tests.stack.shells a='sleep 9'`.

They are started in the order of the arguments, and stopped in the reverse of it.
"""

import sys

from config.stack import account, leftovers
from config.stack.run import supervised
from config.stack.service import Service
from config.stack.state import State, default_folder
from config.stack.supervisor import Supervisor
from config.stack.wakeups import Wakeups


def main() -> int:
    wakeups, state = Wakeups(), State(default_folder())
    state.prepare(account.for_servers())
    with state.held():
        leftovers.end(state)
        supervisor = Supervisor(state, wakeups, command="shells", url=None)

        def work() -> int:
            for stage, argument in enumerate(sys.argv[1:]):
                name, _, program = argument.partition("=")
                supervisor.bring_up(_service(state, name, program, stage))
            supervisor.declare_complete()
            supervisor.watch()
            return 0

        return supervised(supervisor, work)


def _service(state: State, name: str, program: str, stage: int) -> Service:
    return Service(
        name=name,
        command=["/bin/sh", "-c", f": {state.folder}/; {program}"],
        environment={"PATH": "/usr/bin:/bin"},
        folder=state.folder,
        log=state.log(name),
        is_ready=lambda: True,
        stage=stage,
        grace=1.0,
    )


if __name__ == "__main__":
    sys.exit(main())
