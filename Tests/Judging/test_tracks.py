"""Tools/judge-tracks: correct fixes of made recordings pass, wrong, missing and further ones are reported."""

import contextlib
import io
import json
import os
import pathlib
import random
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
JUDGES = pathlib.Path(os.environ.get("SKIROUTE_JUDGES", ROOT / ".build-judges")) / "bin" / "python"
if JUDGES.exists() and os.path.abspath(sys.executable) != os.path.abspath(JUDGES):
    os.execv(JUDGES, [str(JUDGES), *sys.argv])
sys.path.insert(0, str(ROOT / "Tools"))

from judging import recordings, tracks  # noqa: E402


def judged(ending, change=lambda fixes: fixes):
    """The exit code and output for one made recording of which the reading is the judge's own, changed."""
    source = random.Random(3)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "files" / f"00.{ending}"
        path.parent.mkdir()
        recordings.WRITERS[ending](list(recordings.way(source)), source, path)
        readings = pathlib.Path(folder) / "readings.jsonl"
        readings.write_text(json.dumps({"file": path.name, "fixes": change(tracks.peer(path))}), encoding="utf-8")
        words = io.StringIO()
        with contextlib.redirect_stdout(words):
            code = tracks.judge(path.parent, readings)
        return code, words.getvalue()


class TrackJudgeTests(unittest.TestCase):
    def test_correct_fixes_pass_in_every_format(self):
        for ending in recordings.WRITERS:
            code, words = judged(ending)
            self.assertEqual(code, 0, words)
            self.assertIn("1 files", words)

    def test_a_wrong_value_is_reported(self):
        for index, name in enumerate(("time", "latitude", "longitude", "elevation", "speed")):
            def wrong(fixes, index=index):
                number = next(n for n, fix in enumerate(fixes) if fix[index] is not None)
                return [list(fix) if n != number else [v + 0.01 if i == index else v for i, v in enumerate(fix)]
                        for n, fix in enumerate(fixes)]
            code, words = judged("fit", wrong)
            self.assertEqual(code, 1)
            self.assertIn(f"{name} ", words)

    def test_missing_and_further_fixes_are_reported(self):
        self.assertEqual(judged("gpx", lambda fixes: fixes[:-1])[0], 1)
        self.assertEqual(judged("gpx", lambda fixes: fixes + fixes[-1:])[0], 1)
        self.assertEqual(judged("tcx", lambda fixes: [[*fix[:3], None, None] for fix in fixes])[0], 1)


if __name__ == "__main__":
    unittest.main()
