"""Tests of the web map of skiroute serve in a browser, with a console that stays clean and no other host asked."""

import datetime
import json
import os
import pathlib
import sys
import tempfile
import unittest
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "Tools")]

import browser  # noqa: E402
from serving.process import Server  # noqa: E402

PICTURES = os.environ.get("SKIROUTE_PICTURES")
STATES = {"version": 1, "features": [
    {"name": "Vallon Perdu", "state": "closed", "observedAt": "OBSERVED", "source": "test"},
    {"name": "Aurore", "state": "open", "waitMinutes": 7, "observedAt": "OBSERVED", "source": "test"}]}


@unittest.skipIf(browser.MISSING and not os.environ.get("SKIROUTE_BROWSER"), browser.MISSING)
class BrowserCase(unittest.TestCase):
    """Tests with a browser; a subclass starts the server of its pages."""

    @classmethod
    def setUpClass(cls):
        if browser.MISSING:
            raise AssertionError(browser.MISSING)

    def judge(self, page, expected, message=None):
        """The console is clean but for what is expected, and no other host was asked."""
        page.run("return 0")  # whatever was said before has come
        unexpected = [one for one in page.complaints if not any(word in one for word in expected)]
        self.assertEqual(unexpected, [], message)
        foreign = [one for one in page.requests if not one.startswith((self.server.url, "blob:", "data:", "about:"))]
        self.assertEqual(foreign, [], message)

    @staticmethod
    def keep(page, name):
        """Keeps a picture of the page where SKIROUTE_PICTURES asks for them."""
        if PICTURES:
            (pathlib.Path(PICTURES) / f"{name}.png").write_bytes(page.picture())


class PageCase(BrowserCase):
    """Tests of the page for the sample mountain, which share a server and a browser."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        now = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=4)
        states = cls.folder / "states.json"
        states.write_text(json.dumps(STATES).replace("OBSERVED", f"{now:%Y-%m-%dT%H:%M:%SZ}"), encoding="utf-8")
        cls.server = Server("--status", states, "--page", ROOT / "Data" / "Page", through_command=True)
        cls.addClassCleanup(cls.server.__exit__)
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)

    def page(self, expected=(), **question):
        """The page at an address. The console must stay clean but for what is expected, and no other host be asked."""
        size = question.pop("size", (1280, 800))
        page = self.browser.page(*size, phone=size[0] < 700)
        self.addCleanup(page.close)
        self.addCleanup(self.judge, page, expected)
        page.open(self.server.url + ("#" + urllib.parse.urlencode(question) if question else ""))
        return page

    def judge(self, page, expected, message=None):
        super().judge(page, expected, message)
        self.assertTrue(any("/tiles/ski/" in one for one in page.requests))

    def look(self, page, name):
        page.idle()
        self.keep(page, name)

    def drawn(self, page, source):
        """The distinct features that the page has drawn of a source."""
        page.idle()
        return page.on_page(f"return map.querySourceFeatures('{source}').map((one) => one.properties)")
