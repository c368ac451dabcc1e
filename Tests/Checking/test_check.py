#!/usr/bin/env python3
"""Tests of Tools/check-layers: each fault it reports is put into a small package, and a clean package passes."""

import pathlib
import sys
import tempfile
import textwrap
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tools"))

from checking import documentation, folders, functions, imports, swift  # noqa: E402

ALLOWED = {"System": (set(), set()), "Lower": (set(), {"Dispatch"}), "Upper": ({"Lower"}, set()),
           "All": ({"Lower", "Upper"}, set())}
C_LIBRARY = ("System", {"Glibc", "Musl"})
CLEAN = {
    "Sources/CThing/module.modulemap": "module CThing {}",
    "Sources/System/README.md": "# System",
    "Sources/System/Library.swift": """
        #if canImport(Glibc)
          @_exported public import Glibc
        #else
          @_exported public import Musl
        #endif
        """,
    "Sources/Lower/README.md": "# Lower",
    "Sources/Lower/Values/Place.swift": """
        import Dispatch
        import System

        /// A place.
        public struct Place: Hashable, Sendable {
          /// Metres from the start.
          public var metres: Double
          public static func < (a: Self, b: Self) -> Bool { a.metres < b.metres }
          public func hash(into hasher: inout Hasher) { hasher.combine(metres) }
        }
        """,
    "Sources/Lower/Search/Finder.swift": """
        /// Finds a ``Place``.
        @frozen
        public enum Finder {
          case first, last

          /// Returns a place.
          @inlinable
          public func place() -> Place { Place(metres: 1) }
        }
        """,
    "Sources/All/README.md": "# All",
    "Sources/All/All.swift": "@_exported public import Lower\n@_exported public import Upper\n",
    "Sources/Upper/README.md": "# Upper",
    "Sources/Upper/Use.swift": """
        import Lower

        struct Use {
          let finder = Finder.first
        }
        """,
    "Tests/LowerTests/PlaceTests.swift": "struct PlaceTests {}\n",
}


def function(lines, head="func long()"):
    """A function of so many lines, from its first to its closing brace."""
    return "\n".join([head + " {", *(["  work()"] * (lines - 2)), "}"])


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.sources = self.root / "Sources"
        for name, text in CLEAN.items():
            self.write(name, text)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")

    def problems(self, circles=None, tables=(), undocumented=None):
        return [
            *imports.problems(self.root, ALLOWED, C_LIBRARY, "All"), *imports.lengths(self.root),
            *folders.circle_problems(self.sources, circles or {}), *folders.size_problems(self.sources),
            *folders.page_problems(self.sources), *functions.problems(self.sources, tables),
            *documentation.problems(self.sources, undocumented or {}),
        ]

    def assertOne(self, found, *words):
        self.assertEqual(len(found), 1, found)
        for word in words:
            self.assertIn(word, found[0])


