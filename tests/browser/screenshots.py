"""Take the pictures of README.md from the running app: ``make screenshots``.

``python -m tests.browser.screenshots explorer guide`` takes these two only.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.harness import DESKTOP, PHONE, chromium, launch, running_app, settle

FOLDER = Path("assets/screenshots")
# name: path in the app, options of the browser's context
SHOTS = {
    "explorer": ("/", {"viewport": DESKTOP}),
    "explorer-dark": ("/", {"viewport": DESKTOP, "color_scheme": "dark"}),
    "explorer-projector": ("/?projector=true", {"viewport": DESKTOP}),
    "explorer-phone": ("/", {"viewport": PHONE, "device_scale_factor": 2}),
    "ratios": ("/ratios", {"viewport": DESKTOP}),
    "sampling": ("/sampling?data=mnist-3v5&budget=57&phase_one=50", {"viewport": DESKTOP}),
    "guide": ("/guide", {"viewport": DESKTOP}),
    "beyond": ("/beyond", {"viewport": DESKTOP}),
}


def main() -> int:
    """Write every picture; say what is missing if there is no Chromium."""
    executable = chromium()
    if executable is None:
        print("Chromium was not found: install it, or set CHROMIUM to its path.", file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with running_app() as server, sync_playwright() as playwright:
        browser = launch(playwright, executable)
        for name in sys.argv[1:] or SHOTS:
            path, options = SHOTS[name]
            context = browser.new_context(reduced_motion="reduce", locale="en-US", **options)
            page = context.new_page()
            page.goto(server.url + path)
            settle(page)
            page.wait_for_timeout(2_000)  # Plotly makes room for a legend after it has drawn it
            page.mouse.move(0, 0)
            page.screenshot(path=FOLDER / f"{name}.png")
            context.close()
            print(FOLDER / f"{name}.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
