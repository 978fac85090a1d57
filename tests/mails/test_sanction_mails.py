"""Whoever is sanctioned gets a mail, in the words that are meant for them."""

from accounts import clock
from accounts.mails import sending
from accounts.models import Account
from accounts.moderation import appeals
from accounts.moderation.models import Sanction
from accounts.moderation.roles import Role
from tests.accounts.people import fresh_name, open_bot, open_person
from tests.cast import Player
from tests.mails.postbox import text_of
from tests.moderation.staff import impose, lift, open_staff


def _reader(settings):
    """Open the account of a person who has chosen no mail at all."""
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CheapArgon2"]
    ann, address = open_person(), f"{fresh_name()}@example.org"
    Account.objects.filter(name=ann.name).update(email=address, email_confirmed_at=clock.now())
    return ann, address


def _texts(box, address) -> list[str]:
    sending.send_due()
    return [text_of(mail) for mail in box.to(address)]


def test_a_suspension_and_its_end_are_mailed_without_what_is_for_staff(box, settings):
    ann, address = _reader(settings)
    moderator = open_staff()
    words = {"public_text": "You were rude.", "private_note": "third time"}
    imposed = impose(ann, Sanction.Kind.SUSPENSION, by=moderator, hours=30, **words)
    (text,) = _texts(box, address)
    assert "a suspension, until " in text
    assert "You were rude." in text
    assert f"/me/sanctions/{imposed.id}/appeal" in text
    lift(imposed, by=moderator)
    _, text = _texts(box, address)
    assert "It was a mistake." in text
    assert not [one for one in _texts(box, address) if moderator.name in one or "third time" in one]
    assert "List-Unsubscribe" not in box.to(address)[0]


def test_the_answer_to_an_appeal_is_mailed_once(box, settings):
    ann, address = _reader(settings)
    for granted in (False, True):
        imposed = impose(ann, Sanction.Kind.CHAT_MUTE)
        ann.post(f"/me/sanctions/{imposed.id}/appeal", {"text": "it was not me"})
        said = f"We looked: {granted}."
        appeals.answer(
            actor=open_staff(Role.ADMINISTRATOR),
            appeal=imposed.appeals.get().id,
            granted=granted,
            text=said,
            now=clock.now(),
        )
        assert len([text for text in _texts(box, address) if said in text]) >= 1
    subjects = [mail["Subject"] for mail in box.to(address)]
    assert sorted(set(subjects)) == [
        "A sanction was lifted",
        "The moderators have decided something",
        "Your appeal was answered",
    ]
    assert subjects.count("Your appeal was answered") == 1


def test_of_a_bot_its_owner_is_told(box, settings):
    ann, address = _reader(settings)
    bot = open_bot(ann)
    impose(Player(name=bot), Sanction.Kind.NO_RATED_PLAY)
    (text,) = _texts(box, address)
    assert f"your bot {bot}: no rated play" in text


def test_an_address_that_is_not_confirmed_gets_none(box, settings):
    ann, address = _reader(settings)
    Account.objects.filter(name=ann.name).update(email_confirmed_at=None)
    impose(ann, Sanction.Kind.WARNING)
    assert _texts(box, address) == []