class CheckTests(Case):
    def test_a_clean_package_passes(self):
        self.assertEqual(self.problems(), [])

    def test_an_upward_import_and_a_re_export_are_problems(self):
        self.write("Sources/Lower/Values/Up.swift", "import Upper\n")
        self.assertOne(self.problems(), "Lower may not import Upper", "Up.swift:1")
        self.write("Sources/Lower/Values/Up.swift", "@_exported import Dispatch\n")
        self.assertOne(self.problems(), "re-exports Dispatch")

    def test_a_c_library_is_imported_by_one_target_alone(self):
        for name in ("Sources/Lower/Values/Up.swift", "Sources/Upper/Up.swift", "Tests/LowerTests/Up.swift", "Tools/Measure/Up.swift"):
            for line in ("import Glibc\n", "package import Musl\n", "#if canImport(Glibc)\n  import Glibc\n#endif\n",
                         "import func Glibc.open\n"):
                self.write(name, line)
                self.assertOne(self.problems(), name, "some systems lack; import System")
            (self.root / name).unlink()

    def test_a_target_without_a_row_in_the_table_is_a_problem(self):
        self.write("Sources/New/README.md", "# New")
        self.assertOne(self.problems(), "New: no entry")

    def test_a_file_above_the_limit_is_a_problem(self):
        self.write("Tests/LowerTests/PlaceTests.swift", "// line\n" * (imports.FILE_LIMIT + 1))
        self.assertOne(self.problems(), "PlaceTests.swift: 601 lines")

    def test_a_cycle_of_two_folders_is_a_problem(self):
        self.write("Sources/Lower/Values/Back.swift", "struct Back {\n  var finder: Finder?\n}\n")
        self.assertOne(self.problems(), "Lower: Search, Values need each other", "uses Finder of Search in Back.swift")

    def test_a_cycle_of_three_folders_is_a_problem(self):
        self.write("Sources/Lower/Middle/Middle.swift", "struct Middle {\n  let finder: Finder\n}\n")
        self.write("Sources/Lower/Values/Back.swift", "extension Middle {}\n")
        self.assertOne(self.problems(), "Lower: Middle, Search, Values need each other")

    def test_files_beside_the_folders_count_as_a_folder(self):
        self.write("Sources/Lower/Root.swift", "struct Root {\n  let place: Place\n}\n")
        self.assertEqual(self.problems(), [])
        self.write("Sources/Lower/Values/Back.swift", "extension Root {}\n")
        self.assertOne(self.problems(), "Lower: ., Values need each other")

    def test_a_cycle_of_folders_inside_a_folder_is_a_problem(self):
        self.write("Sources/Lower/Values/A/Fast.swift", "struct Fast {\n  let slow: Slow?\n}\n")
        self.write("Sources/Lower/Values/B/Slow.swift", "struct Slow {}\n")
        self.assertEqual(self.problems(), [])
        self.write("Sources/Lower/Values/B/Back.swift", "extension Fast {}\n")
        self.assertOne(self.problems(), "Lower/Values: A, B need each other", "uses Slow of B in Fast.swift")

    def test_names_in_comments_strings_and_nested_types_are_no_dependency(self):
        self.write("Sources/Lower/Values/Back.swift", '''
            /* Finder /* Finder */ Finder */
            // Finder
            let word = "Finder \\("a" + "Finder")" + #"Finder \\("#
            let text = """
              Finder "Finder
              """
            ''')
        self.write("Sources/Lower/Search/Nested.swift", "enum Nested {\n  struct Word {}\n}\n")
        self.write("Sources/Lower/Values/Word.swift", "enum Holder {\n  struct Inner { let word: Word }\n}\n")
        self.assertEqual(self.problems(), [])

    def test_a_known_cycle_passes_and_one_that_is_gone_is_a_problem(self):
        known = {"Lower": [{"Search", "Values"}]}
        self.assertOne(self.problems(circles=known), "Lower: Search, Values are no circle")
        self.write("Sources/Lower/Values/Back.swift", "struct Back {\n  var finder: Finder?\n}\n")
        self.assertEqual(self.problems(circles=known), [])

    def test_a_known_cycle_with_another_folder_is_a_problem(self):
        known = {"Lower": [{"Search", "Values"}]}
        self.write("Sources/Lower/Middle/Middle.swift", "struct Middle {\n  let finder: Finder\n}\n")
        self.write("Sources/Lower/Values/Back.swift", "extension Middle {}\n")
        self.assertEqual(len(self.problems(circles=known)), 2)

    def test_a_folder_above_the_limit_of_files_is_a_problem_and_one_at_it_passes(self):
        for number in range(folders.FILE_LIMIT):
            self.write(f"Sources/Upper/Deep/Er/File{number}.swift", "")
        self.assertEqual(self.problems(), [])
        self.write("Sources/Upper/Deep/Er/More.swift", "")
        self.assertOne(self.problems(), f"Upper/Deep/Er: {folders.FILE_LIMIT + 1} files")

    def test_a_folder_below_the_least_number_of_files_is_a_problem_and_one_at_it_passes(self):
        for number in range(folders.FILE_MINIMUM - 1):
            self.write(f"Sources/Upper/Deep/File{number}.swift", "")
        found = [problem for problem in folders.smallness_problems(self.sources) if "Upper/Deep" in problem]
        self.assertOne(found, f"Sources/Upper/Deep: {folders.FILE_MINIMUM - 1} files")
        self.write("Sources/Upper/Deep/More.swift", "")
        self.assertFalse([problem for problem in folders.smallness_problems(self.sources) if "Upper" in problem])

    def test_a_page_lists_each_folder_before_those_that_need_it(self):
        listed = "# Lower\n\n" + folders.LISTING + "\n\n"
        self.write("Sources/Lower/README.md", listed + "- `Values`: places.\n- `Search`: finders.\n\nMore.\n")
        self.assertEqual(list(folders.listing_problems(self.sources)), [])
        self.write("Sources/Lower/README.md", listed + "- `Search`: finders.\n- `Values`: places.\n")
        self.assertOne(list(folders.listing_problems(self.sources)), "lists Search before Values", "Place in Finder.swift")
        self.write("Sources/Lower/README.md", listed + "- `Search`, `Values`: all.\n- `Old`: gone.\n")
        self.assertOne(list(folders.listing_problems(self.sources)), "lists Old, which is no folder")
        self.write("Sources/Lower/README.md", listed + "- `Values`: places.\n")
        self.assertOne(list(folders.listing_problems(self.sources)), "does not list the folder Search")

    def test_a_target_without_a_page_is_a_problem(self):
        (self.sources / "Upper/README.md").unlink()
        self.assertOne(self.problems(), "Sources/Upper: no README.md")

    def test_a_function_above_the_limit_is_a_problem_and_one_at_it_passes(self):
        self.write("Sources/Upper/Long.swift", function(60))
        self.assertEqual(self.problems(), [])
        for head, name in (("func long()", "long"), ("  init?<T>(\n    _ t: T\n  )", "init"),
                           ("subscript(a: Int) -> Int", "subscript")):
            self.write("Sources/Upper/Long.swift", function(61, head))
            self.assertOne(self.problems(), f"Upper/Long.swift:1: {name} has 6")

    def test_a_listed_table_passes_and_one_that_is_gone_is_a_problem(self):
        tables = {"Upper/Long.swift long"}
        self.assertOne(self.problems(tables=tables), "Upper/Long.swift long: no function")
        self.write("Sources/Upper/Long.swift", function(61))
        self.assertEqual(self.problems(tables=tables), [])

    def test_a_public_declaration_without_documentation_is_a_problem(self):
        for text, name in (
            ("public struct Bare {}", "Bare"), ("// A plain comment.\npublic func bare() {}", "bare"),
            ("/// Documented.\npublic let a = 1\npublic private(set) var bare = 2", "bare"),
            ("/// Documented.\n\n@frozen\npublic enum Bare {}", "Bare"),
            ("extension Int {\n  @inlinable public init(bare: Int) { self = bare }\n}", "init(bare"),
            ("/// A protocol.\npublic protocol P {\n  func bare()\n  /// Said.\n  var a: Int { get }\n}", "bare"),
        ):
            self.write("Sources/Upper/Bare.swift", text)
            self.assertOne(self.problems(), "Upper/Bare.swift", f"{name} is public and has no documentation")

    def test_declarations_that_need_no_documentation_pass(self):
        self.write("Sources/Upper/Bare.swift", '''
            struct Hidden {
              internal var a = 1
              package func b() {}
            }

            /// A type.
            @available(*, deprecated)
            @frozen
            public struct Shown: Encodable, CustomStringConvertible {
              public var description: String { "public func bare()" }
              public func encode(to encoder: any Encoder) throws {}
              public init(from decoder: any Decoder) throws {}
              public static prefix func - (a: Self) -> Self { a }
              private(set) var c = 1
            }
            ''')
        self.assertEqual(self.problems(), [])

    def test_the_count_of_known_undocumented_declarations_can_only_shrink(self):
        self.write("Sources/Upper/Bare.swift", "public let a = 1\npublic let b = 2\n")
        self.assertEqual(self.problems(undocumented={"Upper/Bare.swift": 2}), [])
        self.assertEqual(len(self.problems(undocumented={"Upper/Bare.swift": 1})), 2)
        self.assertOne(self.problems(undocumented={"Upper/Bare.swift": 3}), "lower the 3")
        self.assertOne(self.problems(undocumented={"Upper/Bare.swift": 2, "Upper/Gone.swift": 1}), "Gone.swift: 0")


class SwiftReadingTests(unittest.TestCase):
    def test_blanking_keeps_all_offsets(self):
        text = 'let a = "\\(b["c"] ?? "}")" // {\n/* { /* { */ */ let d = #"\\"# + """\n  { "\n  """\nlet e = 1\n'
        found = swift.stripped(text)
        self.assertEqual((len(found), found.count("\n")), (len(text), text.count("\n")))
        self.assertEqual(found.split(), ["let", "a", "=", "let", "d", "=", "+", "let", "e", "=", "1"])

    def test_functions_are_measured_to_their_own_braces(self):
        text = textwrap.dedent('''
            protocol P {
              func without() -> Int
              init()
            }
            func one(a: () -> Int = { 1 }) -> Int { a() }
            func two(
              a: Int
            ) throws
              -> [Int]
            where T: P {
              let text = "}"  // }
              func inner() {
              }
              return [self.init(), T.init()]
            }
            ''')
        self.assertEqual(list(functions.functions(text)), [("one", 6, 1), ("two", 7, 10), ("inner", 13, 2)])


if __name__ == "__main__":
    unittest.main()
