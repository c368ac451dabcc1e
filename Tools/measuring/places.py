"""The measured data: the sample, the real areas of this machine, a planet."""

import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "Data" / "Sample"
FILES = (("runs", "runs"), ("lifts", "lifts"), ("areas", "ski_areas"), ("spots", "spots"))


class Subject:
    """The files one map is built from."""

    def __init__(self, name, folder, elevation=None):
        self.name = name
        self.inputs = [(option, folder / f"{stem}.geojson") for option, stem in FILES]
        self.inputs = [(option, path) for option, path in self.inputs if path.is_file()]
        self.elevation = elevation if elevation and elevation.is_dir() else None
        self.megabytes = sum(path.stat().st_size for _, path in self.inputs) / 1e6

    def arguments(self):
        return [text for option, path in self.inputs for text in (f"--{option}", str(path))]


def sample():
    return [Subject(f"sample/{form}", SAMPLE / form, SAMPLE / "elevation") for form in ("openskimap", "osm")]


def real():
    """Every folder below SKIROUTE_REAL_DATA, one or two levels down, that has runs and lifts; none when it is not set."""
    root = os.environ.get("SKIROUTE_REAL_DATA")
    if not root:
        return []
    root = pathlib.Path(root)
    if not root.is_dir():
        raise SystemExit(f"benchmark: SKIROUTE_REAL_DATA names {root}, which is no folder")
    folders = [f.parent for f in sorted(root.glob("*/runs.geojson")) + sorted(root.glob("*/*/runs.geojson"))
               if (f.parent / "lifts.geojson").is_file()]
    return [Subject(str(f.relative_to(root)), f, _elevation(f)) for f in folders]


def _elevation(folder):
    """An area's own heights, or those of the same area in another year."""
    own = folder / "dem"
    return own if own.is_dir() else folder.with_name(re.sub(r"-\d{4}$", "", folder.name)) / "dem"
