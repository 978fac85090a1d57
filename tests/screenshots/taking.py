"""Going through the pages with a browser: looking, trying the keyboard, taking pictures."""

import io
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.progress import track

from tests.e2e.staff import code_of
from tests.screenshots.pages import PICTURES, Picture
from tests.screenshots.using import faults_of

CHROMIUM = "/usr/bin/chromium"
_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
LOOKS: Mapping[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "phone": {
        "viewport": {"width": 390, "height": 780},
        "color_scheme": "light",
        "has_touch": True,
        "is_mobile": True,
    },
}
_COLOURS = 128


def take(url: str, demo: Mapping[str, Any], into: Path, *, only: str) -> int:
    """Take every picture whose name has `only`; return 1 if a page has a fault, else 0."""
    into.mkdir(parents=True, exist_ok=True)
    wanted = [one for one in PICTURES if only in one.name]
    faults: list[str] = []
    with _browser() as browser:
        entered = {
            name: _enter(browser, url, _person(demo, name)) for name in {one.by for one in wanted}
        }
        work = [(one, look) for one in wanted for look in LOOKS]
        for picture, look in track(work, "pictures", console=Console(stderr=True)):
            context = browser.new_context(
                base_url=url, storage_state=entered[picture.by], **LOOKS[look]
            )
            found = _picture(context, picture, demo, into / f"{picture.name}-{look}.png", look)
            faults += [f"{picture.name}, {look}: {fault}" for fault in found]
            context.close()
    console = Console()
    for fault in faults:
        console.print(fault, markup=False, highlight=False, soft_wrap=True)
    console.print(f"{len(work)} pictures in {into}, {len(faults)} faults.", highlight=False)
    return 1 if faults else 0


@contextmanager
def _browser() -> Iterator[Browser]:
    with sync_playwright() as play, tempfile.TemporaryDirectory() as home:
        environment: dict[str, str | float | bool] = {"HOME": home}
        browser = play.chromium.launch(executable_path=CHROMIUM, args=list(_QUIET), env=environment)
        yield browser
        browser.close()


def _person(demo: Mapping[str, Any], name: str) -> Mapping[str, str]:
    found: Mapping[str, str] = next(one for one in demo["people"] if one["name"] == name)
    return found


def _enter(browser: Browser, url: str, person: Mapping[str, str]) -> Any:
    """Log somebody in; return what their browser keeps of it."""
    context = browser.new_context(base_url=url)
    page = context.new_page()
    if person["second_factor"]:
        page.goto("/admin/")
        page.fill("input[name=username]", person["name"])
        page.fill("input[name=password]", person["password"])
        page.keyboard.press("Enter")
        page.wait_for_selector("input[name=code]")
        page.fill("input[name=code]", code_of(person["second_factor"]))
        page.keyboard.press("Enter")
        page.wait_for_url("**/admin/")
    else:
        page.goto("/oauth/log-in")
        page.fill("input[name=name]", person["name"])
        page.fill("input[name=password]", person["password"])
        page.keyboard.press("Enter")
        page.wait_for_url("**/oauth/device")
    kept = context.storage_state()
    context.close()
    return kept


def _picture(
    context: BrowserContext, picture: Picture, demo: Mapping[str, Any], file: Path, look: str
) -> list[str]:
    page, faults = context.new_page(), list[str]()
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    answer = page.goto(picture.path(demo))
    assert answer is not None
    if not answer.ok:
        return [f"answered {answer.status}"]
    picture.before(page)
    page.wait_for_load_state("networkidle")
    # Charts are drawn in steps.
    page.wait_for_timeout(700)
    faults += faults_of(page, is_phone=look == "phone")
    page.evaluate("window.scrollTo(0, 0), document.activeElement.blur()")
    _save(page, file, most=picture.most)
    return faults


def _save(page: Page, file: Path, *, most: int) -> None:
    """Keep a picture of a page, in few colours and with no more than `most` pixels of height."""
    size = page.viewport_size
    assert size is not None
    height = page.evaluate("document.documentElement.scrollHeight")
    # Not a picture of the whole page: what sticks to the window's edge would be in its middle.
    page.set_viewport_size({"width": size["width"], "height": min(height, most)})
    page.wait_for_timeout(300)
    taken = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
    few = taken.convert("RGB").quantize(
        _COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    )
    few.save(file, optimize=True)
