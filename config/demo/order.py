"""What moderators have to do, and what they have done: reports, cases, sanctions, appeals."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from accounts import clock
from accounts.moderation import appeals, cases, sanctions
from accounts.moderation.breaches import Breach
from accounts.moderation.case_models import Case
from accounts.moderation.models import Sanction
from accounts.moderation.roles import Role
from config.demo.playing import play_on, sit_down
from config.demo.stage import Stage
from config.demo.tables import Scene
from games.engine.time_events import DecisionExpired
from games.services import chat
from games.services.moderation import glass
from games.services.moderation.reporting import report
from games.store import load

Kind, Outcome = Sanction.Kind, Case.Outcome


def rude_words(stage: Stage) -> None:
    """Report a chat twice: it is one case, which nobody has claimed."""
    game = sit_down("mow", stage.of("goran anna clara"), options={"limit": 100})
    play_on(game, moves=8)
    for text in ("Are you asleep, you goose?", "My grandmother plays faster, and she is a hen."):
        chat.say(game=game, asker=stage.people["goran"].asker, text=text)
    play_on(game, moves=3)
    _report(stage, "anna", Breach.CHAT_ABUSE, "goran", "He calls us names all evening.", game)
    _report(stage, "clara", Breach.CHAT_ABUSE, "goran", "Rude, and not for the first time.", game)
    earlier = _impose(stage, "mira", "goran", Kind.WARNING, Breach.CHAT_ABUSE, "Mind your words.")
    goran = stage.people["goran"].account.id
    sanctions.acknowledge(account=goran, sanction=earlier.id, now=clock.now())
    text = "You insulted the others at your table again."
    muted = _impose(stage, "mira", "goran", Kind.CHAT_MUTE, Breach.CHAT_ABUSE, text, days=7)
    text = "It was a joke, and the others laughed."
    appeals.appeal(account=goran, sanction=muted.id, text=text, now=clock.now())


def slow_play(stage: Stage) -> None:
    """Report a decision that expired; somebody works on the case."""
    text = "He always lets the time run out when he loses."
    game = stage.games["stalled"]
    (first, _), *_ = load.events_of_type(game, DecisionExpired)
    case = _report(stage, "anna", Breach.STALLING, "ivo", text, game, versions=(1, first))
    _claim(stage, "mira", case)


def known_cards(stage: Stage) -> None:
    """Decide a case; the appeal against what came of it is refused."""
    game = sit_down("farmyard-cries", stage.of("julia emil frida"), rated=True)
    play_on(game)
    text = "She asked for the very card I had drawn, four times in a row."
    case = _report(stage, "emil", Breach.CHEATING, "julia", text, game)
    _claim(stage, "mira", case)
    text = "You played with knowledge of the cards of another seat."
    kept = _impose(
        stage, "mira", "julia", Kind.NO_RATED_PLAY, Breach.CHEATING, text, days=30, case=case
    )
    _close(stage, "mira", case, Outcome.ACTION_TAKEN, "Told by a friend at the table, it says.")
    found = appeals.appeal(
        account=stage.people["julia"].account.id,
        sanction=kept.id,
        text="I was lucky, that is all.",
        now=clock.now(),
    )
    appeals.answer(
        actor=stage.staff("marek"),
        appeal=found.id,
        granted=False,
        text="Four times in a row is not luck: the log shows what you were told.",
        note="Odds of 1 in 9,000.",
        now=clock.now(),
    )


def one_person(stage: Stage) -> None:
    """Close a case that cannot be proved."""
    text = "Nora and Lena are never there together."
    case = _report(stage, "ben", Breach.MULTIPLE_ACCOUNTS, "nora", text)
    _claim(stage, "marek", case)
    _close(stage, "marek", case, Outcome.NOT_PROVEN, "They are sisters, and share a tablet.")


def bad_name(stage: Stage) -> None:
    """Impose a suspension that is lifted by an appeal, and one that holds."""
    text = "Read what he calls himself."
    case = _report(stage, "hanna", Breach.OFFENSIVE_NAME, "karl", text)
    _claim(stage, "marek", case)
    text = "Your name insults everybody here."
    imposed = _impose(
        stage, "marek", "karl", Kind.SUSPENSION, Breach.OFFENSIVE_NAME, text, days=14, case=case
    )
    _close(stage, "marek", case, Outcome.ACTION_TAKEN, "Suspended until the name is changed.")
    found = appeals.appeal(
        account=stage.people["karl"].account.id,
        sanction=imposed.id,
        text="I will take another one. Promise.",
        now=clock.now(),
    )
    appeals.answer(
        actor=stage.staff("mira"),
        appeal=found.id,
        granted=True,
        text="Change it today, please.",
        now=clock.now(),
    )
    text = "A second account of somebody who is suspended."
    _impose(stage, "marek", "goran-bot", Kind.SUSPENSION, Breach.MULTIPLE_ACCOUNTS, text)


def looked_at(stage: Stage) -> None:
    """Report what waits then; somebody looks at hidden cards for it."""
    game = stage.games["running"]
    text = "Ben knows which cow I hold. How?"
    _report(stage, "clara", Breach.CHEATING, "ben", text, game)
    _report(stage, "lena", Breach.OTHER, "milo", "He asks everybody where they live.")
    reason = "What did seat 1 know when it asked at version 12?"
    glass.break_glass(actor=stage.staff("marek"), game=game, reason=reason, now=clock.now())


SCENES: Sequence[Scene] = (known_cards, one_person, bad_name, rude_words, slow_play, looked_at)


def _report(
    stage: Stage,
    by: str,
    breach: Breach,
    about: str,
    text: str,
    game: UUID | None = None,
    *,
    versions: tuple[int, int] | tuple[None, None] = (None, None),
) -> UUID:
    """Report it; return the case."""
    reporter = stage.people[by]
    assert reporter.role is Role.PLAYER
    filed = report(
        reporter=reporter.account.id,
        breach=breach,
        game=game,
        player=about,
        text=text,
        from_version=versions[0],
        to_version=versions[1],
    )
    case: UUID = filed.report.case_id
    return case


def _claim(stage: Stage, by: str, case: UUID) -> None:
    cases.claim(actor=stage.staff(by), case=case, now=clock.now())


def _close(stage: Stage, by: str, case: UUID, outcome: Case.Outcome, reason: str) -> None:
    cases.close(actor=stage.staff(by), case=case, outcome=outcome, reason=reason, now=clock.now())


def _impose(
    stage: Stage,
    by: str,
    on: str,
    kind: Sanction.Kind,
    breach: Breach,
    text: str,
    *,
    days: int | None = None,
    case: UUID | None = None,
) -> Sanction:
    now = clock.now()
    return sanctions.impose(
        actor=stage.staff(by),
        account=stage.people[on].account.id,
        kind=kind,
        reason=breach,
        public_text=text,
        private_note="Seen by two of us.",
        ends_at=None if days is None else now + timedelta(days=days),
        case=case,
        now=now,
    )
