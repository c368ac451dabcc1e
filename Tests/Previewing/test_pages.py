#!/usr/bin/env python3
"""Pages of Tools/preview for the sample mountain, drawn by a real browser and compared with reviewed pictures.

Runs where Chromium is and says so where it isn't; SKIROUTE_BROWSER=1 makes its absence an error. SKIROUTE_COMMAND names the
skiroute to make the tiles with (.build-test/release/skiroute). SKIROUTE_REGENERATE_GOLDEN=1 takes the pictures anew, and the
run fails on purpose: look at the change.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "Tools")]

import likeness  # noqa: E402
from previewing import library, screenshot, style  # noqa: E402
from previewing.archive import Broken  # noqa: E402

GOLDEN = HERE / "Golden"
COMMAND = pathlib.Path(os.environ.get("SKIROUTE_COMMAND", ROOT / ".build-test" / "release" / "skiroute"))
SAMPLE = ROOT / "Data" / "Sample"
BROWSER = next(filter(None, map(shutil.which, screenshot.PROGRAMS)), None)
LIBRARY = pathlib.Path(os.environ.get("SKIROUTE_PREVIEW_LIBRARY", ROOT / ".build-preview"))
VIEWS = [(zoom, look) for zoom in (13, 15) for look in ("light", "dark")]


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(f"{words[0]}: {done.stderr}")


class Tiles:
    """The sample's archives, made once."""

    def __init__(self, folder):
        heights = SAMPLE / "elevation"
        self.vector, self.heights, ski_map = folder / "s.pmtiles", folder / "h.pmtiles", folder / "s.skimap"
        parts = SAMPLE / "openskimap"
        run(COMMAND, "build", "--runs", parts / "runs.geojson", "--lifts", parts / "lifts.geojson", "--areas",
            parts / "ski_areas.geojson", "--elevation", heights, "-o", ski_map)
        run(COMMAND, "tiles", "--map", ski_map, "--zoom", "10-14", "-o", self.vector)
        run(COMMAND, "tiles", "--map", ski_map, "--layer", "terrarium", "--elevation", heights, "--zoom", "11-13", "-o",
            self.heights)

    def picture(self, target, zoom, look):
        words = [sys.executable, "-B", ROOT / "Tools" / "preview", self.vector, "--heights", self.heights, "--library", LIBRARY,
                 "--at", f"{zoom}/46.060/-4.930", "--look", look, "--size", "420x300", "--screenshot", target]
        for patience in (2, 1, 0):  # a browser on a busy machine may take longer than it is given
            try:
                run(*words)
                break
            except AssertionError as error:
                if not patience:
                    raise
                print(f"pages: again: {error}", file=sys.stderr)
        return target.read_bytes()


@unittest.skipUnless(BROWSER or os.environ.get("SKIROUTE_BROWSER"), "Chromium isn't there; Tools/setup --browser installs it")
class PageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        try:
            library.fetch(LIBRARY)
        except Broken as error:
            if os.environ.get("SKIROUTE_BROWSER"):
                raise
            print(f"pages: skipped: {error}", file=sys.stderr)
            raise unittest.SkipTest(str(error)) from None
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.tiles = Tiles(cls.folder)

    def test_the_page_matches_the_reviewed_picture(self):
        for zoom, look in VIEWS:
            with self.subTest(zoom=zoom, look=look):
                golden = GOLDEN / f"sample-{zoom}-{look}.png"
                picture = self.tiles.picture(self.folder / golden.name, zoom, look)
                self.assertIsNone(likeness.complaint(picture, golden))


class LikenessTests(unittest.TestCase):
    """The comparison itself, on pictures that were looked at."""

    def setUp(self):
        self.golden = (GOLDEN / "sample-15-light.png").read_bytes()
        self.width, self.height, self.rows = likeness.decode(self.golden)

    def changed(self, change):
        rows = [list(row) for row in self.rows]
        change(rows)
        return likeness.worst(likeness.encode(self.width, self.height, rows), self.golden)[0]

    def test_the_same_picture_is_alike(self):
        self.assertEqual(self.changed(lambda rows: None), 0)
        self.assertLessEqual(self.changed(lambda rows: [row.insert(0, row.pop()) for row in rows]), likeness.SQUARE_TOLERANCE)

    def test_a_run_of_another_colour_is_a_difference(self):
        blue = tuple(int(style.LIGHT["blue"][at:at + 2], 16) for at in (1, 3, 5))

        def repaint(rows):
            for row in rows:
                row[:] = [(214, 40, 40) if max(abs(a - b) for a, b in zip(pixel, blue)) < 40 else pixel for pixel in row]
        self.assertGreater(self.changed(repaint), likeness.SQUARE_TOLERANCE)

    def test_a_missing_run_is_a_difference(self):
        blue = tuple(int(style.LIGHT["blue"][at:at + 2], 16) for at in (1, 3, 5))

        def erase(rows):
            for row in rows:
                row[:] = [(242, 246, 250) if max(abs(a - b) for a, b in zip(pixel, blue)) < 60 else pixel for pixel in row]
        self.assertGreater(self.changed(erase), likeness.SQUARE_TOLERANCE)

    def test_a_shifted_picture_is_a_difference(self):
        self.assertGreater(self.changed(lambda rows: [row.insert(0, row.pop()) for row in rows for _ in range(8)]),
                           likeness.SQUARE_TOLERANCE)


if __name__ == "__main__":
    if not BROWSER:
        print("pages: skipped: Chromium isn't there; Tools/setup --browser installs it", file=sys.stderr)
    unittest.main()
