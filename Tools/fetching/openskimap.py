"""fetch-openskimap: the four planet files of OpenSkiMap, and one area cut out of them."""

import datetime
import os
import sys

from . import areas, command, cutting, folder, geojson, sidecar, terms, web
from .bounds import Box, looks_like_box
from .download import Download, Progress
from .status import BAD_DATA, MISSING, FetchError, disk_error, moment, note, now, shown, stamp

FILES = ("ski_areas.geojson", "lifts.geojson", "spots.geojson", "runs.geojson")  # small ones first
VARIABLE = "SKIROUTE_OPENSKIMAP_URL"
_DAY = datetime.timedelta(days=1)
_MORE = """\
The planet files (about 1 GB) go to the folder of -o and stay there; an area is cut out of them into a folder of its
own, DIR/NAME. They are requested at most once a day, which is what OpenSkiMap permits; --force requests them anyway.
A download that broke off continues where it ended. SKIROUTE_OPENSKIMAP_URL or --base-url name a mirror.

exit codes: 0 done, 64 usage (an area's name that matches none or several), 65 the data are not what was requested,
66 no such file on the server, 69 server unavailable (run again to continue), 73 and 74 folder can't be written, 130 interrupted"""


def main(arguments):
    parser = command.parser("fetch-openskimap", "Fetches OpenSkiMap's runs, lifts, ski areas and spots.", _MORE)
    parser.add_argument("-o", "--output", default="openskimap", metavar="DIR", help="the folder (%(default)s)")
    parser.add_argument("--area", metavar="NAME|BBOX", help="a ski area by name or id, or south,west,north,east in "
                                                            "degrees, to cut out")
    parser.add_argument("--force", action="store_true", help="request even within a day of the last download")
    parser.add_argument("--max-bytes", type=command.count_of_bytes, default=8 << 30, metavar="N",
                        help="the largest file accepted, in bytes (%(default)d)")
    options = parser.parse_args(arguments)
    wanted = options.area.strip() if options.area is not None else None
    box = Box.parse(wanted) if wanted is not None and looks_like_box(wanted) else None
    base = command.base_address(options, VARIABLE, terms.OPENSKIMAP["address"])
    note(terms.OPENSKIMAP_TERMS)
    with folder.locked(options.output):
        Fetching(options, base).run()
        if wanted is None:
            for name in FILES:
                path = os.path.join(options.output, name)
                if os.path.exists(path):
                    print(path, flush=True)
        else:
            _cut(options.output, wanted, box)
    return 0


class Fetching:
    """Brings the planet files of one folder up to date."""

    def __init__(self, options, base):
        self.options, self.base, self.folder = options, base, options.output
        self.session = web.Session(command.manners(options))
        self.source = sidecar.read(self.folder, terms.OPENSKIMAP["name"])
        files = self.source.get("files", {})
        self.entries = {name: entry if isinstance(entry := files.get(name), dict) else {} for name in FILES}

    def run(self):
        self._write()  # before the data: there is never data here without its terms
        for name in FILES:
            try:
                self._fetch(name)
            except FetchError as error:
                # Spots are younger than the rest; a mirror may lack them, and a map can be built without.
                if error.status != MISSING or name != "spots.geojson":
                    raise
                note(f"{error}; going on without")
                self.entries[name] = {"address": f"{self.base}/{name}", "checkedAt": stamp(now())}
                self._write()

    def _fetch(self, name):
        path, address, entry = os.path.join(self.folder, name), f"{self.base}/{name}", self.entries[name]
        if not self._is_ours(path, address, entry):
            entry = {}
        checked = moment(entry.get("checkedAt"))
        if checked and not self.options.force and datetime.timedelta(0) <= now() - checked < _DAY:
            note(f"{name}: requested at {stamp(checked)}; one automatic download a day is permitted, so "
                 + ("it is not requested again" if entry.get("bytes") is None else "this one is kept")
                 + " (--force requests them anyway)")
            return
        progress = Progress(name, sys.stderr)
        download = Download(self.session, address, path, most_bytes=self.options.max_bytes, check=geojson.check,
                            progress=progress)
        try:
            outcome = download.run(*(value if isinstance(value, str) else None
                                     for value in (entry.get("etag"), entry.get("lastModified"))))
        finally:
            progress.end()
        moment_now = stamp(now())
        if outcome.kept:
            self.entries[name] = {**entry, "checkedAt": moment_now}
            note(f"{name}: still the newest, {outcome.length / 1e6:.1f} MB kept")
        else:
            self.entries[name] = {"address": address, "etag": outcome.etag, "lastModified": outcome.modified,
                                  "bytes": outcome.length, "fetchedAt": moment_now, "checkedAt": moment_now}
            note(f"{name}: {outcome.length / 1e6:.1f} MB, {outcome.received / 1e6:.1f} MB of them received now")
        self._write()

    def _is_ours(self, path, address, entry):
        """Returns whether the file is the one that the sidecar describes."""
        try:
            size = os.path.getsize(path)
        except OSError:
            size = None  # nor does the server have it, where the sidecar knows of no bytes either
        return entry.get("address") == address and size == entry.get("bytes")

    def _write(self):
        fetched = [entry["fetchedAt"] for entry in self.entries.values() if entry.get("fetchedAt")]
        sidecar.write(self.folder, {**terms.OPENSKIMAP, "address": self.base, "fetchedAt": max(fetched, default=None),
                                    "files": self.entries})


