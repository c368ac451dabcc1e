#!/usr/bin/env python3
"""Pictures of the web map of skiroute serve on the sample mountain, compared with reviewed ones.

Runs where Chromium and MapLibre GL are, as test_page.py. SKIROUTE_REGENERATE_GOLDEN=1 takes the pictures anew, and the run fails on
purpose: look at the change.
"""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Previewing"), str(HERE.parent.parent / "Tools")]

import browser  # noqa: E402
import likeness  # noqa: E402
import page_case  # noqa: E402

GOLDEN = HERE / "Golden"
VIEW = "13.5/46.06/-4.915"
# A day that is never today, so that neither the clock nor what was seen today changes the pictures.
CLOCK = {"date": "2022-02-12", "depart": "10:00"}
ROUTE = {"from": "Montsoleil", "to": "Crête", "view": VIEW} | CLOCK
TOTAL = "#answer-route .total"


class PictureTests(page_case.PageCase):
    """The page as it looks, in small windows."""

    def compare(self, name, answered, question, size=(760, 680), theme="light"):
        page = self.page(size=size, **question)
        page.until(f"document.querySelector('{answered}')")
        page.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        page.until(f"document.documentElement.dataset.theme === '{theme}'")
        page.idle()
        self.assertIsNone(likeness.complaint(page.picture(), GOLDEN / f"page-{name}.png"))

    def test_a_route(self):
        self.compare("route", TOTAL, ROUTE)

    def test_a_route_in_the_dark_look(self):
        self.compare("dark", TOTAL, ROUTE, theme="dark")

    def test_a_route_on_a_phone(self):
        self.compare("phone", TOTAL, ROUTE, size=(390, 640))

    def test_the_reason_why_there_is_no_route(self):
        self.compare("why-not", ".whynot", ROUTE | {"ceiling": "green"})

    def test_the_places_that_can_be_reached(self):
        self.compare("reach", "#answer-reach .total", {"from": "Montsoleil", "panel": "reach", "minutes": "20", "view": VIEW} | CLOCK)


if __name__ == "__main__":
    if browser.MISSING:
        print(f"pictures: skipped: {browser.MISSING}", file=sys.stderr)
    unittest.main()
