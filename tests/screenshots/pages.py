"""Which pages are pictured, and what is done on each before."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Page

_CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
"""Of the verifier in RFC 7636, appendix B."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A page, and who looks at it."""

    name: str
    path: Callable[[Mapping[str, Any]], str]
    """From what a demo prints."""
    by: str = "ada"
    before: Callable[[Page], None] = lambda _: None
    most: int = 1100
    """Pixels of its height that are shown."""


def _of_game(game: str, query: str = "") -> Callable[[Mapping[str, Any]], str]:
    return lambda demo: f"/admin/games/{demo['games'][game]}/{query}"


def _step_back(page: Page) -> None:
    for _ in range(3):
        with page.expect_navigation():
            page.keyboard.press("ArrowLeft")


def _ask_who_knew(page: Page) -> None:
    """Break the glass, look at everything, and choose a card that one seat knows."""
    if page.locator("#reason").count():
        page.fill("#reason", "Seat 1 is said to know the hand of seat 2.")
        with page.expect_navigation():
            page.get_by_role("button", name="Break the glass").click()
    with page.expect_navigation():
        page.get_by_role("link", name="Everything").click()
    code = page.locator("[data-seat='0'] .chip[data-group]").first.inner_text()
    page.select_option("select[name=card]", code)
    with page.expect_navigation():
        page.get_by_role("button", name="Ask").click()


def _first_row(page: Page) -> None:
    with page.expect_navigation():
        page.locator("#result_list tbody th a, #result_list tbody td a").first.click()


def _preview(page: Page) -> None:
    page.select_option("select[name=kind]", "pause")
    page.fill("textarea[name=reason]", "The club's hall has no network today.")
    page.fill("input[name=hours]", "24")
    with page.expect_navigation():
        page.get_by_role("button", name="Preview").click()


def _impose(page: Page) -> None:
    with page.expect_navigation():
        page.get_by_role("link", name="Impose a sanction").first.click()


def _consent(demo: Mapping[str, Any]) -> str:
    query = {
        "response_type": "code",
        "client_id": demo["app"],
        "redirect_uri": "https://board.example.org/back",
        "scope": "games:read games:play chat:write",
        "state": "x",
        "code_challenge": _CHALLENGE,
        "code_challenge_method": "S256",
    }
    return f"/oauth/authorize?{urlencode(query)}"


PICTURES: Sequence[Picture] = (
    Picture(name="landing", path=lambda _: "/admin/", most=1900),
    Picture(name="games", path=lambda _: "/admin/store/game/"),
    Picture(name="game", path=lambda demo: f"/admin/store/game/{demo['games']['running']}/change/"),
    Picture(name="inspector", path=_of_game("running"), most=1300),
    Picture(name="step", path=_of_game("running"), before=_step_back, most=900),
    Picture(
        name="truth",
        path=_of_game("running"),
        by="mira",
        before=_ask_who_knew,
        most=1300,
    ),
    Picture(name="cases", path=lambda _: "/admin/accounts/case/?state=open", by="mira", most=800),
    Picture(
        name="case",
        path=lambda _: "/admin/accounts/case/?state=open&q=goran",
        by="mira",
        before=_first_row,
    ),
    Picture(name="report", path=lambda _: "/admin/accounts/report/", by="mira", before=_first_row),
    Picture(name="signals", path=lambda _: "/admin/games/suspicion/", by="mira", most=900),
    Picture(name="signal", path=lambda _: "/admin/games/suspicion/", by="mira", before=_first_row),
    Picture(name="dossier", path=lambda _: "/admin/players/goran/", by="mira", most=1300),
    Picture(
        name="sanction",
        path=lambda _: "/admin/players/goran/",
        by="mira",
        before=_impose,
    ),
    Picture(name="preview", path=_of_game("running", "order/"), by="mira", before=_preview),
    Picture(name="audit", path=lambda _: "/admin/accounts/auditentry/"),
    Picture(name="consent", path=_consent, by="anna", most=800),
)
