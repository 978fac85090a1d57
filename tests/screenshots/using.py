"""Whether a page can be used: by keyboard, and on a phone."""

from playwright.sync_api import Page

_MOST_STEPS = 250
# What can be acted on in the main part of a page, each with a number by which it is known again.
_MARK = """() => {
  const main = document.querySelector('#content, main') || document.body;
  const found = [...main.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
    .filter(one => !one.disabled && one.tabIndex >= 0 && one.checkVisibility({visibilityProperty: true, opacityProperty: false}));
  found.forEach((one, number) => one.setAttribute('data-number', number));
  return found.map(one => (one.innerText || one.name || one.id || one.tagName).trim().slice(0, 40));
}"""
_FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const style = getComputedStyle(one);
  const parent = getComputedStyle(one.parentElement);
  const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
  const ringed = style.boxShadow !== 'none' || parent.boxShadow !== 'none';
  return {number: one.getAttribute('data-number'), shown: outlined || ringed,
          name: (one.innerText || one.name || one.id || one.tagName).trim().slice(0, 40)};
}"""
_TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def faults_of(page: Page, *, is_phone: bool) -> list[str]:
    """Return what is wrong with a page, in words."""
    faults = []
    too_wide = page.evaluate(_TOO_WIDE)
    if too_wide > 0:
        faults.append(f"is {too_wide} pixels wider than the screen")
    if not is_phone:
        faults += _by_keyboard(page)
    return faults


def _by_keyboard(page: Page) -> list[str]:
    """Go through the page by the key Tab: everything is reached, and one sees where one is."""
    names, reached, unseen = page.evaluate(_MARK), set[int](), dict[str, None]()
    page.evaluate("document.activeElement && document.activeElement.blur()")
    for _ in range(_MOST_STEPS):
        page.keyboard.press("Tab")
        focused = page.evaluate(_FOCUSED)
        if focused is None:
            continue
        if not focused["shown"]:
            unseen[focused["name"]] = None
        if focused["number"] is not None:
            if int(focused["number"]) in reached and len(reached) == len(names):
                break
            reached.add(int(focused["number"]))
        if len(reached) == len(names):
            break
    missed = [name for number, name in enumerate(names) if number not in reached]
    faults = [f"not reached by Tab: {name!r}" for name in missed]
    return faults + [f"focus cannot be seen: {name!r}" for name in unseen]
