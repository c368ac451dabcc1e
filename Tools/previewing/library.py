"""Fetches MapLibre GL, once: its script, style sheet and licence, out of the Python package that carries them.

  python3 -m previewing.library FOLDER    put them into a folder, as Tools/setup --page does
"""

import hashlib
import pathlib
import subprocess
import sys
import tempfile
import zipfile

from .archive import Broken

PACKAGE = "maplibre==0.3.6"
HASH = "eeafab617d4a1b71c0c174c71405f67c4b4e494fe1b27968d4d2359bc160e277"
FILES = ["maplibre-gl.js", "maplibre-gl.css"]
LICENCE = "LICENSE.txt"
FILE_LIMIT = 16 << 20


def fetch(folder):
    folder = pathlib.Path(folder)
    if all((folder / name).is_file() for name in [*FILES, LICENCE]):
        return
    print(f"fetching MapLibre GL ({PACKAGE}, BSD licence)", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d", scratch, PACKAGE]
        done = subprocess.run(command, capture_output=True, text=True)
        wheels = list(pathlib.Path(scratch).glob("*.whl"))
        if done.returncode or not wheels:
            raise Broken(f"MapLibre GL can't be fetched; install python3-pip, check the network: {done.stderr.strip()[-300:]}")
        if hashlib.sha256(wheels[0].read_bytes()).hexdigest() != HASH:
            raise Broken(f"{PACKAGE} has another checksum than expected; put it by hand into {folder}")
        _unpack(wheels[0], folder)


def _unpack(wheel, folder):
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        for name in FILES:
            if archive.getinfo(f"maplibre/srcjs/{name}").file_size > FILE_LIMIT:
                raise Broken(f"{PACKAGE} holds {name} of more than {FILE_LIMIT} bytes; put it by hand into {folder}")
            _put(folder / name, archive.read(f"maplibre/srcjs/{name}"))
        _put(folder / LICENCE, _licence(archive))


def _licence(wheel):
    """The licence as the script states it in its header, with the terms that it names."""
    head = wheel.read(f"maplibre/srcjs/{FILES[0]}").decode().partition("*/")[0]
    words = [line.strip(" */") for line in head.splitlines()]
    terms = pathlib.Path(__file__).with_name("maplibre-terms.txt").read_text(encoding="utf-8")
    return ("\n".join(filter(None, words)) + "\n\n" + terms).encode()


def _put(target, content):
    beside = target.with_name(f"{target.name}.part")
    beside.write_bytes(content)
    beside.replace(target)


if __name__ == "__main__":
    try:
        fetch(sys.argv[1])
    except Broken as problem:
        sys.exit(f"setup: {problem}")
