#!/usr/bin/env python3
"""Pictures of the console's views, for the documentation.

    scripts/stack prometheus --pictures      (calls this)
    console_pictures.py FOLDER ADDRESS VIEW…

"narrow-dark" is the overview on a narrow screen at night. Needs Chromium and Playwright (ensure_browser).
"""

import os
import pathlib
import sys

from playwright.sync_api import sync_playwright

WIDE = {"viewport": {"width": 1120, "height": 700}}
NARROW = {"viewport": {"width": 380, "height": 800}, "color_scheme": "dark"}
# The history collects one sample in 5 s; three of them draw the first line.
ENOUGH_FOR_CHARTS_MS = 15_000


def take(chromium, folder, address, name):
    narrow = name == "narrow-dark"
    page = chromium.new_page(**(NARROW if narrow else WIDE))
    page.goto(f"{address}/#/{'overview' if narrow else name}")
    page.wait_for_selector("main *")
    if name == "waits":
        page.locator(".node.pool").first.click()
    if name in ("overview", "history", "narrow-dark"):
        page.wait_for_timeout(ENOUGH_FOR_CHARTS_MS)
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    file = folder / f"{name.partition('/')[0]}.png"
    page.screenshot(path=file)
    page.close()
    print(file)


def main(folder, address, *names):
    with sync_playwright() as play:
        flags = ["--no-sandbox", "--disable-gpu", "--no-proxy-server"]
        chromium = play.chromium.launch(executable_path=os.environ["SNARL_CHROMIUM"], args=flags)
        for name in names:
            take(chromium, pathlib.Path(folder), address, name)
        chromium.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
