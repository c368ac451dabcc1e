#!/usr/bin/env python3
"""Tests of Tools/make-man: a page for each command, which the formatter takes without a word.

SKIROUTE_COMMAND names the command, else .build-test/release/skiroute; SKIROUTE_SCRATCH the build folder of it.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = pathlib.Path(os.environ.get("SKIROUTE_COMMAND", ROOT / ".build-test" / "release" / "skiroute")).resolve()
SCRATCH = pathlib.Path(os.environ.get("SKIROUTE_SCRATCH", ROOT / ".build-test")).resolve()


def make(*arguments, **environment):
    settings = {**os.environ, "SKIROUTE_COMMAND": str(COMMAND), "SKIROUTE_SCRATCH": str(SCRATCH), **environment}
    return subprocess.run([ROOT / "Tools" / "make-man", *arguments], capture_output=True, text=True, check=False, env=settings)


class ManualTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        done = make(str(cls.folder), SOURCE_DATE_EPOCH="86400")
        assert done.returncode == 0, done.stderr
        cls.pages = {page.name: page for page in (cls.folder / "man1").iterdir()}

    def names(self, *words):
        """The subcommands that help lists."""
        told = subprocess.run([COMMAND, "help", *words], capture_output=True, text=True, check=True).stdout
        return re.findall(r"^  ([a-z]+) +(?:\(default\) +)?\S", told.split("SUBCOMMANDS:\n")[1], re.MULTILINE)

    def test_there_is_a_page_for_each_command_and_no_other(self):
        expected = {"skiroute.1"} | {f"skiroute.{name}.1" for name in self.names()}
        expected |= {f"skiroute.terrain.{name}.1" for name in self.names("terrain")}
        self.assertEqual(set(self.pages) - {"skiroute.help.1"}, expected)
        self.assertGreater(len(expected), 20)

    def test_pages_hold_options_and_examples_and_the_day_they_are_given(self):
        text = self.pages["skiroute.check.1"].read_text(encoding="utf-8")
        for words in ("January 2, 1970", "Fl -require", "skiroute check --require 0.9"):
            self.assertIn(words, text)

    def test_the_formatter_prints_no_warning(self):
        if not shutil.which("man") or not shutil.which("groff"):
            self.skipTest("man and groff are not installed")
        for name, page in sorted(self.pages.items()):
            shown = subprocess.run(
                ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page], capture_output=True, text=True, check=False,
                env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"})
            self.assertEqual((shown.returncode, shown.stderr), (0, ""), name)

    def test_an_unknown_option_is_refused(self):
        self.assertEqual(make("--bogus").returncode, 64)


if __name__ == "__main__":
    unittest.main()
