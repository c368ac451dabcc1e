#!/usr/bin/env python3
"""Tests of Tools/check-words: each kind of banned opening and term is planted, and plain text passes."""

import pathlib
import sys
import tempfile
import textwrap
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tools"))

from checking import words  # noqa: E402


class CommentOpeningTests(unittest.TestCase):
    def openings(self, text):
        return list(words.swift_openings(textwrap.dedent(text)))

    def test_each_banned_word_is_found_at_the_start_of_a_comment(self):
        for word in words.OPENINGS:
            self.assertEqual(self.openings(f"/// {word} it is.\nlet a = 1"), [(word, 1)])
            self.assertEqual(self.openings(f"let a = 1  // {word} it is."), [(word, 1)])

    def test_a_continued_sentence_may_begin_a_line_with_any_word(self):
        self.assertEqual(self.openings("/// Returns the place\n/// Where it ends.\nlet a = 1"), [])

    def test_paragraphs_and_fields_begin_anew(self):
        text = "/// Returns it.\n///\n/// How it works.\n/// - Parameters:\n///   - a: What it is.\n/// - Returns: Whether so.\nlet a = 1"
        self.assertEqual(self.openings(text), [("How", 3), ("What", 5), ("Whether", 6)])

    def test_strings_are_not_read_as_comments(self):
        self.assertEqual(self.openings('let a = "// What"\nlet b = """\n  // How\n  """\nlet c = "https://Who"'), [])

    def test_comments_of_scripts_are_read(self):
        found = list(words.script_openings('#!/usr/bin/env python3\n"""What it does."""\n# How it works,\n# When it ends.\na = "# Who"\n'))
        self.assertEqual(found, [("What", 2), ("How", 3)])


class BannedTermTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def problems(self, name, text, excepted=()):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return list(words.problems(self.root, ("Sources", "Tests", "Tools", "Data"), excepted))

    def test_terms_are_found_in_comments_names_and_pages(self):
        for name, text in (
            ("Sources/A/A.swift", "/// The survivors of it.\n"),
            ("Sources/A/A.swift", "struct RegionShelf {}\n"),
            ("Tests/A/A.swift", "func `nobody is here`() {}\n"),
            ("Tools/a", "#!/usr/bin/env bash\n# The square world.\n"),
            ("Data/A.md", "Nothing beats it.\n"),
        ):
            found = self.problems(name, text)
            self.assertEqual(len(found), 1, f"{text}: {found}")
            self.assertTrue(found[0].startswith(name + ":"), found)
            (self.root / name).unlink()

    def test_plain_text_and_excepted_files_pass(self):
        self.assertEqual(self.problems("Sources/A/A.swift", "/// Returns the Pareto-optimal paths.\nfunc paths() {}\n"), [])
        self.assertEqual(self.problems("Sources/A/Glossary.md", "Not: survivor.\n", {"Sources/A/Glossary.md"}), [])


if __name__ == "__main__":
    unittest.main()
