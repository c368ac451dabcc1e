"""Files to hand to the command: good ones, altered ones, and things that are no files."""

import json
import shutil
import subprocess

from . import forgery

FORGED, SPOILT = 24, 24


class Pools:
    """Files below a folder; `renew` makes the altered ones anew."""

    def __init__(self, program, sample, folder, random):
        self.program, self.sample, self.folder, self.random = program, sample, folder, random
        self.files = {}
        self.good, self.out = folder / "good", folder / "out"
        (folder / "bad").mkdir(parents=True)
        self.out.mkdir()
        self.renew_good()
        self._build()
        self.names, self.places = self._names()
        self._special()
        self.notes = {}
        self.renew()

    def renew_good(self):
        """Copies the sample again, whatever was written over it."""
        kept = self.good / "x.skimap"
        data = getattr(self, "map_bytes", None)
        shutil.rmtree(self.good, ignore_errors=True)
        shutil.copytree(self.sample, self.good)
        if data is not None:
            kept.write_bytes(data)
            self._write_small()

    def _build(self):
        source = self.good / "openskimap"
        self.sources = {n: str(source / f"{f}.geojson") for n, f in
                        (("runs", "runs"), ("lifts", "lifts"), ("areas", "ski_areas"), ("spots", "spots"))}
        words = [w for n, f in self.sources.items() for w in ("--" + n, f)]
        target = self.good / "x.skimap"
        subprocess.run([self.program, "build", *words, "--elevation", str(self.good / "elevation"), "-o", str(target)],
                       check=True, capture_output=True)
        self.map_bytes = target.read_bytes()

    def _names(self):
        names, places = [], []
        for key in ("runs", "lifts", "areas", "spots"):
            for feature in json.loads(open(self.sources[key], encoding="utf-8").read())["features"]:
                names += [str(v) for v in (feature["properties"].get("name"), feature["properties"].get("id")) if v]
                coordinates = feature["geometry"]["coordinates"] if feature["geometry"] else []
                while coordinates and isinstance(coordinates[0], list):
                    coordinates = coordinates[0]
                if coordinates:
                    places.append((coordinates[1], coordinates[0]))
        return names, places

    def _write_small(self):
        self._track()
        (self.good / "status.json").write_text(json.dumps({
            "version": 1, "day": "2026-02-14", "utcOffset": "+01:00", "liftHours": {"opens": "08:45", "closes": "16:45"},
            "features": [{"name": name, "state": state} for name, state in zip(self.names[::9], ("closed", "hold", "open"))]}))
        (self.good / "holidays.txt").write_text("2026-01-01\n2026-02-16\n")
        (self.good / "questions.jsonl").write_text("".join(json.dumps(question) + "\n" for question in self._questions()))

    def _questions(self):
        names = self.names[:8]
        yield from ({"id": index, "from": a, "to": b, "maxDifficulty": "red"} for index, (a, b) in enumerate(zip(names, names[1:])))
        yield {"question": "reach", "from": names[0], "minutes": 20, "depart": "10:00"}
        yield {"question": "meet", "places": names[:2], "oneWay": True}
        yield {"question": "places", "query": names[0], "limit": 3}
        yield {"question": "locate", "place": "{:.5f},{:.5f}".format(*self.places[0])}

    def _track(self):
        rows = [f"2026-01-05T09:{i // 6:02}:{i % 6 * 10:02}Z,{a:.6f},{o:.6f}" for i, (a, o) in enumerate(self.places[:300])]
        (self.good / "t.csv").write_text("time,latitude,longitude\n" + "\n".join(rows) + "\n")
        points = "".join(f'<trkpt lat="{r.split(",")[1]}" lon="{r.split(",")[2]}"><time>{r.split(",")[0]}</time></trkpt>' for r in rows)
        (self.good / "t.gpx").write_text(f'<gpx version="1.1"><trk><trkseg>{points}</trkseg></trk></gpx>')

    def _special(self):
        bad = self.folder / "bad"
        (bad / "folder").mkdir()
        (bad / "empty").write_bytes(b"")
        (bad / "loop").symlink_to("loop")
        (bad / "dangling").symlink_to("nowhere")
        with open(bad / "sparse.skimap", "wb") as file:
            file.write(self.map_bytes[:64])
            file.truncate(1 << 40)
        self.special = [str(bad / n) for n in ("folder", "empty", "loop", "dangling", "sparse.skimap", "missing")]
        self.special += ["/dev/null", "/dev/zero", "/dev/full", "/dev/stdin", "/proc/self/maps", "/proc/self", "", "x" * 5000]

    def renew(self):
        """Makes forged maps and spoilt inputs anew."""
        self._write_small()
        forged, spoilt = [], []
        for index in range(FORGED):
            path = self.folder / "bad" / f"forged{index}.skimap"
            data, self.notes[str(path)] = forgery.forge(self.map_bytes, self.random)
            path.write_bytes(data)
            forged.append(str(path))
        originals = [p for p in self.good.rglob("*") if p.is_file() and p.suffix not in (".md",)]
        for index in range(SPOILT):
            original = self.random.choice(originals)
            path = self.folder / "bad" / f"spoilt{index}{original.suffix}"
            path.write_bytes(self._spoilt(original.read_bytes()))
            spoilt.append(str(path))
        good = {n: [f] for n, f in self.sources.items()}
        self.files.update(good)
        whole = str(self.good / "x.skimap")
        self.files.update({
            "map": [whole] * 8 + forged, "old": [whole], "new": [whole] + forged, "track": [str(self.good / n) for n in ("t.csv", "t.gpx")],
            "elevation": [str(self.good / "elevation")], "sources": [str(self.good / "elevation")], "streets": [self.sources["runs"]],
            "status": [str(self.good / "status.json")], "holidays": [str(self.good / "holidays.txt")],
            "questions": [str(self.good / "questions.jsonl")],
            "hostile": self.special + spoilt * 2 + forged[:8] + [self.sources["runs"]],
            "bad-output": [str(self.folder / "out" / "no" / "a.svg"), str(self.folder / "bad" / "folder"), "/dev/full", "/dev/null",
                           "/dev/stdout", str(self.folder / "bad" / "loop"), "", "y" * 300 + ".svg"],
        })
        lines = [f"{a} {o}" for a, o in self.random.choices(self.places, k=20)] + ["x", "nan nan", "1e999,0", "\x1b[31m", "9" * 9999]
        self.random.shuffle(lines)
        (self.folder / "bad" / "input").write_text("\n".join(lines[:self.random.randrange(1, len(lines))]))
        self.standard_input = str(self.folder / "bad" / "input")

    def _spoilt(self, data):
        data, how = bytearray(data), self.random.randrange(4)
        if how == 0 or not data:
            return bytes(data[:self.random.randrange(len(data) + 1)])
        if how == 1:
            for _ in range(self.random.choice((1, 3, 30))):
                data[self.random.randrange(len(data))] = self.random.randrange(256)
        elif how == 2:
            start = self.random.randrange(len(data))
            data[start:start] = data[start:start + self.random.randrange(1, 2000)] * self.random.choice((1, 2, 50))
        else:
            digits = [i for i, b in enumerate(data[:200_000]) if 48 <= b <= 57]
            for _ in range(self.random.choice((1, 5, 50))):
                if digits:
                    data[self.random.choice(digits)] = self.random.choice(b"0123456789-.eE\"[]{},n")
        return bytes(data)
