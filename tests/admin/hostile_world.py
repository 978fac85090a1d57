"""A world in which everything that people can write down is an attack on whoever reads it."""

from dataclasses import dataclass

from accounts import clock
from accounts.models import Account
from accounts.moderation import appeals
from accounts.moderation.case_models import Case, Report
from accounts.moderation.models import Appeal, AuditEntry, Sanction
from accounts.services.apps import register_app
from accounts.services.issuing import issue_token
from accounts.services.webhooks import create_webhook
from accounts.webhooks.models import Webhook
from games.services import feeds
from games.store.models import Game
from tests.accounts.oauth.browsing import person
from tests.api.routes import NO_ID
from tests.cast import Player
from tests.moderation.reporting import claim, close, row_of, send
from tests.moderation.staff import impose, open_staff
from tests.tables import seated

HOSTILE = "\"'--></title><script>alert(1)</script><img src=x onerror=alert(2)>{{7919*7907}}"
"""Ends attributes, comments and titles, and makes elements; shorter than the shortest field."""
RAW = ("<script>alert(1)", "<img src=x", "</title><script", "62615533")
"""What a page holds that lets any of it through."""
SHORT = "<script>alert(1)</script><img src=x a>"


@dataclass(frozen=True)
class HostileWorld:
    """Two people at a game, one of whom has reported the other; all of their texts are hostile."""

    ann: Player
    ben: Player
    game: str
    report: Report
    sanction: Sanction
    appeal: Appeal
    token: str
    app: str
    webhook: str

    def ids(self) -> dict[str, str]:
        """Return an id of a row for each model of the dashboard, by its path."""
        last = AuditEntry.objects.order_by("id").last()
        assert last is not None
        return {
            "accounts/account": str(self.ben.account),
            "accounts/appeal": str(self.appeal.id),
            "accounts/auditentry": str(last.id),
            "accounts/app": self.app,
            "accounts/case": str(self.report.case_id),
            "accounts/report": str(self.report.id),
            "accounts/sanction": str(self.sanction.id),
            "accounts/token": self.token,
            "accounts/webhook": self.webhook,
            "games/dayofplay": NO_ID,
            "games/dayofthought": NO_ID,
            "games/suspicion": NO_ID,
            "store/feedcheckpoint": "days-of-play",
            "store/game": self.game,
        }


def hostile_world() -> HostileWorld:
    """Write an attack into every text there is."""
    ann, ben, now = person(), person(), clock.now()
    for one in (ann, ben):
        Account.objects.filter(id=one.account).update(display_name=SHORT, description=HOSTILE)
    account = Account.objects.get(id=ben.account)
    game = seated(ann, ben)
    for one in (ann, ben):
        assert one.post(f"/games/{game}/chat", {"text": HOSTILE}).status_code == 201
    told = send(ann, "chat_abuse", game=game, player=ben.name, text=HOSTILE)
    other = row_of(send(ann, "other", player=ben.name, text=HOSTILE)).case
    moderator = open_staff()
    claim(other, by=moderator)
    close(other, by=moderator, outcome=Case.Outcome.NO_BREACH)
    sanction = impose(ben, Sanction.Kind.CHAT_MUTE, public_text=HOSTILE, private_note=HOSTILE)
    appeal = appeals.appeal(account=ben.account, sanction=sanction.id, text=HOSTILE, now=now)
    app = register_app(
        account,
        name=SHORT,
        homepage="https://x.example/\"'><script>alert(1)</script>",
        redirect_uris=["https://board.example.org/back"],
        device_flow=True,
        confidential=False,
        now=now,
    ).app
    webhook = create_webhook(
        account,
        url="https://1.1.1.1/",
        types=["webhook.disabled"],
        description=HOSTILE[:80],
        now=now,
    ).webhook
    # The API takes no such address; that of an older version might have.
    Webhook.objects.filter(id=webhook.id).update(url="https://x/?<script>alert(1)</script>")
    label = HOSTILE[:64]
    token = issue_token(account, label=label, scopes=["games:read"], now=now).token
    feeds.run()
    assert Game.objects.filter(id=game).exists()
    return HostileWorld(
        ann=ann,
        ben=ben,
        game=game,
        report=row_of(told),
        sanction=sanction,
        appeal=appeal,
        token=token.id,
        app=str(app.id),
        webhook=str(webhook.id),
    )
