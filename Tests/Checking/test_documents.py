#!/usr/bin/env python3
"""Checks the parts of Tools/make-docs that need no toolchain: links between modules, and links of pages."""

import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tools"))

from documenting import pages, symbols  # noqa: E402


class DocumentTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def linked(self, text):
        graph = {"symbols": [{"pathComponents": ["Route"], "docComment": {"lines": [{"text": text}]}}, {"pathComponents": ["Route", "a"]}]}
        path = self.root / "Upper.symbols.json"
        path.write_text(json.dumps(graph))
        self.assertEqual(symbols.names(self.root, "Upper"), {"Route"})
        symbols.link(self.root, {"Route": "Upper", "SkiError": "Lower"}, "Upper")
        return json.loads(path.read_text())["symbols"][0]["docComment"]["lines"][0]["text"]

    def test_links_to_types_of_other_modules_become_absolute(self):
        self.assertEqual(self.linked("Throws ``SkiError/code``."), "Throws ``/Lower/SkiError/code``.")

    def test_links_to_own_types_members_and_unknown_types_stay(self):
        text = "See ``Route/a``, ``a``, ``Missing``, ``/Lower/SkiError``, `SkiError`."
        self.assertEqual(self.linked(text), text)

    def test_links_of_pages_to_files_that_do_not_exist_are_problems(self):
        (self.root / "Data").mkdir()
        (self.root / "Data/There.md").write_text("[up](../README.md) [away](https://example.org) [part](#part)")
        (self.root / "README.md").write_text("[a](Data/There.md) [b](Data) ![c](gone.svg)\n```\n[d](code.md)\n```\n")
        self.assertEqual(list(pages.problems(self.root)), ["README.md: gone.svg does not exist"])

    def test_pages_of_this_package_have_no_broken_links(self):
        self.assertEqual(list(pages.problems(ROOT)), [])


if __name__ == "__main__":
    unittest.main()
