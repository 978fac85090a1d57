"""Starts and watches the servers and our own processes: `make run` and `make test`.

    python -m config.stack run               PostgreSQL, Valkey, migrations, web, workers, beat
    python -m config.stack servers           PostgreSQL and Valkey alone
    python -m config.stack test -- -k mow    PostgreSQL and Valkey, then pytest
    python -m config.stack exec -- COMMAND   a command with the environment of the running stack
    python -m config.stack status            a table of what runs

This is for development, tests and trying things out. A server for the public runs the same
processes under its own service manager, with a PostgreSQL and a broker of its own.

Everything lies in one state folder (`state.py` says where; HERDBOOK_DATA overrides):

    lock              held by the living supervisor
    processes.json    what runs, readable by everybody: see `state.Snapshot`
    ports.json        the ports chosen at the first start, kept for the next ones
    secrets.json      passwords and the secret key, 0600
    log/              one file for each service
    pg18/             the cluster; its name carries PostgreSQL's major version
    valkey/           the broker's append-only file and configuration
    binaries/         copies of the servers, if their account cannot reach the installed ones
    scratch/          short-lived state folders of end-to-end tests
    worker-2/         state folder of the servers of the second worker of the tests, and so on

The modules, from the ground up: console, account, state, credentials, ports, binaries;
processes, service, wakeups, supervisor, leftovers; postgres, valkey, wiring, embedded, ours; run,
workers, testing, inside, status. `fresh` is apart: it tries the README's commands in a minimal Debian.
"""
