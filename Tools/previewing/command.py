"""The command line of Tools/preview."""

import argparse
import pathlib
import sys

from . import library, screenshot, server
from .archive import Broken, open_archive

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def options(about):
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=pathlib.Path, help="vector tiles, PMTiles or MBTiles")
    parser.add_argument("--heights", type=pathlib.Path, metavar="FILE", help="tiles of elevations for the relief")
    parser.add_argument("--port", type=int, default=0, metavar="N", help="where it listens; any free one by default")
    parser.add_argument("--library", type=pathlib.Path, metavar="DIR", default=ROOT / ".build-preview",
                        help="where MapLibre GL is kept (.build-preview)")
    parser.add_argument("--screenshot", type=pathlib.Path, metavar="FILE", help="take a picture of the page and end")
    parser.add_argument("--at", metavar="ZOOM/LAT/LON", help="what the picture shows; all of it by default")
    parser.add_argument("--look", choices=["light", "dark"], default="light", help="of the picture (light)")
    parser.add_argument("--size", default="1200x800", metavar="WxH", help="of the picture, pixels (1200x800)")
    return parser.parse_args()


def refuse_inputs(chosen):
    """The picture is never put over an archive it is taken of, whatever the names are written like."""
    for archive in filter(None, (chosen.archive, chosen.heights)):
        if chosen.screenshot and chosen.screenshot.exists() and archive.exists() and chosen.screenshot.samefile(archive):
            raise Broken(f"{chosen.screenshot} is an input; choose another name")


def run(chosen):
    refuse_inputs(chosen)
    archives = {"vector": open_archive(chosen.archive)}
    if archives["vector"].format != "pbf":
        raise Broken(f"{chosen.archive}: holds pictures, not vector tiles; give it by --heights")
    if chosen.heights:
        archives["heights"] = open_archive(chosen.heights)
    library.fetch(chosen.library)
    made = server.make(archives, chosen.library, chosen.port)
    address = f"http://127.0.0.1:{made.server_address[1]}/"
    if chosen.screenshot:
        width, height = (int(word) for word in chosen.size.split("x"))
        page = f"{address}?look={chosen.look}" + (f"#{chosen.at}" if chosen.at else "")
        screenshot.take(made, page, chosen.screenshot, width, height)
        return
    print(f"preview: {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)
    made.serve_forever()


def entry(about):
    try:
        run(options(about))
    except Broken as error:
        sys.exit(f"preview: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
