"""Whether a log goes the way every game goes: who commits, reveals and deals, and when."""

from herdbook.verifying.known_events import (
    DEALT,
    EVERYWHERE,
    FILLING,
    MOVES,
    OTHERS,
    QUIET,
    REVEALS,
    SET,
)
from herdbook.verifying.verifier import File, expect, stored


def check_course(replay: File) -> str:
    """Check that seats are filled, then entropy is revealed, then dealt, once for each round."""
    ruleset, early = replay["ruleset"], FILLING | REVEALS
    moves, others = MOVES.get(ruleset), OTHERS.get(ruleset)
    taken, awaited, started, moved, before = set[int](), False, False, True, ""
    hands: list[list[int]] = []
    for version, event in stored(replay):
        kind, seat, where = event["type"], event.get("seat"), f"event {version}"
        expect((version == 1) == (kind == "GameCreated"), f"No game begins like that: {where}.")
        is_known = moves is None or others is None or kind in early | EVERYWHERE | moves | others
        expect(is_known, f"There is no {kind} in {ruleset}: {where}.")
        in_place = kind in EVERYWHERE or (kind in early) != started
        expect(
            in_place, f"There is no {kind} {'behind' if started else 'before'} the start: {where}."
        )
        expect(before != "GameStarted" or kind == DEALT, f"No deal follows the start: {where}.")
        if kind == "SeatTaken":
            expect(seat not in taken, f"The seat was taken before: {where}.")
            taken.add(seat)
        elif kind == "SeatLeft":
            taken.discard(seat)
            awaited = False
        elif kind in REVEALS:
            expect(len(taken) == replay["seats"], f"Not every seat was held: {where}.")
            expect(awaited or kind == "RevealsAwaited", f"Nobody had asked for it: {where}.")
            awaited = True
        elif kind == "GameStarted":
            expect(not started, f"The game had started before: {where}.")
            started = True
        elif kind == DEALT:
            expect(moved, f"It was dealt again without a move in between: {where}.")
            moved, hands = False, event.get("hands", [])
        elif kind == "RoundEnded":
            moved = moved or _was_dealt(event, hands, replay["pack"])
        moved = moved or (kind != "DealSealed" and kind in (moves or {kind}) and kind != DEALT)
        before = kind
    return "Seats were held, entropy was revealed and cards were dealt in this order."


def check_undos(replay: File) -> None:
    """Check that nothing was undone by which somebody was shown a card, nor a shuffle."""
    ruleset, told = replay["ruleset"], list[tuple[int, str]]()
    of_rules = MOVES.get(ruleset, set[str]()) | OTHERS.get(ruleset, set[str]())
    for version, event in stored(replay):
        if event["type"] == "MoveUndone":
            to_version = event["to_version"]
            back = [kind for at, kind in told if at > to_version]
            expect(0 < to_version < version, f"The game cannot go back so far: event {version}.")
            fits = set(back) <= QUIET.get(ruleset, set())
            expect(fits, f"What was undone had shown somebody something: event {version}.")
        elif event["type"] in of_rules:
            told.append((version, event["type"]))


def _was_dealt(ended: File, hands: list[list[int]], pack: list[str]) -> bool:
    """Answer whether a round ended with its deal: a hand with a set in it wins by itself."""
    cards: list[int] = ended.get("cards") or []
    winner: int | None = ended.get("winner")
    if winner is None or not set(cards) <= set(hands[winner]):
        return False
    parts = [pack[card].split(".") for card in cards]
    return len({group for group, _ in parts}) == 1 and {part[0] for _, part in parts} == SET
