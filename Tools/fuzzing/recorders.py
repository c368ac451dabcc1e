"""Writes small recordings of devices: FIT, TCX, KML, GeoJSON and IGC, and packed ones, for fuzzing."""

import gzip
import io
import json
import struct
import zipfile
import zlib

SECONDS = 1_769_938_200  # 2026-02-01T09:30:00Z
FIT_EPOCH = 631_065_600
CRC = (0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01, 0x8801,
       0x4400)


def _crc(data):
    value = 0
    for byte in data:
        value = value >> 4 ^ CRC[value & 15] ^ CRC[byte & 15]
        value = value >> 4 ^ CRC[value & 15] ^ CRC[byte >> 4]
    return struct.pack("<H", value)


def _file(data, head=14, size=None):
    header = struct.pack("<BBHI4s", head, 0x20, 2132, len(data) if size is None else size, b".FIT")
    header += _crc(header) if head == 14 else b""
    return header + data + _crc(header + data)


def _define(local, message, fields, big=False, developer=()):
    head = struct.pack(">BBBHB" if big else "<BBBHB", 0x40 | (0x20 if developer else 0) | local, 0, int(big), message, len(fields))
    body = b"".join(bytes(field) for field in fields)
    if developer:
        body += bytes((len(developer),)) + b"".join(bytes((number, size, 0)) for number, size in enumerate(developer))
    return head + body


def _semicircles(degrees):
    return round(degrees * 2**31 / 180)


