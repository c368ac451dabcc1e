"""SOURCE.json: where the data in a folder came from, and on what terms. Data/Formats/source.md describes it."""

import json
import os

from .status import BAD_DATA, USAGE, FetchError, disk_error, shown

NAME = "SOURCE.json"
LIMIT_BYTES = 1 << 20


def read(folder, name=None):
    """The sidecar of a folder as a dictionary, empty when there is none.

    One that is damaged is an error, and so is one of another source than `name` where that is given: it would be lost,
    and with it what must be named.
    """
    path = os.path.join(folder, NAME)
    try:
        with open(path, "rb") as file:
            data = file.read(LIMIT_BYTES + 1)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise disk_error(error, path) from error
    try:
        if len(data) > LIMIT_BYTES:
            raise ValueError(f"larger than {LIMIT_BYTES} bytes")
        value = json.loads(data)
        if not isinstance(value, dict):
            raise ValueError("no object")
        if value.get("version") != 1:
            raise ValueError(f"version {str(value.get('version'))[:20]}, not 1")
        if not isinstance(value.get("files", {}), dict):
            raise ValueError("files is not an object")
    except (ValueError, RecursionError) as error:
        raise FetchError(BAD_DATA, f"{path}: not a description of a source ({error}); remove it to start over") from error
    if name is not None and value.get("name") != name:
        raise FetchError(USAGE, f"{folder}: holds data of {shown(value.get('name'))}; name another folder with -o")
    return value


def write(folder, value):
    """Puts a sidecar in place in one step."""
    data = json.dumps({"version": 1, **value}, ensure_ascii=False, indent=1).encode(errors="replace") + b"\n"
    put(os.path.join(folder, NAME), data)


def put(path, data, modified=None):
    """Writes a whole file beside its place, then renames it in; what stood there stays until then."""
    beside = path + ".new"  # one name: what a kill leaves is written over next time; the lock keeps others away
    try:
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if modified is not None:
            os.utime(beside, (modified, modified))
        os.replace(beside, path)
    except OSError as error:
        raise disk_error(error, path) from error
    finally:
        if os.path.lexists(beside):
            os.unlink(beside)
