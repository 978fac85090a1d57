"""Faults in the middle of the command path: fail-points before and after each step."""

from typing import get_args

from tests.faults.breaking import Doing, Scene, fault
from tests.faults.orders import Action, FailPoint, Step, When


def _fail_point(step: Step, when: When, action: Action) -> Doing:
    def do(scene: Scene) -> None:
        share = 0.1 if action == "exit" else 0.25
        point = FailPoint(
            step=step,
            when=when,
            action=action,
            share=share,
            seconds=scene.rng.uniform(0.2, 1.5),
        )
        scene.children.orders.set_fail_point(point)
        try:
            scene.idle(scene.lasts(1.5, 5))
        finally:
            scene.children.orders.set_fail_point(None)

    return do


for _step in get_args(Step):
    for _when in get_args(When):
        for _action in get_args(Action):
            fault(f"{_action}-{_when}-{_step}", f"{_action} {_when} the step {_step}")(
                _fail_point(_step, _when, _action)
            )
