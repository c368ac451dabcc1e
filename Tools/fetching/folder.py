"""The folder a download goes to: made, and locked so that two downloads don't meet in it."""

import contextlib
import fcntl
import os

from .status import CANNOT_CREATE, FetchError, disk_error


@contextlib.contextmanager
def locked(path):
    """Makes a folder where it is missing and holds it until done; the lock goes with the process, however it ends."""
    lock = os.path.join(path, ".fetch.lock")
    try:
        os.makedirs(path, exist_ok=True)
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
    except OSError as error:
        raise disk_error(error, path) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise FetchError(CANNOT_CREATE, f"{path}: another download is running in this folder; wait for its end "
                                            "or name another folder with -o") from error
        yield
    finally:
        os.close(descriptor)


def room_bytes(path):
    """The free bytes of a folder's file system."""
    status = os.statvfs(path)
    return status.f_bavail * status.f_frsize
