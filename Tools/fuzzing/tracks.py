"""Writes small recordings in the dialects that are read, for fuzzing."""

import functools
import json
import operator

SECONDS = 1_769_938_200  # 2026-02-01T09:30:00Z
HEADS = {
    "plain": '<gpx version="1.1" creator="skiroute" xmlns="http://www.topografix.com/GPX/1/1">',
    "old": '<gpx version="1.0" creator="old">',
    "slopes": '<gpx version="1.1" creator="Slopes for Android" xmlns:gte="http://www.gpstrackeditor.com/xmlschemas/General/1">',
    "garmin": '<gpx xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">',
}
INSIDES = {
    "plain": "",
    "old": "<course>90.5</course><speed>3.25</speed><hdop>0.9</hdop><vdop>12</vdop>",
    "slopes": '<hdop>19</hdop><vdop>4</vdop><extensions><gte:gps speed="1.3" azimuth="212.3"/></extensions>',
    "garmin": "<extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>3</gpxtpx:speed><gpxtpx:course>9</gpxtpx:course>"
              "</gpxtpx:TrackPointExtension><hAcc>5</hAcc><vAcc>-1</vAcc></extensions>",
}
TIMES = ("2026-02-01T09:30:0{}Z", "2026-02-01T10:30:0{}.250+01:00", "2026-02-01T09:30:0{}", "2026-02-01 09:30:0{}Z")


def _points(way, element, inside, time=TIMES[0]):
    for second, (lon, lat, ele) in enumerate(way):
        stamp = f"<time>{time.format(second)}</time>" if time else ""
        yield f'<{element} lat="{lat:.7f}" lon="{lon:.7f}"><ele>{ele:.1f}</ele>{stamp}{inside}</{element}>'


def gpx(way):
    """(name, bytes) of documents."""
    start = '<?xml version="1.0" encoding="UTF-8"?>\n'
    for name, head in HEADS.items():
        for number, time in enumerate((*TIMES, None)):
            points = list(_points(way, "trkpt", INSIDES[name], time))
            body = "".join(points[:2]) + "</trkseg><trkseg>" + "\n".join(points[2:])
            yield f"{name}-{number}", f"{start}{head}<trk><name>A run</name><trkseg>{body}</trkseg></trk></gpx>".encode()
    route = f"{start}{HEADS['plain']}<rte><name>Plan</name>{''.join(_points(way, 'rtept', ''))}</rte></gpx>"
    yield "route", route.encode()
    yield "route-utf16", route.encode("utf-16")
    yield "waypoints", f"<gpx>{''.join(_points(way, 'wpt', '<name>Hut</name>'))}</gpx>".encode()
    prefixed = route.replace("<", "<g:").replace("<g:/", "</g:").replace("<g:?", "<?")
    yield "prefixed", prefixed.encode()
    texts = "<metadata><name>&amp;&#233;&#x1F3BF;<![CDATA[<b>]]]]>&lt;</name></metadata><!-- x --><?php y ?>"
    yield "texts", f"\ufeff{start}<gpx>{texts}{''.join(_points(way, 'wpt', ''))}</gpx>".encode()
    yield "doctype", b'<!DOCTYPE gpx [<!ENTITY a "b">]><gpx>&a;</gpx>'


def _sentence(body):
    return f"${body}*{functools.reduce(operator.xor, body.encode()):02X}"


def _angle(degrees, width, letters):
    whole, rest = divmod(abs(degrees), 1)
    return f"{int(whole):0{width}}{rest * 60:07.4f},{letters[degrees < 0]}"


def nmea(way):
    """(name, bytes) of logs."""
    for start, date, name in (("0930", "010226", "day"), ("2359", "310126", "night")):
        lines = []
        for second, (lon, lat, ele) in enumerate(way):
            time = f"{start}5{second + 7}" if second < 3 else f"{(int(start[:2]) + (start[2:] == '59')) % 24:02}000{second}"
            place = f"{_angle(lat, 2, 'NS')},{_angle(lon, 3, 'EW')}"
            lines += [f"GPGGA,{time}.00,{place},1,08,0.9,{ele:.1f},M,47.0,M,,",
                      "GPGSA,A,3,01,02,,,,,,,,,,,1.5,0.9,1.2", f"GNRMC,{time}.00,A,{place},10.0,90.5,{date},,,A",
                      "GPVTG,090.5,T,,M,10.0,N,18.5,K,A"]
        yield f"{name}-all", "\r\n".join(map(_sentence, lines)).encode()
        yield f"{name}-heights", "\n".join(_sentence(line) for line in lines if "GGA" in line).encode()
        yield f"{name}-phone", "".join(f"NMEA,{_sentence(line)},1769938200000\n" for line in lines).encode()
    place = f"{_angle(way[0][1], 2, 'NS')},{_angle(way[0][0], 3, 'EW')}"
    others = ["GNZDA,093000,01,02,2026,00,00", f"GNGNS,093000,{place},AN,10,2.0,1700.0,47.0,,",
              "GNGST,093000,1.0,,,,3.0,4.0,7.0", f"GNGLL,{place},093001,A,A"]
    yield "others", "\n".join(map(_sentence, others)).encode()
    yield "unchecked", "\n".join(f"${line}" for line in others).encode()


