"""Plays back what a command did to its files, and makes the states that a power cut may leave.

Nothing is on the disk before it was synchronised: of the writes to a file since its last fsync each page (4 KiB) holds any of the
versions it went through, the size is any it had; of the changes of names in a folder since the folder's last fsync any part was made.
This is more than file systems that keep a journal lose, and all that POSIX allows.
"""

import dataclasses
import hashlib
import struct

PAGE = 4096
HEAD = struct.Struct("<IIQQII")
OPEN, WRITE, TRUNCATE, SYNC, RENAME, UNLINK, CLOSE, CREATE = range(1, 9)


@dataclasses.dataclass
class Change:
    """The library's record of one call."""
    kind: int
    descriptor: int
    offset: int
    size: int
    name: str
    second: str
    data: bytes


def changes(path):
    """Reads a trace."""
    data, at = path.read_bytes(), 0
    while at < len(data):
        kind, descriptor, offset, size, first, second = HEAD.unpack_from(data, at)
        at += HEAD.size
        name, other = data[at:at + first].decode(), data[at + first:at + first + second].decode()
        at += first + second
        held = size if kind == WRITE else 0
        yield Change(kind, descriptor, offset, size, name, other, data[at:at + held])
        at += held


class Content:
    """A file's bytes: those that last, and the changes since."""

    def __init__(self, data=b""):
        self.lasting, self.pending = bytes(data), []
        self.size = len(data)

    def write(self, offset, data):
        self.pending.append((offset, data))
        self.size = max(self.size, offset + len(data))

    def cut(self, size):
        self.pending.append((size, None))
        self.size = size

    def now(self):
        return self._applied(self.pending)

    def synchronise(self):
        self.lasting, self.pending = self.now(), []

    def _applied(self, pending):
        data = bytearray(self.lasting)
        for offset, piece in pending:
            if piece is None:
                del data[offset:]
                data.extend(bytes(offset - len(data)))
            else:
                data.extend(bytes(max(0, offset - len(data))))
                data[offset:offset + len(piece)] = piece
        return bytes(data)

    def after(self, cut, how):
        """The bytes after a power cut: `how` is none, all, holes (the size alone), or random (by `cut`)."""
        if not self.pending or how == "none":
            return self.lasting
        if how == "all":
            return self.now()
        if how == "holes":
            return (self.lasting + bytes(max(0, self.size - len(self.lasting))))[:self.size]
        stages = sorted({0, len(self.pending), *(cut.randrange(len(self.pending) + 1) for _ in range(3))})
        versions = [self._applied(self.pending[:s]) for s in stages]
        size = len(cut.choice(versions))
        pages = []
        for start in range(0, size, PAGE):
            page = cut.choice(versions)[start:min(size, start + PAGE)]
            pages.append(page + bytes(min(PAGE, size - start) - len(page)))
        return b"".join(pages)


class Disk:
    """The files below a folder while a trace is played back."""

    def __init__(self, folder, files):
        self.folder = str(folder).rstrip("/")
        self.lasting = {name: Content(data) for name, data in files.items()}
        self.names, self.pending, self.open = dict(self.lasting), [], {}

    def _name(self, path):
        path = path.rstrip("/")
        inside = path.startswith(self.folder + "/")
        return path[len(self.folder) + 1:].lstrip("/") if inside else None

    def play(self, change):
        """Carries a change out."""
        name = self._name(change.name)
        if change.kind in (OPEN, CREATE):
            if change.name.rstrip("/") == self.folder:
                self.open[change.descriptor] = "folder"
            elif name is not None:
                if change.kind == CREATE:
                    self._rename({name: Content()})
                self.open[change.descriptor] = self.names[name]
        elif change.kind == RENAME and name is not None:
            self._rename({self._name(change.second): self.names[name], name: None})
        elif change.kind == UNLINK and name is not None:
            self._rename({name: None})
        elif change.kind == CLOSE:
            self.open.pop(change.descriptor, None)
        else:
            self._change_content(change, self.open.get(change.descriptor))

    def _change_content(self, change, target):
        if target == "folder":
            if change.kind == SYNC:
                self.lasting, self.pending = dict(self.names), []
        elif target is not None and change.kind == WRITE:
            target.write(change.offset, change.data)
        elif target is not None and change.kind == TRUNCATE:
            target.cut(change.offset)
        elif target is not None and change.kind == SYNC:
            target.synchronise()

    def _rename(self, names):
        self.pending.append(names)
        self.names = self._applied(self.names, [names])

    @staticmethod
    def _applied(names, pending):
        names = dict(names)
        for step in pending:
            names.update(step)
        return {name: content for name, content in names.items() if content is not None}

    def states(self, cut, random_count):
        """The states that a power cut at this moment may leave, {name: bytes}: the extreme ones and some random ones."""
        count = len(self.pending)
        plans = [(self.pending[:n], how) for n in {0, count, max(0, count - 1)} for how in ("none", "all", "holes")]
        for _ in range(random_count):
            in_order = cut.random() < 0.5
            kept = self.pending[:cut.randrange(count + 1)] if in_order else [p for p in self.pending if cut.random() < 0.5]
            plans.append((kept, "random"))
        for kept, how in plans:
            names = self._applied(self.lasting, kept)
            held = {id(c): c.after(cut, how) for c in names.values()}
            yield {name: held[id(content)] for name, content in names.items()}


def fingerprint(state):
    """A name for a state, equal for equal ones; names of temporary files don't count."""
    digest = hashlib.sha256()
    for name in sorted(state):
        digest.update(name.split(".part-")[0].encode() + b"\0" + hashlib.sha256(state[name]).digest())
    return digest.digest()
