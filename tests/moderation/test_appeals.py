"""Appeals: one is open at a time, and another answers it."""

from uuid import uuid4

import pytest

from accounts import clock
from accounts.moderation import appeals
from accounts.moderation.errors import BadOrderError, ConflictOfInterestError, NothingToDoError
from accounts.moderation.models import Appeal, Sanction
from accounts.moderation.roles import Role
from tests.accounts.people import bot_player, open_bot
from tests.cast import problem
from tests.moderation.staff import audited, impose, lift, open_staff
from tests.services.account_feeds import types_of


def appeal(player, sanction):
    return player.post(f"/me/sanctions/{sanction.id}/appeal", {"text": "It was not me."})


def answer(by, sanction, *, granted):
    found = Appeal.objects.get(sanction=sanction, answered_at=None)
    return appeals.answer(
        actor=by, appeal=found.id, granted=granted, text="We looked again.", now=clock.now()
    )


def test_an_appeal_is_made_while_suspended_and_its_state_is_shown(moderator, ann):
    """A51"""
    sanction = impose(ann, by=moderator)
    made = appeal(ann, sanction)
    assert made.status_code == 201
    assert made.json()["appeal"]["state"] == "open"
    problem(appeal(ann, sanction), 409, "appeal_open")
    answer(open_staff(), sanction, granted=False)
    (shown,) = ann.get("/me/sanctions").json()["items"]
    assert (shown["appeal"]["state"], shown["appeal"]["answer"]) == ("refused", "We looked again.")
    assert shown["lifted_at"] is None
    assert types_of(ann.account) == ["sanction.imposed", "appeal.answered"]
    assert appeal(ann, sanction).status_code == 201  # another, since none is open


def test_one_that_is_granted_lifts_the_sanction(moderator, ann):
    sanction = impose(ann, by=moderator)
    appeal(ann, sanction)
    other = open_staff()
    answered = answer(other, sanction, granted=True)
    assert ann.get("/me").status_code == 200
    (shown,) = ann.get("/me/sanctions").json()["items"]
    assert (shown["appeal"]["state"], shown["lifted_reason"]) == ("granted", "We looked again.")
    (row,) = audited("appeal", answered.id)
    assert (row.action, row.actor) == ("appeal.answer", other.account)
    assert len(audited("sanction", sanction.id)) == 1
    problem(appeal(ann, sanction), 409, "sanction_over")
    with pytest.raises(NothingToDoError):
        appeals.answer(actor=other, appeal=answered.id, granted=False, text="x", now=clock.now())


def test_who_has_decided_does_not_answer(moderator, ann):
    sanction = impose(ann, by=moderator)
    appeal(ann, sanction)
    with pytest.raises(ConflictOfInterestError):
        answer(moderator, sanction, granted=False)
    assert answer(open_staff(Role.ADMINISTRATOR), sanction, granted=False).answer == "refused"


def test_lifting_a_sanction_answers_its_appeal(moderator, ann):
    sanction = impose(ann, by=moderator)
    appeal(ann, sanction)
    lift(sanction, by=moderator)
    found = Appeal.objects.get(sanction=sanction)
    assert (found.answer, found.answer_text) == ("granted", "It was a mistake.")
    assert len(audited("appeal", found.id)) == 1


def test_the_owner_appeals_for_a_bot_and_nobody_for_others(ann, ben):
    bot = bot_player(ann, open_bot(ann))
    sanction = impose(bot)
    problem(appeal(ben, sanction), 404, "not_found")
    assert appeal(ann, sanction).status_code == 201
    problem(appeal(bot, sanction), 403, "insufficient_scope")


def test_what_is_no_appeal_is_refused(ann):
    sanction = impose(ann, Sanction.Kind.CHAT_MUTE)
    path = f"/me/sanctions/{sanction.id}/appeal"
    for text in ("", "  ", "\u200b", "x" * 2001, 7):
        problem(ann.post(path, {"text": text}), 422, "invalid_request")
    problem(ann.post(path, {}), 422, "invalid_request")
    problem(ann.post(path, {"text": "x", "more": 1}), 400, "unknown_field")
    problem(ann.post(f"/me/sanctions/{uuid4()}/appeal", {"text": "x"}), 404, "not_found")
    problem(ann.post("/me/sanctions/x/appeal", {"text": "x"}), 404, "not_found")
    assert not Appeal.objects.filter(sanction=sanction).exists()
    with pytest.raises(BadOrderError):
        appeals.answer(actor=open_staff(), appeal=uuid4(), granted=True, text="x", now=clock.now())
