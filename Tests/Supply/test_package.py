#!/usr/bin/env python3
"""Apps that add the package: what they resolve, by traits and beside other versions of the same packages.

Other versions are stand-ins: the manifest of the resolved version under another tag, which is enough to resolve.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CHECKOUTS = pathlib.Path(os.environ.get("SKIROUTE_CHECKOUTS", ROOT / ".build-test" / "checkouts")).resolve()
CRYPTO = "https://github.com/apple/swift-crypto"
COMMIT = ["git", "-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false", "commit", "-qm", "Add it"]


def repository(folder, tags):
    """Makes a folder a repository whose only commit has some tags."""
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    subprocess.run(["git", "add", "--all", "--force"], cwd=folder, check=True)
    subprocess.run(COMMIT, cwd=folder, check=True)
    for tag in tags:
        subprocess.run(["git", "tag", tag], cwd=folder, check=True)


class AddingTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.package = cls.folder / "skiroute"
        cls.package.mkdir()
        shutil.copyfile(ROOT / "Package.swift", cls.package / "Package.swift")
        for name in ("Sources", "Tests", "Tools"):
            shutil.copytree(ROOT / name, cls.package / name, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        repository(cls.package, ["0.2.0"])

    def setUp(self):
        self.app = pathlib.Path(tempfile.mkdtemp(dir=self.folder))

    def write(self, traits, others=()):
        """Writes an app that takes the package with some traits (all default ones for None) beside other packages: (address, version)."""
        chosen = "" if traits is None else ", traits: [" + ", ".join(f'"{trait}"' for trait in traits) + "]"
        lines = [f'.package(url: "file://{self.package}", from: "0.2.0"{chosen}),']
        lines += [f'.package(url: "{address}", exact: "{version}"),' for address, version in others]
        (self.app / "Package.swift").write_text(
            '// swift-tools-version: 6.2\nimport PackageDescription\n\n'
            'let package = Package(name: "App", platforms: [.macOS(.v15)], dependencies: [' + "\n".join(lines) +
            '], targets: [.executableTarget(name: "App", dependencies: [.product(name: "SkiRoute", package: "skiroute")])])\n')
        (self.app / "Sources" / "App").mkdir(parents=True, exist_ok=True)
        (self.app / "Sources" / "App" / "App.swift").write_text("@main struct App { static func main() {} }\n")

    def stand_in(self, address, checkout, version):
        """Lets an address have one version, with the manifest of the checkout."""
        folder = self.folder / f"{checkout}-{version}" / checkout
        if not folder.exists():
            folder.mkdir(parents=True)
            for manifest in (CHECKOUTS / checkout).glob("Package*.swift"):
                shutil.copyfile(manifest, folder / manifest.name)
            repository(folder, [version])
        for spelling in (address, address + ".git"):
            self.swift("config", "set-mirror", "--original", spelling, "--mirror", f"file://{folder}")

    def swift(self, *words):
        done = subprocess.run(["swift", "package", *words], cwd=self.app, capture_output=True, text=True,
                              env={name: value for name, value in os.environ.items() if not name.startswith("SKIROUTE_")})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def resolved(self):
        """The versions that the app resolves, by name, without the package itself."""
        self.swift("resolve")
        pins = json.loads((self.app / "Package.resolved").read_text())["pins"]
        versions = {pin["identity"]: pin["state"]["version"] for pin in pins}
        self.assertEqual(versions.pop("skiroute"), "0.2.0")
        return versions

    def test_an_app_without_traits_resolves_no_other_package(self):
        self.write([])
        self.assertEqual(self.resolved(), {})

    def test_the_manifests_that_apps_are_shown_resolve_no_other_package(self):
        started = ROOT / "Sources" / "SkiRouting" / "SkiRouting.docc" / "GettingStarted.md"
        shown = [re.findall(r"```swift\n(// swift-tools-version.*?)```", page.read_text(), re.S) for page in (ROOT / "README.md", started)]
        self.assertEqual([len(manifests) for manifests in shown], [1, 1])
        for manifest, in shown:
            self.write([])
            self.assertIn('.package(path: "../skiroute", traits: [])', manifest)
            (self.app / "Package.swift").write_text(manifest.replace('path: "../skiroute"', f'url: "file://{self.package}", from: "0.2.0"'))
            self.assertEqual(self.resolved(), {})

    def test_each_trait_brings_the_packages_that_it_names(self):
        for trait, expected in (("Command", {"swift-argument-parser"}), ("Sharing", {"swift-crypto", "swift-asn1"}),
                                ("SQLite", {"grdb.swift"}), ("Postgres", set())):
            with self.subTest(trait):
                (self.app / "Package.resolved").unlink(missing_ok=True)
                self.write([trait])
                self.assertEqual(set(self.resolved()), expected)

    def test_all_traits_resolve_the_recorded_versions(self):
        self.write(None)
        recorded = dict(line.split() for line in (ROOT / "Tools" / "supply" / "versions.txt").read_text().splitlines())
        self.assertEqual(self.resolved(), recorded)

    def test_an_app_that_pins_another_minor_version_resolves(self):
        for address, checkout, name, version in (
                ("https://github.com/groue/GRDB.swift", "GRDB.swift", "grdb.swift", "7.3.0"),
                ("https://github.com/groue/GRDB.swift", "GRDB.swift", "grdb.swift", "7.99.0"),
                ("https://github.com/apple/swift-nio", "swift-nio", "swift-nio", "2.999.0"),
                ("https://github.com/apple/swift-log", "swift-log", "swift-log", "1.99.0")):
            with self.subTest(f"{name} {version}"):
                self.app = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
                self.write(None, [(address, version)])
                self.stand_in(address, checkout, version)
                self.assertEqual(self.resolved()[name], version)

    def test_older_and_newer_swift_crypto_resolves(self):
        self.write(None, [(CRYPTO, "4.5.2")])
        self.assertEqual(self.resolved()["swift-crypto"], "4.5.2")
        self.app = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        self.write(["Command", "Sharing", "SQLite", "Postgres"], [(CRYPTO, "3.12.3")])
        self.assertEqual(self.resolved()["swift-crypto"], "3.12.3")


if __name__ == "__main__":
    unittest.main()
