#!/usr/bin/env python3
"""Lists the public types of a small module with planted faults: types of which an app can have no value."""

import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tools"))

from documenting import command, symbols, types  # noqa: E402

LOWER = """
public struct Money { public let amount: Int }
public struct Purse { public init(_ amounts: Int...) {} }
"""
SOURCE = """
import Lower

// Made by initialisers, cases and static members.
public struct Made { public init() {} }
public struct MadeOfMade { public init(_ made: Made) {} }
public enum Choice { case first, second(Made) }
public struct Token: Sendable { public static let one = Token(); init() {} }
public enum Names { public static func make() -> Product { Product() } }
public struct Product { init() {} ; public let part = Part() }
public struct Part { init() {} }
public struct Outer { public struct Options { public init() {} } ; public init(_ options: Options) {} }

// Got from members, aliases, extensions, closures, cases and conformances.
extension Made {
  public var list: [Listed?] { [] }
  public func walk(_ body: (Visited) async throws -> Void) {}
  public func outcome() -> Outcome { .none }
  public var alias: Alias { Alias() }
}
public struct Listed { init() {} }
public struct Visited { init() {} }
public enum Outcome { case none, some(Payload) }
public struct Payload { init() {} }
public typealias Alias = Aliased
public struct Aliased { init() {} }
public protocol Receiver { func receive(_ news: News) -> Reply }
public struct News { init() {} }
public struct Reply { public init() {} }
extension Purse { public var inside: Inside { Inside() } }
public struct Inside { init() {} }

// Neither.
public struct Lost { init() {} ; public var own: Lost { Lost() } }
public struct MadeOfLost { public init(_ lost: Lost) {} }
public enum OnlyMade { case plain, with(Hidden) }
public struct Hidden { init() {} }
public struct Decoded: Decodable { init() {} ; public init(from decoder: any Decoder) throws {} }
public struct OfDecoded { init() {} }
extension Decoded { public var part: OfDecoded { OfDecoded() } }
public struct First { public init(_ second: Second) {} }
public struct Second { public init(_ first: First) {} }
public struct Given { public init(_ give: () -> Taken) {} }
public struct Taken { init() {} }
public protocol Giver { func give() -> Gift ; var other: Product { get } }
public struct Gift { init() {} }

package struct Internal { package init() {} }
"""
LOST = {"Lost", "MadeOfLost", "Hidden", "Decoded", "OfDecoded", "First", "Second", "Given", "Taken", "Gift"}


class TypesTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        built = pathlib.Path(folder.name) / "build/platform/release"
        modules = built / "Modules"
        modules.mkdir(parents=True)
        tool = command.tool("swift-symbolgraph-extract")
        cls.graphs = {}
        for name, text in (("Lower", LOWER), ("Upper", SOURCE.replace("import Lower", "public import Lower"))):
            source = modules / f"{name}.swift"
            source.write_text(text, encoding="utf-8")
            subprocess.run(
                ["swiftc", "-emit-module", "-swift-version", "6", "-parse-as-library", "-package-name", "example", "-module-name", name,
                 "-I", modules, "-emit-module-path", modules / f"{name}.swiftmodule", source], check=True)
            cls.graphs[name] = pathlib.Path(folder.name) / name
            symbols.extract(tool, name, built, ROOT / "Tests/Checking/none", cls.graphs[name])
        cls.found = types.PublicTypes(cls.graphs)

    def test_all_public_types_are_listed_with_module_and_kind(self):
        lines = self.found.lines()
        self.assertEqual(lines, sorted(lines))
        self.assertEqual(len(lines), sum((LOWER + SOURCE).count(f"public {kind}") for kind in ("struct", "enum", "protocol")))
        for line in ("Lower struct Money", "Upper enum Choice", "Upper protocol Giver", "Upper struct Outer.Options"):
            self.assertIn(line, lines)
        self.assertFalse([line for line in lines if "Internal" in line])

    def test_planted_types_without_values_are_found_and_no_others(self):
        lost = {line.split()[2].rstrip(":") for line in self.found.problems() if line.endswith("no app can make or get a value")}
        self.assertEqual(lost, LOST | {"Money"})

    def test_what_a_conformance_returns_must_be_made(self):
        required = [line for line in self.found.problems() if line.endswith("requires")]
        self.assertEqual(required, ["Upper struct Product: no app can make a value, which Giver.other requires"])

    def test_the_listing_is_compared_in_both_directions(self):
        path = ROOT / "Tools/list-public-types"
        loader = importlib.machinery.SourceFileLoader("listing", str(path))
        tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("listing", loader))
        loader.exec_module(tool)
        with tempfile.TemporaryDirectory() as folder:
            tool.LISTING = pathlib.Path(folder) / "PublicTypes.txt"
            said = io.StringIO()
            with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(tool.report(self.found, False), 1)
                self.assertEqual(tool.LISTING.read_text().splitlines(), self.found.lines())
                listed = tool.LISTING.read_text().replace("Upper struct Made\n", "Upper struct Old\n")
                tool.LISTING.write_text(listed)
                tool.report(self.found, True)
            self.assertIn("Upper struct Made: is public, and not in PublicTypes.txt\n", said.getvalue())
            self.assertIn("Upper struct Old: is in PublicTypes.txt, and not public\n", said.getvalue())
            self.assertEqual(tool.LISTING.read_text(), listed)


if __name__ == "__main__":
    unittest.main()
