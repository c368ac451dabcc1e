"""fetch-elevation: the public Terrarium tiles that cover a box."""

import concurrent.futures
import datetime
import email.utils
import os
import sys
import threading
import time

from . import command, folder, png, sidecar, terms, tiles, web
from .bounds import Box, looks_like_box
from .download import Progress
from .status import BAD_DATA, MISSING, UNAVAILABLE, USAGE, FetchError, disk_error, note, now, shown, stamp

VARIABLE = "SKIROUTE_TERRAIN_URL"
MOST_TILES = 4000
MOST_TILES_FORCED = 200_000
MOST_CONNECTIONS = 4
TILE_LIMIT_BYTES = 1 << 20
_TYPICAL_TILE_MB = 0.1  # a guess for mountains at zoom 12; less at sea
_MORE = f"""\
BBOX is south,west,north,east in degrees (west greater than east across the antimeridian), or the folder of an area
that fetch-openskimap cut out. Tiles go to DIR/ZOOM/X/Y.png, as skiroute build --elevation DIR reads them. Those that
are there are skipped, so an interrupted run continues; --refresh fetches newer versions. More than
{MOST_TILES} tiles need --force. SKIROUTE_TERRAIN_URL or --base-url name a mirror.

exit codes: 0 done (tiles the server lacks are listed), 64 usage, 65 the data are not a tile, 66 the server has none of
them, 69 server unavailable (run again to continue), 73 and 74 folder can't be written, 130 interrupted"""


def main(arguments):
    parser = command.parser("fetch-elevation", "Fetches elevation tiles (Terrarium PNG) for a box.", _MORE)
    parser.add_argument("box", metavar="BBOX")
    parser.add_argument("--zoom", type=int, default=12, metavar="Z",
                        help=f"0 to {tiles.GREATEST_ZOOM} (%(default)d, about 26 m a pixel in the Alps)")
    parser.add_argument("-o", "--output", default="elevation", metavar="DIR", help="the folder (%(default)s)")
    parser.add_argument("--refresh", action="store_true", help="fetch newer versions of the tiles that are there")
    parser.add_argument("--connections", type=int, default=2, metavar="N",
                        help=f"at the same time, 1 to {MOST_CONNECTIONS} (%(default)d)")
    parser.add_argument("--force", action="store_true", help=f"allow more than {MOST_TILES} tiles")
    options = parser.parse_args(arguments)
    _check(options)
    box = _box(options.box.strip())
    base = command.base_address(options, VARIABLE, terms.TERRAIN["address"])
    note(terms.TERRAIN_TERMS)
    count = tiles.count(box, options.zoom)
    note(f"{count} tiles of zoom {options.zoom} cover {box.text()}, about {max(0.1, count * _TYPICAL_TILE_MB):.1f} MB")
    most = MOST_TILES_FORCED if options.force else MOST_TILES
    if count > most:
        raise FetchError(USAGE, f"{count} tiles are more than {most}; take a smaller box or --zoom"
                         + ("" if options.force else ", or --force"))
    with folder.locked(options.output):
        return Fetching(options, base, box).run(count)


def _check(options):
    if not 0 <= options.zoom <= tiles.GREATEST_ZOOM:
        raise FetchError(USAGE, f"zoom {options.zoom}: must be 0 to {tiles.GREATEST_ZOOM}; finer tiles hold no finer "
                                "elevations in most places")
    if not 1 <= options.connections <= MOST_CONNECTIONS:
        raise FetchError(USAGE, f"connections {options.connections}: must be 1 to {MOST_CONNECTIONS}")


def _box(text):
    if looks_like_box(text) or not os.path.isdir(text):
        return Box.parse(text)
    bounds = sidecar.read(text).get("bounds")
    if not isinstance(bounds, str):
        raise FetchError(USAGE, f"{shown(text)}: not a folder of an area that fetch-openskimap cut out; give "
                                "south,west,north,east")
    return Box.parse(bounds)


