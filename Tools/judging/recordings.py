"""Makes recordings by the writers of others: fit-tool, gpxpy, simplekml, aerofiles; TCX by the standard library, for want of a writer."""

import datetime
import gzip
import math
import pathlib
import random
import shutil
import xml.etree.ElementTree as tree

import aerofiles.igc
import gpxpy.gpx
import simplekml
from fit_tool.fit_file_builder import FitFileBuilder
from fit_tool.profile.messages.event_message import EventMessage
from fit_tool.profile.messages.file_id_message import FileIdMessage
from fit_tool.profile.messages.record_message import RecordMessage
from fit_tool.profile.messages.session_message import SessionMessage
from fit_tool.profile.profile_type import Event, EventType, FileType, Manufacturer, Sport

COUNT = 50  # of each format
START = 1_769_938_200  # 2026-02-01T09:30:00Z


def way(source):
    """Points of a day: (seconds since 1970, latitude, longitude, elevation, speed), some without elevation or speed."""
    time = START + source.randrange(-300_000_000, 0)
    lat, lon, ele = source.uniform(-60, 70), source.uniform(-179, 179), source.uniform(0, 4000)
    for _ in range(source.randrange(2, 200)):
        time += source.choice((1, 1, 1, 2, 5, 30))
        lat, lon, ele = lat + source.gauss(0, 1e-4), lon + source.gauss(0, 1e-4), max(0, ele + source.gauss(0, 3))
        yield time, lat, lon, None if source.random() < 0.1 else ele, None if source.random() < 0.1 else source.uniform(0, 25)


def moment(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)


def fit(points, source, path):
    builder = FitFileBuilder(auto_define=True, min_string_size=50)
    head = FileIdMessage()
    head.type, head.manufacturer, head.product, head.serial_number = FileType.ACTIVITY, Manufacturer.DEVELOPMENT.value, 1, 7
    head.time_created = points[0][0] * 1000
    builder.add(head)
    for number, (time, lat, lon, ele, speed) in enumerate(points):
        if number % 40 == 20:
            for kind in (EventType.STOP, EventType.START):
                event = EventMessage()
                event.event, event.event_type, event.timestamp = Event.TIMER, kind, time * 1000
                builder.add(event)
        record = RecordMessage()
        record.timestamp = time * 1000
        if source.random() > 0.05:
            record.position_lat, record.position_long = lat, lon
        if ele is not None:
            record.enhanced_altitude = ele
        if speed is not None:
            record.enhanced_speed = speed
        record.heart_rate = 100 + number % 50
        builder.add(record)
    session = SessionMessage()
    session.timestamp, session.start_time, session.sport = points[-1][0] * 1000, points[0][0] * 1000, Sport.ALPINE_SKIING
    builder.add(session)
    builder.build().to_file(str(path))


def gpx(points, source, path):
    document = gpxpy.gpx.GPX()
    document.tracks.append(gpxpy.gpx.GPXTrack(name="A day & night"))
    version = source.choice(("1.0", "1.1"))
    for number, (time, lat, lon, ele, speed) in enumerate(points):
        if number % 50 == 0:
            document.tracks[0].segments.append(gpxpy.gpx.GPXTrackSegment())
        point = gpxpy.gpx.GPXTrackPoint(lat, lon, elevation=ele, time=moment(time + number % 4 / 4),
                                        speed=speed if version == "1.0" else None)
        document.tracks[0].segments[-1].points.append(point)
    path.write_text(document.to_xml(version=version, prettyprint=source.random() < 0.5), encoding="utf-8")


def kml(points, source, path):
    document = simplekml.Kml()
    packed = source.random() < 0.4
    track = document.newgxtrack(name="A day", altitudemode=simplekml.AltitudeMode.absolute)
    track.newwhen([moment(time).strftime("%Y-%m-%dT%H:%M:%SZ") for time, *_ in points])
    track.newgxcoord([(lon, lat, ele if ele is not None else 0) for _, lat, lon, ele, _ in points])
    if packed:
        document.savekmz(str(path))
    else:
        document.save(str(path))


def igc(points, _, path):
    with path.open("w", encoding="ascii", newline="") as file:
        writer = aerofiles.igc.Writer(file)
        writer.write_headers({
            "manufacturer_code": "XXX", "logger_id": "001", "date": moment(points[0][0]).date(), "fix_accuracy": 10, "pilot": "A B",
            "copilot": "", "glider_type": "none", "glider_id": "0", "firmware_version": "1", "hardware_version": "1",
            "logger_type": "none", "gps_receiver": "none", "pressure_sensor": "none"})
        for number, (time, lat, lon, ele, _) in enumerate(points):
            writer.write_fix(moment(time).time(), latitude=lat, longitude=lon, valid=number % 9 != 0,
                             pressure_alt=round(ele or 0) + 7, gps_alt=round(ele or 0) or None)
            if number % 30 == 0:
                writer.write_comment("PLT", "a note")


def tcx(points, _, path):
    space = "http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
    extension = "http://www.garmin.com/xmlschemas/ActivityExtension/v2"
    root = tree.Element(f"{{{space}}}TrainingCenterDatabase")
    activity = tree.SubElement(tree.SubElement(root, f"{{{space}}}Activities"), f"{{{space}}}Activity", Sport="Other")
    tree.SubElement(activity, f"{{{space}}}Id").text = moment(points[0][0]).strftime("%Y-%m-%dT%H:%M:%SZ")
    for first in range(0, len(points), 60):
        lap = tree.SubElement(activity, f"{{{space}}}Lap", StartTime=moment(points[first][0]).strftime("%Y-%m-%dT%H:%M:%SZ"))
        track = tree.SubElement(lap, f"{{{space}}}Track")
        for time, lat, lon, ele, speed in points[first:first + 60]:
            point = tree.SubElement(track, f"{{{space}}}Trackpoint")
            tree.SubElement(point, f"{{{space}}}Time").text = moment(time).strftime("%Y-%m-%dT%H:%M:%SZ")
            place = tree.SubElement(point, f"{{{space}}}Position")
            tree.SubElement(place, f"{{{space}}}LatitudeDegrees").text = repr(lat)
            tree.SubElement(place, f"{{{space}}}LongitudeDegrees").text = repr(lon)
            if ele is not None:
                tree.SubElement(point, f"{{{space}}}AltitudeMeters").text = repr(ele)
            if speed is not None:
                tpx = tree.SubElement(tree.SubElement(point, f"{{{space}}}Extensions"), f"{{{extension}}}TPX")
                tree.SubElement(tpx, f"{{{extension}}}Speed").text = repr(speed)
    tree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


WRITERS = {"fit": fit, "gpx": gpx, "kml": kml, "igc": igc, "tcx": tcx}


def make(folder, seed):
    """Writes the files of all formats into a folder, each fifth packed by gzip; returns their number."""
    source = random.Random(seed)
    folder = pathlib.Path(folder)
    for ending, writer in WRITERS.items():
        for number in range(COUNT):
            points = [(t, lat, math.remainder(lon, 360), ele, speed) for t, lat, lon, ele, speed in way(source)]
            path = folder / f"{number:02}.{ending}"
            writer(points, source, path)
            if number % 5 == 4 and not path.read_bytes().startswith(b"PK"):
                with path.open("rb") as plain, gzip.open(f"{path}.gz", "wb") as packed:
                    shutil.copyfileobj(plain, packed)
                path.unlink()
    return len(list(folder.iterdir()))
