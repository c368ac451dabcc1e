"""Finds folders of a target that need each other, folders with too many files, and targets without a page.

A folder needs another when one of its files names a type that a file of the other declares at its top level. Folders are those
directly in the target's, with all below them; files beside them make a folder of their own, called ".". Uses of members that an
extension adds are not seen: their owner can't be known without types.
"""

import collections
import re

from . import swift

FILE_LIMIT = 30
PAGE = "README.md"
_TYPES = {"struct", "class", "enum", "actor", "protocol", "typealias"}
_NAME = re.compile(r"\b[A-Z]\w+")


def needs(target):
    """By folder the folders it needs, each with one use as an example: (type, file)."""
    texts = {path: swift.stripped(path.read_text(encoding="utf-8")) for path in sorted(target.rglob("*.swift"))}
    folders = {path: _folder(path.relative_to(target)) for path in texts}
    owners = {}
    for path, text in texts.items():
        for match in swift.DECLARATION.finditer(text):
            if match["keyword"] in _TYPES and not text[match.start()].isspace():
                owners.setdefault(match["name"], folders[path])
    edges = collections.defaultdict(dict)
    for path, text in texts.items():
        for name in sorted(set(_NAME.findall(text))):
            owner = owners.get(name, folders[path])
            if owner != folders[path]:
                edges[folders[path]].setdefault(owner, (name, path.name))
    return edges


def _folder(path):
    return path.parts[0] if len(path.parts) > 1 else "."


def circles(edges):
    """The sets of folders that need each other, directly or through others."""
    reach = {start: _reached(start, edges) for start in edges}
    found = {frozenset(other for other in reach[start] if start in reach.get(other, ())) for start in edges}
    return {circle for circle in found if len(circle) > 1}


def _reached(start, edges):
    reached, left = set(), [start]
    while left:
        for other in edges.get(left.pop(), ()):
            if other not in reached:
                reached.add(other)
                left.append(other)
    return reached


def circle_problems(sources, known):
    """Says which folders of a target need each other that `known` (by target, sets of folders) does not have, and which no longer do."""
    left = {(target, frozenset(circle)) for target, sets in known.items() for circle in sets}
    for target in _targets(sources):
        edges = needs(target)
        for circle in sorted(circles(edges), key=sorted):
            if (target.name, circle) in left:
                left.remove((target.name, circle))
                continue
            uses = (f"{a} uses {name} of {b} in {file}" for a in sorted(circle)
                    for b, (name, file) in sorted(edges[a].items()) if b in circle)
            yield f"{target.name}: {', '.join(sorted(circle))} need each other: {'; '.join(uses)}"
    for target, circle in sorted(left, key=lambda item: (item[0], sorted(item[1]))):
        yield f"{target}: {', '.join(sorted(circle))} are no circle; take it off the table"


def size_problems(sources):
    """Says which folders have more Swift files directly in them than the limit."""
    for folder in sorted([sources, *(path for path in sources.rglob("*") if path.is_dir())]):
        count = len(list(folder.glob("*.swift")))
        if count > FILE_LIMIT:
            yield f"{sources.name}/{folder.relative_to(sources)}: {count} files, the limit is {FILE_LIMIT}; make subfolders"


def page_problems(sources):
    """Says which targets have no page that tells what they do; system libraries need none."""
    for target in _targets(sources):
        if not (target / PAGE).is_file() and not (target / "module.modulemap").exists():
            yield f"{sources.name}/{target.name}: no {PAGE}"


def _targets(sources):
    return sorted(path for path in sources.iterdir() if path.is_dir())