def csv(way):
    """(name, bytes) of tables."""
    rows = [(SECONDS + second, lat, lon, ele) for second, (lon, lat, ele) in enumerate(way)]
    for unit, factor in (("s", 1), ("ms", 1000), ("ns", 10**9)):
        lines = ["time,lat,lon,ele", *(f"{time * factor},{lat:.7f},{lon:.7f},{ele:.1f}" for time, lat, lon, ele in rows)]
        yield f"epoch-{unit}", "\n".join(lines).encode()
    lines = ["Date;Time;Latitude;Longitude;Altitude (ft);Speed (km/h);Accuracy;Bearing;Name"]
    lines += [f"2026/02/01;09:30:0{t % 10};{lat:.7f};{lon:.7f};{ele:.1f};36;5;90;\"a \"\"b\"\"\"" for t, lat, lon, ele in rows]
    yield "semicolons", "\r\n".join(lines).encode()
    yield "commas", "\n".join(lines).replace(".", ",").encode()
    yield "tabs", ("# made by hand\n\n" + "\r".join(lines)).replace(";", "\t").encode()
    yield "bars", "\ufefflat|lng|timestamp|seq|hdop|speed_knots\n46,5|7.25|2026-02-01T09:30:00+01:00|7|0.8|nan".encode()


OPTIONS = {"offRouteMetres": 40.0, "announcementSeconds": 15.0, "liftAnnouncementSeconds": 25.0,
           "announcementMetres": 60.0, "firstRerouteSeconds": 15.0, "lastRerouteSeconds": 300.0}


def _step(points, number, **facts):
    rest = {"convention": "europe", "milliseconds": 60_000, "waitMilliseconds": 0, "lengthMetres": 400.5,
            "points": len(points), "edges": 2} | facts
    yield {"step": rest}
    yield {"points": [value for lon, lat, ele in points
                      for value in (round(lat * 1e7), round(lon * 1e7), round(ele * 100))]}
    yield {"edges": [2 * number, 2 * number + 1]}


def _route(way, event="route-set"):
    """A lift to where the way begins, the way as a run, and a walk on."""
    below = (way[-1][0], way[-1][1] - 0.002, way[-1][2] - 50)
    yield {"event": event, "region": 0, "steps": 3}
    yield from _step([below, way[0]], 0, kind="lift", feature=7, id="way/1", name="Ahorn \"\u202e", liftKind="gondola",
                     seats=8, waitMilliseconds=180_000, ascentMetres=300.0)
    yield from _step(way, 1, kind="run", feature=8, name="A run", ref="12", difficulty="easy", estimated=True,
                     steeper=True, descentMetres=290.5, maxGradient=0.31)
    yield from _step([way[-1], below], 2, kind="walk")


def _steps(way, count):
    """Fixes from the first point of a way to its last."""
    for number in range(count):
        place, share = divmod(number * (len(way) - 1) / count, 1)
        (lon, lat, ele), (to, up, high) = way[int(place)], way[int(place) + 1]
        yield {"lat": lat + (up - lat) * share, "lon": lon + (to - lon) * share, "ele": ele + (high - ele) * share}


def journal(way):
    """(name, bytes) of the events of journals, without the lines that events lead to."""
    head = {"journal": "skiroute-navigation", "version": 1, "options": OPTIONS}
    fixes = [{"event": "fix", "fix": {**place, "time": SECONDS + 9.5 * number, "hacc": 6.0}}
             for number, place in enumerate(_steps([(way[-1][0], way[-1][1] - 0.002, 1400.0), *way], 24))]
    matched = [{**event, "matched": {"state": "on-run", "lat": event["fix"]["lat"], "lon": event["fix"]["lon"],
                                     "distance": 0.1, "confidence": 0.95, "region": 0, "edge": 2, "along": 1 / 3}}
               for event in fixes]
    away = [{"event": "fix", "fix": {**e["fix"], "lat": e["fix"]["lat"] + 0.003, "course": 200.0, "cacc": 9.0,
                                     "speed": 7.25, "sacc": 0.5, "vacc": 4.0, "sequence": n}} for n, e in enumerate(fixes)]
    odd = {"event": "fix", "fix": {"lat": "nan", "lon": -0.0, "time": "inf", "ele": 1e300, "course": "-inf"}}
    words = [{"event": word} for word in ("paused", "resumed", "reroute-failed", "route-cleared")]
    closed = [{"event": "lift-status-changed", "lift": 7, "isOpen": value} for value in (False, True)]
    forms = {
        "ridden": [*_route(way), *fixes],
        "matched": [*_route(way), *matched, odd],
        "left": [*_route(way), *fixes[:9], *away[9:18], *_route(way, "reroute-answered"), *fixes[18:]],
        "lost": [*_route(way), *away[:12], words[2], *away[12:], words[3]],
        "closed": [*_route(way), *fixes[:4], *closed, words[0], *fixes[4:6], words[1], *fixes[6:]],
        "empty-route": [{"event": "route-set", "region": 0, "steps": 0}, *fixes[:3]],
        "words": [*words, *closed, odd],
    }
    for name, lines in forms.items():
        yield name, "".join(json.dumps(line) + "\n" for line in (head, *lines)).encode()
