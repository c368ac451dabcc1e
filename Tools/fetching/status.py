"""Exit codes (those of BSD's sysexits, as the skiroute command has them) and the one error these tools end with."""

import datetime
import errno
import sys

OK = 0
USAGE = 64  # an argument has no meaning, or fits several things
BAD_DATA = 65  # what came is not what was asked for; nothing of it was put in place
MISSING = 66  # there is no such file, here or there
UNAVAILABLE = 69  # the server can't be reached, is busy, stalls or breaks off; try again later
CANNOT_CREATE = 73  # the folder can't be written, or another download is at work in it
INPUT_OUTPUT = 74  # writing failed half-way, for example on a full disk
INTERRUPTED = 130  # Ctrl-C, or a polite kill


class FetchError(Exception):
    """An error, with the value, the remedy and the exit code."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def shown(text, limit=100):
    """Foreign text made safe for a terminal: control characters become ?, and long text is cut."""
    text = "".join(c if c.isprintable() else "?" for c in str(text))
    return text if len(text) <= limit else text[:limit - 1] + "…"


def disk_error(error, path):
    """An error of the file system as one of ours."""
    denied = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST)
    what = "can't be written" if denied else "writing failed"
    return FetchError(CANNOT_CREATE if denied else INPUT_OUTPUT,
                      f"{path}: {what} ({error.strerror}); check the folder and the free space of the disk")


def note(text):
    """Says something that is not a result: on standard error."""
    print(text, file=sys.stderr, flush=True)


def now():
    """This moment, UTC, whole seconds."""
    return datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)


def stamp(moment):
    """A moment as it stands in SOURCE.json, for example 2026-01-31T07:00:00Z."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def moment(text):
    """The moment a stamp names, or None when it is no stamp."""
    try:
        return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc)
    except (TypeError, ValueError):
        return None
