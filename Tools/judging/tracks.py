"""Compares readings of recordings with those of fitdecode, gpxpy, tcxreader, fastkml and libigc.

Points without a position or a time are left out, as our reader does. What is compared besides places and times:

FIT     enhanced altitude and speed
GPX     elevation; speed in GPX 1.0
KML     elevation
IGC     the elevation of the satellites where valid (A) and not 0, else that of the pressure, the rule of Data/Formats/tracks.md
TCX     elevation; speed of the extension
"""

import argparse
import datetime
import gzip
import io
import json
import pathlib
import sys
import tempfile
import zipfile

import fastkml
import fastkml.gx
import fitdecode
import gpxpy
from libigc.gnss_fix import GNSSFix
from tcxreader.tcxreader import TCXReader

SHOWN = 20
SECONDS, DEGREES, METRES, SPEED = 1e-3, 1e-7, 1e-3, 1e-3


def seconds(moment):
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=datetime.timezone.utc)
    return moment.timestamp()


def fit(data):
    with fitdecode.FitReader(io.BytesIO(data)) as reader:
        for frame in reader:
            if not isinstance(frame, fitdecode.FitDataMessage) or frame.name != "record":
                continue
            lat, lon = frame.get_value("position_lat", fallback=None), frame.get_value("position_long", fallback=None)
            if lat is None or lon is None:
                continue
            yield (seconds(frame.get_value("timestamp")), lat * 180 / 2**31, lon * 180 / 2**31,
                   frame.get_value("enhanced_altitude", fallback=None), frame.get_value("enhanced_speed", fallback=None))


def gpx(data):
    document = gpxpy.parse(data.decode("utf-8"))
    for track in document.tracks:
        for segment in track.segments:
            for point in segment.points:
                yield seconds(point.time), point.latitude, point.longitude, point.elevation, point.speed


def kml(data):
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = archive.read("doc.kml")
    document = fastkml.KML.from_string(data.decode("utf-8"), strict=False)
    places = list(document.features)
    while places:
        place = places.pop(0)
        places = list(getattr(place, "features", ())) + places
        track = getattr(place, "kml_geometry", None)
        if isinstance(track, fastkml.gx.Track):
            for item in track.track_items:
                yield seconds(item.when.dt), item.coord.y, item.coord.x, item.coord.z if item.coord.has_z else None, None


def igc(data):
    """Each B record is read by libigc, which reads no dates of several days; times go on over midnight."""
    lines = data.decode("ascii").splitlines()
    date = next(line[5:] for line in lines if line.startswith("HFDTE")).removeprefix("DATE:")
    day = seconds(datetime.datetime.strptime(date[:6], "%d%m%y"))
    last = 0
    for line in lines:
        if not line.startswith("B"):
            continue
        fix = GNSSFix.build_from_B_record(line, 0)
        if fix.rawtime < last - 43_200:
            day += 86_400
        last = fix.rawtime
        height = fix.gnss_alt if fix.validity == "A" and fix.gnss_alt else fix.press_alt
        yield day + fix.rawtime, fix.lat, fix.lon, height or None, None


def tcx(data):
    with tempfile.NamedTemporaryFile(suffix=".tcx") as file:
        file.write(data)
        file.flush()
        exercise = TCXReader().read(file.name, only_gps=True)
        for lap in exercise.laps:
            for point in lap.trackpoints:
                yield seconds(point.time), point.latitude, point.longitude, point.elevation, point.tpx_ext.get("Speed")


READERS = {"fit": fit, "gpx": gpx, "kml": kml, "igc": igc, "tcx": tcx}


def peer(path):
    """The fixes of a file as its reader of others reads them."""
    data = path.read_bytes()
    if path.suffix == ".gz":
        data = gzip.decompress(data)
    return list(READERS[path.name.split(".")[1]](data))


def differs(a, b):
    """The first value that differs in two fixes; nothing when none does."""
    for name, x, y, limit in zip(("time", "latitude", "longitude", "elevation", "speed"), a, b, (SECONDS, DEGREES, DEGREES, METRES, SPEED)):
        if (x is None) != (y is None) or x is not None and abs(x - y) > limit:
            return f"{name} {x}, the judge reads {y}"
    return ""


def judge(folder, readings):
    ours = {}
    for text in pathlib.Path(readings).read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        ours[line["file"]] = line["fixes"]
    faults, fixes = [], 0
    paths = sorted(path for path in pathlib.Path(folder).iterdir() if path.is_file())
    for path in paths:
        theirs = peer(path)
        read = ours.get(path.name)
        fixes += len(theirs)
        if read is None or len(read) != len(theirs):
            faults.append(f"{path.name}: {None if read is None else len(read)} fixes, the judge reads {len(theirs)}")
            continue
        found = [(number, words) for number, (a, b) in enumerate(zip(read, theirs)) if (words := differs(a, b))]
        if found:
            faults.append(f"{path.name}: {len(found)} fixes differ, the first is {found[0][0]}: {found[0][1]}")
    for fault in faults[:SHOWN]:
        print(fault)
    print(f"{len(paths)} files with {fixes} fixes, {len(faults)} differ")
    return 1 if faults or not paths else 0


def main(words):
    parser = argparse.ArgumentParser(description=words, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", help="the folder of the files")
    parser.add_argument("readings", nargs="?", metavar="FILE.jsonl", help="lines of files and what we read of them")
    parser.add_argument("--make", type=int, metavar="SEED", help="write the files into the folder instead")
    chosen = parser.parse_args()
    try:
        if chosen.make is not None:
            # Its writers are needed here alone.
            from . import recordings
            print(f"{recordings.make(chosen.folder, chosen.make)} files")
            return 0
        if not chosen.readings:
            parser.error("no file of readings was given")
        return judge(chosen.folder, chosen.readings)
    except OSError as error:
        print(f"judge-tracks: {error}", file=sys.stderr)
        return 66