class Fetching:
    """Brings the tiles of one folder up to date, on a few threads with a connection each."""

    def __init__(self, options, base, box):
        self.options, self.base, self.box, self.folder = options, base, box, options.output
        self.manners = command.manners(options)
        self.source = sidecar.read(self.folder, terms.TERRAIN["name"])
        self.lock = threading.Lock()
        self.local = threading.local()
        self.sessions = []
        self.stopping = threading.Event()
        self.counts = {"fetched": 0, "there": 0, "kept": 0}
        self.received = 0
        self.missing = []
        self.folders = self._known_folders()

    def _known_folders(self):
        """The sources of the tiles that are here already; `*` where they aren't known."""
        known = self.source.get("imagerySources")
        if isinstance(known, list) and all(isinstance(name, str) for name in known):
            return set(known)
        return {"*"} if os.path.isdir(os.path.join(self.folder, str(self.options.zoom))) else set()

    def run(self, count):
        self._write()  # before the data: there is never data here without its terms
        progress = Progress("elevation", sys.stderr, "tiles", 1)
        pool = concurrent.futures.ThreadPoolExecutor(self.options.connections)
        waiting = set()
        done = 0
        try:
            for tile in tiles.covering(self.box, self.options.zoom):
                waiting.add(pool.submit(self._fetch, *tile))
                if len(waiting) >= 64:
                    done += self._collect(waiting, concurrent.futures.FIRST_COMPLETED)
                    progress(done, count)
            while waiting:
                done += self._collect(waiting, concurrent.futures.FIRST_COMPLETED)
                progress(done, count)
        except BaseException:
            self.stopping.set()
            pool.shutdown(wait=False, cancel_futures=True)
            # Again and again: a thread may have been about to ask when its connection was ended.
            while any(future.running() for future in waiting):
                for session in list(self.sessions):
                    session.abort()
                time.sleep(0.05)
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            for session in self.sessions:
                session.close()
            progress.end()
            self._write()
        return self._tell(count)

    @staticmethod
    def _collect(waiting, when):
        done, _ = concurrent.futures.wait(waiting, return_when=when)
        waiting -= done
        for future in done:
            future.result()
        return len(done)

    def _tell(self, count):
        for x, y in sorted(self.missing)[:20]:
            note(f"missing: {self.options.zoom}/{x}/{y}")
        if len(self.missing) > 20:
            note(f"missing: and {len(self.missing) - 20} more, all listed in {sidecar.NAME}")
        if self.missing and len(self.missing) == count:
            raise FetchError(MISSING, f"the server has none of the {count} tiles; check the box and --zoom")
        print(f"{self.folder}: {self.counts['fetched']} tiles fetched ({self.received / 1e6:.1f} MB), "
              f"{self.counts['there']} there already, {self.counts['kept']} still the newest, "
              f"{len(self.missing)} missing", flush=True)
        return 0

    def _session(self):
        if not hasattr(self.local, "session"):
            self.local.session = web.Session(self.manners)
            with self.lock:
                self.sessions.append(self.local.session)
        return self.local.session

    def _fetch(self, x, y):
        """Fetches one tile unless it is there; what is put in place is whole."""
        if self.stopping.is_set():
            return
        path = os.path.join(self.folder, str(self.options.zoom), str(x), f"{y}.png")
        headers = {}
        if os.path.exists(path):
            if not self.options.refresh:
                return self._count("there")
            # The tile's own date stands in the file system: no list of dates to keep.
            headers["If-Modified-Since"] = email.utils.formatdate(os.path.getmtime(path), usegmt=True)
        address = f"{self.base}/{self.options.zoom}/{x}/{y}.png"
        for number in range(self.manners.tries):
            try:
                return self._ask(address, headers, path, (x, y))
            except (web.Broken, web.Busy) as fault:
                self._session().close()
                if number + 1 == self.manners.tries or self.stopping.is_set():
                    raise FetchError(UNAVAILABLE, f"tile {self.options.zoom}/{x}/{y}: {fault}; the tiles so far are "
                                                  "kept, run the same command again to continue") from fault
                web.pause_after(number, getattr(fault, "seconds", None), self.manners, f"tile {x}/{y}: {fault}",
                                self.stopping.wait)

    def _ask(self, address, headers, path, tile):
        answer = self._session().open(address, headers)
        if answer.status == 304 and headers:
            answer.read()
            return self._count("kept")
        if answer.status in (403, 404, 410):
            self._session().close()
            with self.lock:
                self.missing.append(tile)
            return None
        if answer.status != 200:
            self._session().close()
            raise FetchError(UNAVAILABLE, f"{shown(address)}: the server answers {answer.status}; try again later")
        data = self._body(answer, address)
        try:
            png.check_tile(data)
        except ValueError as error:
            raise FetchError(BAD_DATA, f"{shown(address)}: {error}; not saved") from error
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        except OSError as error:
            raise disk_error(error, path) from error
        with self.lock:
            self.folders |= terms.imagery_folders(answer.getheader(terms.IMAGERY_HEADER))
            self.received += len(data)
        sidecar.put(path, data, _date(answer.getheader("Last-Modified")))
        return self._count("fetched")

    def _body(self, answer, address):
        coding = (answer.getheader("Content-Encoding") or "identity").strip().lower()
        length = web.content_length(answer)
        if coding != "identity" or (length or 0) > TILE_LIMIT_BYTES:
            raise FetchError(BAD_DATA, f"{shown(address)}: " + (
                f"packed ({shown(coding, 40)})" if coding != "identity" else
                f"claims {length} bytes, a tile has at most {TILE_LIMIT_BYTES}"))
        data = bytearray()
        for piece in web.body(answer, self.manners):
            data += piece
            if len(data) > TILE_LIMIT_BYTES:
                raise FetchError(BAD_DATA, f"{shown(address)}: goes on beyond {TILE_LIMIT_BYTES} bytes")
        return bytes(data)

    def _count(self, what):
        with self.lock:
            self.counts[what] += 1

    def _write(self):
        fetched = stamp(now()) if self.counts["fetched"] else self.source.get("fetchedAt")
        missing = [f"{self.options.zoom}/{x}/{y}" for x, y in sorted(self.missing)]
        sidecar.write(self.folder, {
            **terms.TERRAIN, "address": self.base, "attribution": terms.terrain_attribution(self.folders),
            "fetchedAt": fetched, "imagerySources": sorted(self.folders), "missing": missing[:MOST_TILES]})


def _date(text):
    """A date of HTTP as seconds since 1970, or None when it makes no sense."""
    try:
        date = email.utils.parsedate_to_datetime(text or "")
        return max(0.0, date.astimezone(datetime.timezone.utc).timestamp())
    except (TypeError, ValueError, OverflowError):
        return None


def entry():
    sys.exit(command.run("fetch-elevation", main))
