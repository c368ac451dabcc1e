"""One big file, fetched into a .part beside its place, continued where it broke off, and put in place whole."""

import dataclasses
import email.utils
import json
import os
import re
import time

from . import sidecar, web
from .folder import room_bytes
from .status import (BAD_DATA, INPUT_OUTPUT, MISSING, UNAVAILABLE, FetchError, disk_error, note, shown)

_ROOM_LEFT = 64 << 20  # bytes of the disk that stay free
_SYNC_BYTES = 64 << 20
_MOST_STARTS = 3  # of one file in one run: it may be a gigabyte each time
_RANGE = re.compile(r"bytes (\d{1,18})-(\d{1,18})/(\d{1,18})\Z", re.ASCII)
_TYPES = {"application/json", "application/geo+json", "application/vnd.geo+json", "application/octet-stream",
          "binary/octet-stream", "text/plain", "text/json"}


@dataclasses.dataclass
class Outcome:
    """The outcome of a download."""

    kept: bool  # the server said that ours is still the newest
    etag: str | None
    modified: str | None
    length: int
    received: int  # bytes that came over the net this time


class _Changed(Exception):
    """The file on the server is not the one the part was begun from."""


class Download:
    """Fetches one address to one path."""

    def __init__(self, session, address, path, *, most_bytes, check, progress):
        """`check(path)` raises ValueError where the bytes are not what they should be."""
        self.session, self.manners = session, session.manners
        self.address, self.path, self.part = address, path, path + ".part"
        self.notes = self.part + ".json"
        self.most_bytes, self.check, self.progress = most_bytes, check, progress
        self.received = 0
        self.starts = 0

    def run(self, etag=None, modified=None):
        """Fetches the file, or finds that the one there is still the newest; else the old file stays as it is."""
        try:
            return self._run({"etag": etag, "modified": modified} if os.path.exists(self.path) else {})
        except OSError as error:
            raise disk_error(error, self.part) from error

    def _run(self, known):
        for number in range(max(1, self.manners.tries)):
            last = number + 1 >= self.manners.tries
            try:
                return self._try(known)
            except _Changed as change:
                self.progress.end()
                self._forget()
                if last:
                    raise FetchError(UNAVAILABLE, f"{shown(self.address)}: {change}, again and again; "
                                                  "try again later") from change
                note(f"{os.path.basename(self.path)}: {change}; starting over")
            except (web.Broken, web.Busy) as fault:
                self.progress.end()
                why = f"{os.path.basename(self.path)}: {fault}"
                if last:
                    if not self._begun():
                        self._forget()  # nothing came, or nothing tells whether the rest would be of the same file
                        raise FetchError(UNAVAILABLE, f"{why}; try again later") from fault
                    raise FetchError(UNAVAILABLE, f"{why}; {self._held_bytes()} bytes are kept, run the same "
                                                  "command again to continue") from fault
                web.pause_after(number, getattr(fault, "seconds", None), self.manners, why)
        raise FetchError(UNAVAILABLE, f"{shown(self.address)}: gave up")

    def _try(self, known):
        begun = self._begun()
        if begun and begun["total"] == self._held_bytes():
            return self._finish(begun)
        headers = {}
        if begun:
            headers = {"Range": f"bytes={self._held_bytes()}-", "If-Range": begun["etag"] or begun["modified"]}
        elif known.get("etag") or known.get("modified"):
            headers = {name: value for name, value in (("If-None-Match", known.get("etag")),
                                                       ("If-Modified-Since", known.get("modified"))) if value}
        answer = self.session.open(self.address, headers)
        try:
            if answer.status == 304 and not begun and headers:
                return Outcome(True, known.get("etag"), known.get("modified"), os.path.getsize(self.path), 0)
            return self._take(answer, begun)
        finally:
            self.session.close()

    def _take(self, answer, begun):
        if answer.status == 416 and begun:
            raise _Changed("the server has no such part of it")
        if answer.status in (404, 410):
            raise FetchError(MISSING, f"{shown(self.address)}: the server has no such file ({answer.status})")
        if answer.status not in (200, 206):
            raise FetchError(UNAVAILABLE, f"{shown(self.address)}: the server answers {answer.status} "
                                          f"{shown(answer.reason or '', 40)}; try again later")
        self._refuse_disguises(answer)
        if answer.status == 206:
            begun = self._continued(answer, begun)
        else:
            if begun and self._held_bytes():
                note(f"{os.path.basename(self.path)}: the server sends it from the start; starting over")
            begun = self._started(answer)
        self._believe(begun["total"], self._held_bytes())
        self._store(answer, begun)
        return self._finish(begun)

    def _refuse_disguises(self, answer):
        """Refuses what is no JSON by its own words: a page of a captive portal, a packed body."""
        kind = (answer.getheader("Content-Type") or "").split(";")[0].strip().lower()
        if kind and kind not in _TYPES:
            raise FetchError(BAD_DATA, f"{shown(self.address)}: sent as {shown(kind, 40)}, not as JSON; "
                                       "a login page of the network may be in between")
        coding = (answer.getheader("Content-Encoding") or "identity").strip().lower()
        if coding != "identity":
            raise FetchError(BAD_DATA, f"{shown(self.address)}: compressed ({shown(coding, 40)}) although it was requested "
                                       "uncompressed")

    def _continued(self, answer, begun):
        """Checks that a 206 is the rest of what is held, to the byte."""
        if not begun:
            raise FetchError(BAD_DATA, f"{shown(self.address)}: sends a part (206) although the whole was requested")
        text = answer.getheader("Content-Range") or ""
        match = _RANGE.match(text)
        first, final, total = (int(part) for part in match.groups()) if match else (-1, -1, -1)
        held = self._held_bytes()
        length = web.content_length(answer)
        etag = answer.getheader("ETag")
        if begun["etag"] and etag and etag != begun["etag"]:
            raise _Changed("it changed on the server")
        if first == held and begun["total"] not in (None, total):
            raise _Changed("it changed its size on the server")
        if not first == held <= final == total - 1 or length not in (None, total - held):
            raise FetchError(BAD_DATA, f"{shown(self.address)}: Content-Range is {shown(text, 60)!r} where bytes "
                                       f"{held} to the end were requested; refused")
        return {**begun, "total": total}

    def _started(self, answer):
        """Notes what a fresh part is begun from, so that a later run can go on with it."""
        self.starts += 1
        if self.starts > _MOST_STARTS:
            self._forget()
            raise FetchError(UNAVAILABLE, f"{shown(self.address)}: had to be started over {_MOST_STARTS} times; try "
                                          "again later")
        etag, modified = answer.getheader("ETag"), answer.getheader("Last-Modified")
        if modified and not _is_date(modified):
            modified = None
        begun = {"address": self.address, "etag": etag, "modified": modified, "total": web.content_length(answer)}
        self._believe(begun["total"], 0)
        with open(self.part, "wb"):
            pass
        sidecar.put(self.notes, json.dumps(begun).encode())
        return begun

    def _believe(self, total, held):
        """Checks a size before it is believed."""
        if total is None:
            return
        if total > self.most_bytes:
            raise FetchError(BAD_DATA, f"{shown(self.address)}: claims {total} bytes, more than the limit of {self.most_bytes} "
                                       "(--max-bytes)")
        room = room_bytes(os.path.dirname(self.path) or ".") - _ROOM_LEFT
        if total - held > room:
            raise FetchError(INPUT_OUTPUT, f"{self.path}: {total - held} bytes are still to be fetched, the disk has "
                                           f"{max(room, 0)} free; free some space or name another folder with -o")

    def _store(self, answer, begun):
        held, unsynced = self._held_bytes(), 0
        with open(self.part, "ab", buffering=0) as file:
            try:
                for piece in web.body(answer, self.manners):
                    if held == 0:
                        self._refuse_first_bytes(piece)
                    held += len(piece)
                    if held > self.most_bytes:
                        raise FetchError(BAD_DATA, f"{shown(self.address)}: goes on beyond {self.most_bytes} bytes "
                                                   "(--max-bytes)")
                    _write_all(file, piece)
                    self.received += len(piece)
                    unsynced += len(piece)
                    if unsynced > _SYNC_BYTES:
                        os.fsync(file.fileno())
                        unsynced = 0
                    self.progress(held, begun["total"])
                os.fsync(file.fileno())
            except FetchError:
                self._forget()
                raise
        if begun["total"] is None:
            begun["total"] = held
        if held < begun["total"]:
            raise web.Broken(f"broke off after {held} of {begun['total']} bytes")
        if held > begun["total"]:
            self._forget()
            raise FetchError(BAD_DATA, f"{shown(self.address)}: {held} bytes where {begun['total']} were announced")

    def _refuse_first_bytes(self, piece):
        """Refuses at the first byte what can't be GeoJSON, rather than after a gigabyte of it."""
        start = piece.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
        if start in (b"{", b""):
            return
        what = {b"<": "HTML or XML", b"\x1f": "packed (gzip)"}.get(start, f"something that starts with {start!r}")
        raise FetchError(BAD_DATA, f"{shown(self.address)}: {what}, not GeoJSON; a login page of the network may be "
                                   "in between")

    def _finish(self, begun):
        """Checks the whole, then puts it in place in one step."""
        try:
            self.check(self.part)
        except ValueError as error:
            self._forget()
            raise FetchError(BAD_DATA, f"{shown(self.address)}: {error}; the previous file is kept") from error
        length = self._held_bytes()
        os.replace(self.part, self.path)
        self._forget()
        _sync_folder(os.path.dirname(self.path) or ".")
        return Outcome(False, begun["etag"], begun["modified"], length, self.received)

    def _begun(self):
        """The version that a partial file was begun from, when it can be continued: its notes are whole and name a version."""
        try:
            with open(self.notes, "rb") as file:
                begun = json.loads(file.read(1 << 16))
            fits = (isinstance(begun, dict) and begun.get("address") == self.address
                    and all(isinstance(begun.get(key, 0), str | None) for key in ("etag", "modified"))
                    and isinstance(begun.get("total", ""), int | None) and self._held_bytes() > 0
                    and (begun["total"] is None or self._held_bytes() <= begun["total"]))
        except (OSError, ValueError, RecursionError):
            fits = False
        if not fits:
            self._forget()
            return None
        # A weak ETag promises sameness of meaning, not of bytes: nothing to glue on.
        etag = begun["etag"] if begun["etag"] and not begun["etag"].startswith("W/") else None
        if not etag and not begun["modified"] and begun["total"] != self._held_bytes():
            return None
        return {**begun, "etag": etag or (begun["etag"] if begun["total"] == self._held_bytes() else None)}

    def _held_bytes(self):
        try:
            return os.lstat(self.part).st_size
        except FileNotFoundError:
            return 0

    def _forget(self):
        for path in (self.notes, self.part):
            try:
                os.unlink(path)
            except FileNotFoundError:
                pass


def _is_date(text):
    try:
        return email.utils.parsedate_to_datetime(text) is not None
    except (TypeError, ValueError):
        return False


def _write_all(file, data):
    view = memoryview(data)
    while view:
        view = view[file.write(view):]


def _sync_folder(path):
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Progress:
    """A line that is written over, on a terminal only."""

    def __init__(self, name, stream, unit="MB", size=1e6):
        self.name, self.stream, self.unit, self.size = name, stream, unit, size
        self.is_on = stream.isatty()
        self._start, self._next = time.monotonic(), 0.0
        self._first = None

    def __call__(self, done, total):
        moment = time.monotonic()
        if not self.is_on or moment < self._next:
            return
        self._next = moment + 0.2
        self._first = done if self._first is None else self._first
        speed = (done - self._first) / max(moment - self._start, 1e-3) / self.size
        share = f"{100 * done // total:3d} %  " if total else ""
        of = f" of {total / self.size:.0f}" if total else ""
        self.stream.write(f"\r{self.name}  {share}{done / self.size:.0f}{of} {self.unit}  {speed:.1f} {self.unit}/s\x1b[K")
        self.stream.flush()

    def end(self):
        """Clears the line."""
        if self.is_on:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
