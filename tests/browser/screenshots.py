"""Take the pictures of README.md from the running app: ``make screenshots``.

``python -m tests.browser.screenshots explorer live`` takes these two only.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image  # comes with Streamlit
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.harness import DESKTOP, PHONE, chromium, launch, running_app, settle

FOLDER = Path("assets/screenshots")
# name: path in the app, options of the browser's context
SHOTS = {
    "explorer": ("/", {"viewport": DESKTOP}),
    "explorer-dark": ("/", {"viewport": DESKTOP, "color_scheme": "dark"}),
    "explorer-projector": ("/?projector=true", {"viewport": DESKTOP}),
    "explorer-phone": ("/", {"viewport": PHONE, "device_scale_factor": 2}),
    "what_if": ("/what_if", {"viewport": DESKTOP}),
    "story": ("/story", {"viewport": DESKTOP}),
    "results": ("/results", {"viewport": DESKTOP}),
}

# The looping picture of a run: what of the window it shows, how wide it is, at most how large.
FILM = "live"
STAGE = {"x": 300, "y": 56, "width": 1100, "height": 778}  # without the sidebar and the menu
FILM_WIDTH, MOST_BYTES = 880, 2_000_000
MOST_FRAMES, FIRST_MS, FRAME_MS, LAST_MS = 40, 900, 120, 3_000


def take(browser: Browser, url: str, name: str) -> Path:
    """Write one picture; return its file."""
    path, options = SHOTS.get(name, ("/", {"viewport": DESKTOP}))
    context = browser.new_context(reduced_motion="reduce", locale="en-US", **options)
    page = context.new_page()
    page.goto(url + path)
    settle(page)
    page.wait_for_timeout(2_000)  # Plotly makes room for a legend after it has drawn it
    page.mouse.move(0, 0)
    if name == FILM:
        file = film(page)
    else:
        file = FOLDER / f"{name}.png"
        page.screenshot(path=file)
    context.close()
    return file


def film(page: Page) -> Path:
    """Run what the page shows and write it as a loop, at an even pace."""
    run = page.get_by_role("button", name="Run", exact=True)
    images = [_seen(page)]
    run.click()
    page.mouse.move(0, 0)
    page.get_by_role("button", name="Stop", exact=True).wait_for()
    while not run.is_visible():
        images.append(_seen(page))
    settle(page)
    images.append(_seen(page))
    step = -(-len(images) // MOST_FRAMES)
    images = [images[0], *images[1:-1:step], images[-1]]
    file = FOLDER / f"{FILM}.webp"
    images[0].save(
        file,
        save_all=True,
        append_images=images[1:],
        duration=[FIRST_MS, *[FRAME_MS] * (len(images) - 2), LAST_MS],
        loop=0,
        quality=60,
        method=6,
    )
    if file.stat().st_size > MOST_BYTES:
        raise ValueError(f"{file} has {file.stat().st_size:,} bytes; at most {MOST_BYTES:,}.")
    return file


def _seen(page: Page) -> Image.Image:
    image = Image.open(BytesIO(page.screenshot(clip=STAGE))).convert("RGB")
    height = round(image.height * FILM_WIDTH / image.width)
    return image.resize((FILM_WIDTH, height), Image.Resampling.LANCZOS)


def main() -> int:
    """Write every picture; say what is missing if there is no Chromium."""
    executable = chromium()
    if executable is None:
        print("Chromium was not found: install it, or set CHROMIUM to its path.", file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with running_app() as server, sync_playwright() as playwright:
        browser = launch(playwright, executable)
        for name in sys.argv[1:] or [*SHOTS, FILM]:
            print(take(browser, server.url, name))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
