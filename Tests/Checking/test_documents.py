#!/usr/bin/env python3
"""Checks documents without a toolchain: links between modules, links of pages, and the tests that tables of security name."""

import json
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tools"))

from documenting import pages, snippets, symbols  # noqa: E402


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


class SecurityTests(unittest.TestCase):
    """The tables of Data/Security.md and Data/ASVS.md."""

    PAGES = {name: (ROOT / "Data" / name).read_text(encoding="utf-8") for name in ("Security.md", "ASVS.md")}
    ROW = re.compile(r"^\| v5\.0\.0-([\d.]+) \| ([12]) \| [^|]+ \| (test|does not apply|open) \| ([^|]+) \|$", re.MULTILINE)
    TEST = re.compile(r"`(\w+Tests|\w+\.py|permissions\.txt)`")

    def test_the_tests_that_the_tables_name_exist(self):
        suites = {name for path in (ROOT / "Tests").glob("**/*.swift")
                  for name in re.findall(r"\b(?:struct|class) (\w+Tests)\b", path.read_text(encoding="utf-8"))}
        files = {path.name for path in (ROOT / "Tests").glob("**/*") if path.suffix in (".py", ".txt")}
        for page, text in self.PAGES.items():
            named = set(self.TEST.findall(text))
            self.assertGreater(len(named), 20, page)
            self.assertEqual(named - suites - files, set(), page)

    def test_each_requirement_of_the_standard_has_one_row_with_a_test_or_a_reason(self):
        text = self.PAGES["ASVS.md"]
        rows = self.ROW.findall(text)
        self.assertEqual(len(rows), text.count("\n| v"), "a row has another form")
        numbers = [[int(part) for part in row[0].split(".")] for row in rows]
        self.assertEqual(numbers, sorted(numbers))
        self.assertEqual(len({row[0] for row in rows}), len(rows))
        for number, level, state, shown in rows:
            self.assertTrue(state != "test" or self.TEST.search(shown), number)
            self.assertTrue(level == "1" or number.split(".")[0] in ("6", "7", "8"), number)
        counts = [sum(row[2] == state for row in rows) for state in ("test", "does not apply", "open")]
        sentence = f"{len(rows)} requirements {counts[0]} are met by a test, {counts[1]} do not apply, {counts[2]} are open"
        for page, text in self.PAGES.items():
            self.assertTrue(sentence in text, f"{page} lacks: {sentence}")


class TextTests(unittest.TestCase):
    """The table of texts in Data/Formats/trips.md."""

    DECLARED = re.compile(r'TextLimit\(\s*"([^"]+)",\s*atMost: (\d+)(?:,\s*leastCount: (\d+))?(,\s*allowsLines: true)?\)')
    ROW = re.compile(r"^\| ([^|]+) \| (\d+) to (\d+) \| (one|several) \|$", re.MULTILINE)

    def test_every_limit_of_a_text_is_a_row(self):
        sources = [path.read_text(encoding="utf-8") for path in (ROOT / "Sources").glob("**/*.swift")]
        declared = {(name, least or "1", most, "several" if lines else "one")
                    for text in sources for name, most, least, lines in self.DECLARED.findall(text)}
        calls = sum(len(re.findall(r'TextLimit\(\s*"', text)) for text in sources)
        self.assertEqual(calls, sum(len(self.DECLARED.findall(text)) for text in sources))
        rows = self.ROW.findall((ROOT / "Data" / "Formats" / "trips.md").read_text(encoding="utf-8"))
        self.assertEqual(sorted(rows), sorted(declared))


class SnippetTests(unittest.TestCase):
    SOURCE = """
/// Adds.
///
/// ```swift
/// let sum = 1 + 2
/// print(total)
/// ```
@inlinable
public func add() {}

  /// ```swift
  /// add(2)
  /// ```
  func more() {}
"""

    def test_blocks_have_their_lines_and_the_access_of_what_they_document(self):
        found = snippets.of(pathlib.Path("a.swift"), self.SOURCE.splitlines())
        self.assertEqual([(one.line, one.code, one.is_public) for one in found],
                         [(5, ["let sum = 1 + 2", "print(total)"], True), (12, ["add(2)"], False)])

    @unittest.skipUnless(shutil.which("swiftc"), "swiftc is not on the path")
    def test_code_that_is_none_is_found_at_its_line(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            built = folder / ".build" / "x86" / "release"
            built.mkdir(parents=True)
            source = folder / "a.swift"
            found = snippets.of(source, self.SOURCE.splitlines())[:1]
            given = folder / "given.swift"
            given.write_text("")
            self.assertEqual(snippets.check(found, True, built, folder, folder, given),
                             ["a.swift:6: cannot find 'total' in scope"])
            given.write_text("let total = 3\n")
            self.assertEqual(snippets.check(found, True, built, folder, folder, given), [])


if __name__ == "__main__":
    unittest.main()
