"""Moves as a player may send them: the list of legal ones is exact, and each has one text."""

import random
from functools import cache

from games.engine.chance import RandomChance
from games.engine.errors import IllegalMoveError, MalformedMoveError
from games.engine.ruleset import Move, State
from games.engine.seats import Seat
from tests.rules.contract.codec import encoded
from tests.rules.contract.codes import WORD
from tests.rules.contract.games import Game, Plan, play
from tests.rules.contract.subject import Subject

# Words that are tried in every place of a move where a word or a number stands.
_NUMBERS = [str(number) for number in range(-1, 23)]
_GARBAGE = ["", " ", "é", "٣", "\uff17", "NaN", "\x00", "9" * 5_000, "{}", ">", "@", ":", "\ud800"]
_COMMITS = 8


def check_legal_moves(subject: Subject, plan: Plan) -> None:
    """Every listed move is accepted, every other refused, and a refusal changes nothing."""
    game = play(subject, plan)
    for number in game.some_commits(_COMMITS):
        for seat in game.seats:
            _check_exact(game, game.before(number + 1), seat, game.where(seat, number))


def check_move_texts(subject: Subject, plan: Plan) -> None:
    """A text is a move in its one form, or refused as malformed."""
    parse = subject.ruleset.parse_move
    rng = random.Random(plan.seed)
    known = known_moves(subject)
    for text, move in known.items():
        assert str(move) == text, f"{text!r} is read as the move {str(move)!r}"
        assert parse(text) == move, f"{text!r} is read as two different moves"
    every = [str(move) for move in subject.ruleset.every_move()]
    assert len(set(every)) == len(every), "a move is listed twice among all moves"
    assert known.keys() <= set(every), f"{[*known.keys() - set(every)]} are not among all moves"
    for text in every:
        assert str(parse(text)) == text, f"{text!r} is among all moves and cannot be read"
    for text in _damaged(rng.sample(sorted(known), min(8, len(known))), rng):
        try:
            move = parse(text)
        except MalformedMoveError:
            continue
        assert str(move) == text, f"{text!r} is read as the move {str(move)!r}"


@cache
def known_moves(subject: Subject) -> dict[str, Move]:
    """Return every well-formed move that some games bring up, or a change of one word in one."""
    texts = {
        str(move)
        for seats in subject.ruleset.seat_counts
        for seed in range(3)
        for move in _moves_of(play(subject, Plan(seats=seats, seed=seed, moves=60)))
    }
    words = {word for text in texts for word in WORD.findall(text)}
    words |= {*subject.ruleset.pack.code_of, *_NUMBERS}
    for text in sorted(texts):
        for place in WORD.finditer(text):
            texts |= {text[: place.start()] + word + text[place.end() :] for word in words}
    return {text: move for text in sorted(texts) if (move := _read(subject, text)) is not None}


def refused_moves(subject: Subject, state: State, seat: Seat, rng: random.Random) -> list[Move]:
    """Return a few moves that the seat may not make now."""
    ruleset = subject.ruleset
    allowed = {*ruleset.legal_moves(state, seat), *ruleset.free_moves(state, seat)}
    known = known_moves(subject)
    sample = rng.sample(list(known.values()), min(6, len(known)))
    return [move for move in sample if move not in allowed]


def _check_exact(game: Game, state: State, seat: Seat, where: str) -> None:
    ruleset = game.subject.ruleset
    lists = ruleset.legal_moves(state, seat), ruleset.free_moves(state, seat)
    listed = {str(move): move for moves in lists for move in moves}
    assert len(listed) == len(lists[0]) + len(lists[1]), f"{where}: a move is listed twice"
    again = ruleset.legal_moves(state, seat), ruleset.free_moves(state, seat)
    assert lists == again, f"{where}: the lists of moves change from call to call"
    untouched = encoded(state)
    for text, move in {**known_moves(game.subject), **listed}.items():
        accepted = _is_accepted(game, state, seat, move)
        assert encoded(state) == untouched, f"{where}: decide changes the state for {text}"
        assert accepted or text not in listed, f"{where}: {text} is listed and refused"
        assert not accepted or text in listed, f"{where}: {text} is accepted and not listed"


def _is_accepted(game: Game, state: State, seat: Seat, move: Move) -> bool:
    try:
        events = game.subject.ruleset.decide(state, seat, move, RandomChance(random.Random(0)))
    except IllegalMoveError:
        return False
    assert events, f"{move} is accepted and leaves no event"
    return True


def _moves_of(game: Game) -> list[Move]:
    ruleset = game.subject.ruleset
    return [
        move
        for commit in game.commits
        for seat in game.seats
        for moves in (
            ruleset.legal_moves(commit.after, seat),
            ruleset.free_moves(commit.after, seat),
        )
        for move in moves
    ]


def _read(subject: Subject, text: str) -> Move | None:
    try:
        move: Move = subject.ruleset.parse_move(text)
    except MalformedMoveError:
        return None
    return move


def _damaged(texts: list[str], rng: random.Random) -> list[str]:
    damaged = [*_GARBAGE]
    for text in texts:
        at = rng.randrange(len(text) + 1)
        damaged += [text.lower(), text.upper(), f" {text}", f"{text}\n", text + text, f"0{text}"]
        damaged += [text[:at] + junk + text[at:] for junk in _GARBAGE]
        damaged += [text[:at] + text[at + 1 :], text.replace(">", ">0"), text.replace("@", "@0")]
    return damaged
