"""The built programs, and the map of the sample for them."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def built(*products):
    """Builds programs, and returns their folder."""
    for product in products:
        subprocess.run(["swift", "build", "-c", "release", "--package-path", ROOT, "--product", product], check=True, stdout=sys.stderr)
    shown = subprocess.run(["swift", "build", "-c", "release", "--package-path", ROOT, "--show-bin-path"], check=True,
                           capture_output=True, text=True)
    return pathlib.Path(shown.stdout.strip())


def make_map(folder_of_programs, folder):
    """Builds the map of the sample into a folder, and returns its path."""
    sample = ROOT / "Data" / "Sample" / "openskimap"
    path = pathlib.Path(folder) / "sample.skimap"
    subprocess.run([folder_of_programs / "skiroute", "build", "--runs", sample / "runs.geojson", "--lifts", sample / "lifts.geojson",
                    "--areas", sample / "ski_areas.geojson", "--output", path], check=True, capture_output=True)
    return path
