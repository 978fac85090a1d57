"""What a ruleset provides. All of it is pure; one folder in `games/rules` implements it."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, Literal, Self, TypeVar

import msgspec

from games.engine.cards import Pack
from games.engine.chance import Chance
from games.engine.decisions import Decision
from games.engine.errors import BadOptionsError, names_unknown_field, reason_and_pointer
from games.engine.events import Event
from games.engine.observation import Observation
from games.engine.outcome import Outcome
from games.engine.plans.terms import Terms
from games.engine.seats import Seat
from games.engine.signs.witness import Witness


class Move(msgspec.Struct, frozen=True):
    """What a seat asks the rules for. `str(move)` is its one text form."""


class State(msgspec.Struct):
    """The whole truth of a ruleset, folded from events; never leaves the server.

    Compact (small integers and lists) and cheap to copy; changed by `evolve` and by the fast
    path `advance` only. As a struct of JSON values it is its own snapshot codec.
    """

    def copy(self) -> Self:
        """Return an independent copy."""
        raise NotImplementedError  # abstract: the metaclass of a Struct leaves no room for ABC's


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of a ruleset's options; each field has a default, bounds and a description."""

    first_seat: Annotated[
        Annotated[int, msgspec.Meta(ge=0)] | Literal["random"],
        msgspec.Meta(description="The seat that deals or begins first; resolved at the start."),
    ] = 0


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
O = TypeVar("O", bound=Options)  # noqa: E741 - the third of S, M, O


class Ruleset(ABC, Generic[S, M, O]):
    """The rules of one card game."""

    slug: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    seat_counts: ClassVar[range]
    pack: ClassVar[Pack]
    kinds: ClassVar[tuple[str, ...]]
    """The kinds of decision there are."""
    move_grammar: ClassVar[Mapping[str, str]]
    """Each form of a move, with what it means."""
    state_type: ClassVar[type[State]]
    options_type: ClassVar[type[Options]]
    event_types: ClassVar[tuple[type[Event], ...]]
    observation_type: ClassVar[type[Observation]]
    terms: ClassVar[Terms[Any, Any]] = Terms()
    """What standing orders may speak of, beside the table and the texts of moves."""
    witness: ClassVar[type[Witness[Any, Any]]] = Witness
    """Who measures in a game that is over whether moves helped other seats."""

    # --- a game from its first card to its last ---

    @abstractmethod
    def blank(self, options: O, seats: int) -> S:
        """Return the state before the first deal; `options.first_seat` is a number here."""

    @abstractmethod
    def deal(self, options: O, seats: int, chance: Chance) -> list[Event]:
        """Return the events of the first deal and of the automatic steps after it."""

    def settle(self, state: S, chance: Chance) -> list[Event]:
        """Return the automatic steps that a position read by `from_position` still has before it.

        Most rulesets have none; the Tortoise Game throws out and makes its first offer.
        """
        return []

    @abstractmethod
    def decide(self, state: S, seat: Seat, move: M, chance: Chance) -> list[Event]:
        """Return at least one event, or raise `IllegalMoveError`. Leaves `state` as it is."""

    @abstractmethod
    def evolve(self, state: S, event: Event) -> None:
        """Apply one event of this ruleset to `state`. Total: it never refuses."""

    def advance(self, state: S, seat: Seat, move: M, chance: Chance) -> None:
        """Play a move on `state` itself, without a record; what search bots run on.

        Leads to the same state as `decide` and `evolve`, and raises as `decide` does. A ruleset
        overrides it when it can skip the events.
        """
        for event in self.decide(state, seat, move, chance):
            self.evolve(state, event)

    # --- questions about a state ---

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> list[M]:
        """Return the moves with which `seat` may answer what it owes, in a stable order.

        Complete and exact: every listed move is accepted, every other refused. Empty when the
        seat owes nothing. Each text occurs once.
        """

    def free_moves(self, state: S, seat: Seat) -> list[M]:
        """Return the moves `seat` may make without owing one."""
        return []

    def is_free(self, move: M) -> bool:
        """Answer whether a move is of the kind that needs no decision, now or ever."""
        return False

    @abstractmethod
    def decisions(self, state: S) -> list[Decision]:
        """Return what is owed, in the order in which it would be expired; empty when over."""

    @abstractmethod
    def default_move(self, state: S, seat: Seat) -> M:
        """Return the move that is made for a seat that does not answer (rules.md 5)."""

    @abstractmethod
    def observe(self, state: S, seat: Seat | None) -> Observation:
        """Return what `seat`, or a spectator (None), may know."""

    @abstractmethod
    def outcome(self, state: S, resigned: Collection[Seat] = ()) -> Outcome | None:
        """Return how the game ended, or None while it runs. Resigned seats cannot win."""

    @abstractmethod
    def scores(self, state: S) -> Sequence[int]:
        """Return the running score of each seat; empty in a ruleset without points."""

    @abstractmethod
    def shuffles(self, state: S) -> int:
        """Return how many shuffles the game has seen."""

    # --- text and JSON ---

    @abstractmethod
    def every_move(self) -> Sequence[M]:
        """Return every move there is in this ruleset, whether it can be made now or not.

        Programs that learn number their actions by it.
        """

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """Read a move; raise `MalformedMoveError` if the text is none of this ruleset."""

    @abstractmethod
    def from_position(self, position: Mapping[str, Any], options: O, seats: int) -> S:
        """Read a position as rules.md 0.3 documents it; raise `BadPositionError`.

        Missing keys take their defaults, and cards may be missing from the pack.
        """

    @abstractmethod
    def to_position(self, state: S) -> dict[str, Any]:
        """Write a position with every key of rules.md 0.3."""

    def parse_options(self, raw: Mapping[str, Any], seats: int) -> O:
        """Read options; raise `BadOptionsError` with a pointer to the bad one."""
        try:
            options: O = msgspec.convert(raw, self.options_type)  # type: ignore[assignment]  # the class attribute cannot name the type variable
        except msgspec.ValidationError as error:
            reason, pointer = reason_and_pointer(error, raw)
            if names_unknown_field(error):
                reason += f"; there are: {', '.join(self.options_type.__struct_fields__)}."
            if pointer == "/first_seat":
                reason = f"This must be the number of a seat, 0 to {seats - 1}, or `random`."
            raise BadOptionsError(reason, pointer) from None
        if options.first_seat != "random" and options.first_seat >= seats:
            raise BadOptionsError(f"There is no seat {options.first_seat} here.", "/first_seat")
        return options