def _cut(home, wanted, box):
    """Cuts an area out of the planet files into a folder of its own, each file put in place whole."""
    paths = {name: os.path.join(home, name) for name in FILES if os.path.exists(os.path.join(home, name))}
    identity, name = None, wanted
    try:
        if box is None:
            area = areas.find(areas.read(paths["ski_areas.geojson"]), wanted)
            identity, name = area.id, area.name
            note(f"{shown(area.name)} ({shown(area.place) or 'place unknown'})")
            inner = area.box
            if area.is_point or inner is None:
                members = cutting.member_box([paths["lifts.geojson"], paths["runs.geojson"]], identity)
                inner = cutting.around([each for each in (inner, members) if each])
            if inner is None:
                raise FetchError(BAD_DATA, f"{shown(name)}: its place is not known; give a box instead")
            box = inner.widened(cutting.MARGIN_METRES)
            target = os.path.join(home, areas.slug(name))
            held = sidecar.read(target, terms.OPENSKIMAP["name"]).get("area")
            if isinstance(held, dict) and held.get("id") != identity:
                target += "-" + areas.slug(identity)[:12]  # another area of the same name was cut out before
        else:
            target = os.path.join(home, "box_" + box.text().replace(",", "_"))
        _cut_files(home, paths, target, box, identity, name)
    except ValueError as error:
        raise FetchError(BAD_DATA, f"{home}: a planet file is damaged ({error}); remove it and fetch again") from error


def _cut_files(home, paths, target, box, identity, name):
    planet = sidecar.read(home)
    made = {}
    try:
        os.makedirs(target, exist_ok=True)
        sidecar.write(target, {**terms.OPENSKIMAP, "address": planet.get("address"),
                               "fetchedAt": planet.get("fetchedAt"), "area": {"name": name, "id": identity},
                               "bounds": box.text(), "files": {each: {} for each in FILES}})
        for each, path in paths.items():
            made[each] = os.path.join(target, f"{each}.new")
            count = cutting.cut(path, made[each], box, identity, Progress(f"cutting {each}", sys.stderr))
            note(f"{each}: {count} features")
        for each in FILES:
            path = os.path.join(target, each)
            if each in made:
                os.replace(made[each], path)
                print(path, flush=True)
            elif os.path.exists(path):
                os.unlink(path)  # of an earlier cut, when the planet still had it
    except OSError as error:
        raise disk_error(error, target) from error
    finally:
        for beside in made.values():
            if os.path.exists(beside):
                os.unlink(beside)
    note(f"bounds: {box.text()}")


def entry():
    sys.exit(command.run("fetch-openskimap", main))