POINT = ((253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (78, 4, 0x86), (73, 4, 0x86), (31, 1, 2))


def _records(way, big=False, extra=b""):
    order = ">" if big else "<"
    for second, (lon, lat, ele) in enumerate(way):
        yield struct.pack(order + "BIiiIIB", 0, SECONDS - FIT_EPOCH + second, _semicircles(lat), _semicircles(lon),
                          round((ele + 500) * 5), 3250, 5) + extra


def fit(way):
    """(name, bytes) of files in both byte orders, with events, developer fields, compressed times, chained and cut."""
    for name, big in (("little", False), ("big", True)):
        plain = _define(0, 20, POINT, big) + b"".join(_records(way, big))
        for head in (12, 14):
            yield f"{name}-{head}", _file(plain, head)
    timer = _define(1, 21, ((0, 1, 0), (1, 1, 0)))
    records = list(_records(way))
    session = _define(2, 18, ((253, 4, 0x86),)) + b"\x02" + struct.pack("<I", SECONDS - FIT_EPOCH)
    yield "events", _file(_define(0, 20, POINT) + timer + b"\x01\x00\x00" + b"".join(records[:2]) + b"\x01\x00\x04\x01\x00\x00"
                          + records[2] + session + b"".join(records[3:]))
    yield "developer", _file(_define(0, 20, POINT, developer=(3, 1)) + b"".join(_records(way, extra=b"abcd")))
    times = _define(0, 20, ((253, 4, 0x86),)) + b"\0" + struct.pack("<I", SECONDS - FIT_EPOCH)
    times += _define(1, 20, ((0, 4, 0x85), (1, 4, 0x85), (2, 2, 0x84), (6, 2, 0x84)))
    for second, (lon, lat, ele) in enumerate(way):
        times += struct.pack("<BiiHH", 0xA0 | (SECONDS - FIT_EPOCH + 9 * second) & 31, _semicircles(lat), _semicircles(lon),
                             round((ele + 500) * 5), 3250)
    yield "compressed", _file(times)
    yield "chained", _file(plain) + _file(plain, 12) + b"\0"
    yield "unfinished", _file(plain, size=0)[:-2]
    types = ((9, 1, 1), (10, 2, 0x83), (11, 4, 0x88), (12, 8, 0x89), (13, 3, 0x07), (14, 1, 0x0A), (15, 2, 0x8B), (16, 4, 0x8C),
             (17, 8, 0x8E), (18, 8, 0x90), (253, 4, 0x86))
    yield "types", _file(_define(3, 0xFF00, types) + b"\x03" + bytes(range(45)) + plain)


def _time(second):
    return f"2026-02-01T09:30:{second:02}Z"


def tcx(way):
    """(name, bytes) of an activity, a course and points without a position."""
    points = [f"<Trackpoint><Time>{_time(s)}</Time><Position><LatitudeDegrees>{lat:.7f}</LatitudeDegrees><LongitudeDegrees>{lon:.7f}"
              f"</LongitudeDegrees></Position><AltitudeMeters>{ele}</AltitudeMeters><Extensions><ns3:TPX><ns3:Speed>3.5</ns3:Speed>"
              "</ns3:TPX></Extensions></Trackpoint>" for s, (lon, lat, ele) in enumerate(way)]
    head = '<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">'
    foot = "</TrainingCenterDatabase>"
    laps = f"<Lap><Track>{''.join(points[:2])}</Track><Track>{points[2]}</Track></Lap><Lap><Track>{''.join(points[3:])}</Track></Lap>"
    yield "activity", f'{head}<Activities><Activity Sport="Other"><Id>{_time(0)}</Id>{laps}</Activity></Activities>{foot}'.encode()
    yield "course", f"{head}<Courses><Course><Name>A run</Name><Track>{''.join(points)}</Track></Course></Courses>{foot}".encode()
    yield "turned", f"{head}<Activities><Activity><Lap><Track>{''.join(points[::-1])}</Track></Lap></Activity></Activities>{foot}".encode()
    bare = f"<Trackpoint><Time>{_time(9)}</Time></Trackpoint>"
    yield "bare", f"{head}<Activities><Activity><Lap><Track>{bare}{points[0]}</Track></Lap></Activity></Activities>{foot}".encode()


def _kml(way):
    whens = "".join(f"<when>{_time(s)}</when>" for s in range(len(way)))
    coords = "".join(f"<gx:coord>{lon:.7f} {lat:.7f} {ele}</gx:coord>" for lon, lat, ele in way)
    values = "".join("<gx:value>3.5</gx:value>" for _ in way)
    array = f'<ExtendedData><SchemaData><gx:SimpleArrayData name="speed">{values}</gx:SimpleArrayData></SchemaData></ExtendedData>'
    return f"<gx:Track><altitudeMode>absolute</altitudeMode>{whens}{coords}{array}</gx:Track>"


def kml(way):
    """(name, bytes) of tracks, a line and placemarks."""
    head = '<?xml version="1.0"?><kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>Days</name>'
    foot = "</Document></kml>"
    yield "track", f"{head}<Placemark><name>A run</name>{_kml(way)}</Placemark>{foot}".encode()
    yield "tracks", f"{head}<Placemark><gx:MultiTrack>{_kml(way[:2])}{_kml(way[2:])}</gx:MultiTrack></Placemark>{foot}".encode()
    line = " ".join(f"{lon:.7f},{lat:.7f},{ele}" for lon, lat, ele in way)
    yield "line", f"{head}<Placemark><LineString><coordinates>{line}</coordinates></LineString></Placemark>{foot}".encode()
    yield "points", (head + "".join(
        f"<Placemark><TimeStamp><when>{_time(s)}</when></TimeStamp>"
        f"<Point><coordinates>{lon:.7f},{lat:.7f}</coordinates></Point></Placemark>"
        for s, (lon, lat, _) in enumerate(way)) + foot).encode()


def trackjson(way):
    """(name, bytes) of lines with times in each place, and points."""
    line = {"type": "LineString", "coordinates": [[round(v, 7) for v in point] for point in way]}
    lines = {"type": "MultiLineString", "coordinates": [line["coordinates"][:2], line["coordinates"][2:]]}
    times = [_time(second) for second in range(len(way))]
    forms = {
        "coord-times": {"type": "Feature", "properties": {"name": "A run", "coordTimes": times}, "geometry": line},
        "properties": {"type": "Feature", "geometry": line, "properties": {"coordinateProperties": {"times": times, "heart": [1]}}},
        "lines": {"type": "FeatureCollection", "features": [
            {"type": "Feature", "geometry": lines, "properties": {"coordTimes": [times[:2], times[2:]]}},
            {"type": "Feature", "geometry": line}]},
        "numbers": {"geometry": {"type": "GeometryCollection", "geometries": [line]}, "properties": {"times": [SECONDS, SECONDS * 1000]}},
        "points": {"type": "FeatureCollection", "features": [
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": point},
             "properties": {"time": time, "speed": 3.5, "accuracy": 8, "heading": 90, "altitude": "1800"}}
            for point, time in zip(line["coordinates"], times)]},
    }
    for name, value in forms.items():
        yield name, json.dumps(value).encode()
    yield "lines-of-text", b"".join(b"\x1e" + json.dumps(value).encode() + b"\n" for value in forms.values())


