"""GeoJSON as a stream of raw features: found by their braces, never the whole file in memory.

Only braces and strings are looked at, at the speed of a regular expression, so that the features of a planet file pass
at tens of megabytes a second whether or not they stand one a line. A feature is parsed only by who asks for it.
"""

import json
import re

WINDOW_BYTES = 4 << 20
LARGEST_FEATURE_BYTES = 64 << 20
_LARGEST_TOP_BYTES = 1 << 20
# Everything up to and including the next brace that is in no string; possessive, so that no text makes it look twice.
_TO_BRACE = re.compile(rb'(?:[^{}"]++|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+[{}]', re.DOTALL)
_LIST_BEGINS = re.compile(rb'"features"\s*:\s*\[\s*\Z')
_OPEN = ord("{")


class Scanner:
    """Walks one file, whose features come out as bytes. Afterwards `head` holds the members around them."""

    def __init__(self, file, window_bytes=WINDOW_BYTES, to_brace=_TO_BRACE):
        self._file, self._window_bytes, self._to_brace = file, window_bytes, to_brace
        self._data, self._base, self._position = b"", 0, 0
        self._top = bytearray()
        self.count = 0
        self.head = {}

    def features(self):
        """Yields each object of the list "features". Raises ValueError where this is no FeatureCollection.

        Time: linear in the bytes; memory: a window, or the largest feature.
        """
        depth, in_list, begun = 0, False, 0
        while (end := self._next_brace(begun if depth > 1 else None)) is not None:
            opens = self._data[end - 1] == _OPEN
            if depth <= 1:
                between = self._data[self._position:end - 1]
                if depth == 1 and opens:
                    in_list = self._enter(between, in_list)
                    begun = self._base + end - 1
                else:
                    self._keep(between + (b"{" if opens else b"}"))
            self._position = end
            depth += 1 if opens else -1
            if depth == 1 and not opens:
                value = self._data[begun - self._base:end]
                if in_list:
                    self.count += 1
                    yield value
                else:
                    self._keep(value)
            elif depth == 0:
                break
        self._finish(depth)

    def _enter(self, between, in_list):
        """Looks at what stands before an object of the top level; whether the object is a feature."""
        if in_list and between.strip() == b",":
            return True
        if in_list and not between.lstrip().startswith(b"]"):
            raise ValueError(f"byte {self._base + self._position}: a comma is missing between features")
        self._keep(between)
        return _LIST_BEGINS.search(between) is not None

    def _keep(self, text):
        self._top += text
        if len(self._top) > _LARGEST_TOP_BYTES:
            raise ValueError("too much around the features for a FeatureCollection")

    def _next_brace(self, begun):
        """The end of the next brace in the window, reading on as needed; None at the end of the file."""
        while True:
            match = self._to_brace.match(self._data, self._position)
            if match:
                return match.end()
            keep = self._position if begun is None else begun - self._base
            kept = len(self._data) - keep
            if kept > LARGEST_FEATURE_BYTES:
                raise ValueError(f"byte {self._base + keep}: more than {LARGEST_FEATURE_BYTES} bytes in one feature")
            # Twice as much each time, so that a long string costs no more than its length.
            piece = self._file.read(max(self._window_bytes, kept))
            if not piece:
                return None
            if b"\0" in piece:
                raise ValueError("not JSON: there are zero bytes in it")
            self._data = self._data[keep:] + piece
            self._base += keep
            self._position -= keep

    def _finish(self, depth):
        rest = self._data[self._position:]
        if depth:
            raise ValueError(f"ends in the middle, after {self.count} features")
        self._keep(rest)
        if rest.strip() or self._file.read(1 << 16).strip():
            raise ValueError("something follows the FeatureCollection, or no JSON object is there")
        try:
            head = json.loads(bytes(self._top).removeprefix(b"\xef\xbb\xbf"))
        except (ValueError, RecursionError) as error:
            raise ValueError(f"not a FeatureCollection: {error} (around its features)") from None
        if not isinstance(head, dict) or head.get("type") != "FeatureCollection":
            raise ValueError("not a FeatureCollection")
        if not isinstance(head.get("features"), list):
            raise ValueError("a FeatureCollection without a list of features")
        del head["features"]
        self.head = head


def parse(feature):
    """A raw feature as a dictionary. Raises ValueError where it is none."""
    try:
        value = json.loads(feature)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if value.get("type", "Feature") != "Feature":  # some of OpenSkiMap's areas have no type
        raise ValueError("not a Feature")
    return value


def check(path):
    """Walks a whole file and returns how many features it has. Raises ValueError where it is no FeatureCollection.

    Numbers and lists inside the features are not read, but for the first feature and those whose brackets don't pair.
    """
    with open(path, "rb") as file:
        scanner = Scanner(file)
        for feature in scanner.features():
            if scanner.count == 1 or feature.count(b"[") != feature.count(b"]"):
                parse(feature)
    return scanner.count
