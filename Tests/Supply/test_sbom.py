#!/usr/bin/env python3
"""The bill of materials, and that dependencies are declared narrowly: in Package.swift, and with hashes for Python."""

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
sys.path.insert(0, str(ROOT / "Tools"))

from supply import parts  # noqa: E402


def sbom(**environment):
    done = subprocess.run([ROOT / "Tools" / "make-sbom"], capture_output=True, text=True, env={**os.environ, **environment})
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


class DocumentTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = sbom()
        cls.made = json.loads(cls.text)
        cls.packages = {package["SPDXID"]: package for package in cls.made["packages"]}

    def of(self, *relations):
        """The packages that are something to SkiRoute."""
        return [self.packages[entry["spdxElementId"]] for entry in self.made["relationships"]
                if entry["relationshipType"] in relations]

    def test_the_document_is_reproducible(self):
        self.assertEqual(sbom(LANG="C", LC_ALL="C", TZ="Asia/Tokyo", PYTHONHASHSEED="7"), self.text)
        later = json.loads(sbom(SOURCE_DATE_EPOCH="86400"))
        self.assertEqual(later["creationInfo"]["created"], "1970-01-02T00:00:00Z")
        self.assertNotEqual(later["documentNamespace"], self.made["documentNamespace"])

    def test_the_document_has_the_members_the_specification_requires(self):
        self.assertEqual((self.made["spdxVersion"], self.made["dataLicense"], self.made["SPDXID"]),
                         ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT"))
        self.assertRegex(self.made["documentNamespace"], r"^urn:uuid:[0-9a-f-]{36}$")
        self.assertRegex(self.made["creationInfo"]["created"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(len(self.packages), len(self.made["packages"]))
        for name, package in self.packages.items():
            self.assertRegex(name, r"^SPDXRef-[A-Za-z0-9.-]+$")
            for member in ("name", "versionInfo", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"):
                self.assertTrue(package[member], f"{name} {member}")
            self.assertNotEqual(package["licenseConcluded"], "NOASSERTION", name)
        for entry in self.made["relationships"]:
            for end in ("spdxElementId", "relatedSpdxElement"):
                self.assertIn(entry[end], {"SPDXRef-DOCUMENT", *self.packages})
        self.assertEqual(len(self.made["relationships"]), len(self.packages))

    def test_swift_packages_are_the_resolved_ones(self):
        pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
        found = {package["name"]: package for package in self.packages.values()
                 if package.get("externalRefs", [{}])[0].get("referenceLocator", "").startswith("pkg:swift/")}
        self.assertEqual(set(found), {pin["identity"] for pin in pins})
        for pin in pins:
            package = found[pin["identity"]]
            self.assertEqual(package["versionInfo"], pin["state"]["version"])
            self.assertTrue(package["downloadLocation"].endswith("@" + pin["state"]["revision"]))

    def test_linked_libraries_are_those_of_the_readme(self):
        table = (ROOT / "README.md").read_text().split("| dependency | why |\n| --- | --- |\n")[1].split("\n\n")[0]
        listed = {name for row in table.splitlines() for name in row.split("|")[1].strip().split(", ")}
        transitive = {pin["identity"] for pin in parts.pins(ROOT)} - parts.required(ROOT)
        self.assertEqual(listed, {package["name"] for package in self.of(parts.LINKED, parts.OPTIONAL)} - transitive)

    def test_debian_packages_have_the_versions_that_are_installed(self):
        for package in parts.declared(ROOT):
            found, start = parts.installed(package), f"pkg:deb/debian/{package}"
            made = [made for made in self.packages.values() for entry in made.get("externalRefs", [])
                    if re.split("[@?]", entry["referenceLocator"])[0] == start]
            self.assertEqual([one["versionInfo"] for one in made], [found[0] if found else "NOASSERTION"], package)
        linked = re.findall(r'systemLibrary\(name: "C\w+", pkgConfig: "[^"]+", providers: \[\.apt\(\["([^"]+)"',
                            (ROOT / "Package.swift").read_text())
        loaded = [name for path in ROOT.glob("Sources/CLibraries/*.c")
                  for name in re.findall(r'#define LIBRARY_PACKAGE "([^"]+)"', path.read_text())]
        self.assertGreaterEqual(len(linked), 2)
        self.assertGreaterEqual(len(loaded), 5)
        self.assertLessEqual({*linked, *loaded}, set(parts.declared(ROOT)))

    def test_python_packages_have_the_versions_that_are_pinned(self):
        names = {package["name"]: package for package in self.of(parts.TEST)}
        for name, version, hashes in parts.pinned(ROOT):
            self.assertEqual(names[name]["versionInfo"], version)
            for digest in hashes:
                self.assertIn(digest, names[name]["comment"])


class DeclarationTests(unittest.TestCase):
    def test_a_dependency_without_a_licence_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            for name in ("Package.swift", "Package.resolved", "Tools/setup", "Tools/judging/requirements.txt",
                         "Tools/previewing/library.py", "Sources/SkiBuild/Zones/ZoneTable+Packed.swift"):
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, copy / name)
            self.assertEqual(parts.all_of(copy), parts.all_of(ROOT))
            changes = [("Package.swift", "libpng-dev", "libother-dev"), ("Tools/setup", "gdal-bin", "other-bin"),
                       ("Package.resolved", "swift-argument-parser", "swift-other"),
                       ("Tools/judging/requirements.txt", "shapely==", "other=="),
                       ("Tools/previewing/library.py", '"maplibre==', '"other==')]
            for name, old, new in changes:
                text = (copy / name).read_text()
                (copy / name).write_text(text.replace(old, new))
                with self.assertRaisesRegex(parts.Missing, "other"):
                    parts.all_of(copy)
                (copy / name).write_text(text)

    def test_swift_packages_are_taken_up_to_the_next_major_version(self):
        for manifest in [ROOT / "Package.swift", *ROOT.glob("Tools/*/Package.swift")]:
            for line in re.findall(r"\.package\(\s*url:[^\n]*", manifest.read_text()):
                self.assertRegex(line, r'from: "\d+\.\d+\.\d+"|"3\.12\.3"\.\.<"5\.0\.0"', manifest)

    def test_the_resolved_versions_are_the_recorded_ones(self):
        self.assertEqual(parts.versions(ROOT), (ROOT / "Tools" / "supply" / "versions.txt").read_text(),
                         "other versions were resolved; read what changed in them, then run "
                         "Tools/make-sbom --versions -o Tools/supply/versions.txt")

    def test_every_python_package_has_hashes_and_they_are_required(self):
        pinned = list(parts.pinned(ROOT))
        self.assertGreaterEqual(len(pinned), 8)
        for name, version, hashes in pinned:
            self.assertRegex(version, r"^[\d.]+(\.post\d+)?$", name)
            self.assertTrue(hashes, name)
            for digest in hashes:
                self.assertRegex(digest, r"^[0-9a-f]{64}$", name)
        setup = (ROOT / "Tools" / "setup").read_text()
        for line in re.findall(r".*\bpip install\b.*", setup):
            self.assertIn("--require-hashes", line)


if __name__ == "__main__":
    unittest.main()