def _angle(degrees, width, letters):
    minutes = round(abs(degrees) * 60_000)
    return f"{minutes // 60_000:0{width}}{minutes % 60_000:05}{letters[degrees < 0]}"


def igc(way):
    """(name, bytes) of flights with and without extensions, over midnight and without a date."""
    def fixes(start, extra=""):
        for second, (lon, lat, ele) in enumerate(way):
            time = (start + second) % 86_400
            valid = "AV"[second % 2]
            yield (f"B{time // 3600:02}{time // 60 % 60:02}{time % 60:02}{_angle(lat, 2, 'NS')}{_angle(lon, 3, 'EW')}{valid}"
                   f"{round(ele) - 5:05}{round(ele):05}{extra}")
    head = ["AXXX001 recorder", "HFDTE010226", "HFFXA010", "HFPLTPILOT:A B"]
    yield "plain", "\r\n".join([*head, *fixes(34_200), "LXXX a note", "G1234"]).encode()
    yield "new-date", "\n".join(["HFDTEDATE:010226,01", *fixes(34_200)]).encode()
    yield "midnight", "\n".join([*head, *fixes(86_397)]).encode()
    extensions = "I063638FXA3941GSP4244TRT4546TDS4747LAD4848LOD"
    yield "extensions", "\n".join([*head, extensions, *fixes(34_200, "0080360905063")]).encode()
    yield "no-date", "\n".join(fixes(34_200)).encode()


def _zip(members, kind):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for name, data in members:
            entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            entry.compress_type = kind
            archive.writestr(entry, data)
    return memory.getvalue()


def packed(way):
    """(name, bytes) of gzip files with each kind of block, and archives."""
    files = [("day.fit", dict(fit(way))["little-14"]), ("doc.kml", dict(kml(way))["track"]), ("day.igc", dict(igc(way))["plain"])]
    for name, data in files:
        yield f"{name}-gzip", gzip.compress(data, mtime=0)
        yield f"{name}-stored", gzip.compress(data, 0, mtime=0)
        deflater = zlib.compressobj(9, zlib.DEFLATED, 31, 9, zlib.Z_FIXED)
        yield f"{name}-fixed", deflater.compress(data) + deflater.flush()
        yield f"{name}-zip", _zip([(name, data)], zipfile.ZIP_DEFLATED)
    slopes = "".join(f"{SECONDS + s},{lat:.7f},{lon:.7f},{ele},90,3.5,5,4\n" for s, (lon, lat, ele) in enumerate(way))
    yield "slopes", _zip([("Metadata.xml", b"<Activity/>"), ("GPS.csv", slopes.encode())], zipfile.ZIP_STORED)
    yield "twice", _zip([("day.fit.gz", gzip.compress(files[0][1], mtime=0))], zipfile.ZIP_STORED)
    half = len(files[2][1]) // 2
    yield "members", gzip.compress(files[2][1][:half], mtime=0) + gzip.compress(files[2][1][half:], mtime=0) + bytes(5)
