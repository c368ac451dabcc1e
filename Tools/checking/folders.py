"""Finds folders of a target that need each other, with too few or too many files, or that the target's page does not name in order.

A folder needs another when one of its files names a type that a file of the other declares at its top level. Folders are compared with
their siblings at each level, with all below them; files beside them make a folder of their own, called ".". Uses of members that an
extension adds are not seen: their owner can't be known without types.
"""

import collections
import re

from . import swift

FILE_MINIMUM, FILE_LIMIT = 3, 30
PAGE = "README.md"
LISTING = "Folders, each before those that need it:"
_ITEM = re.compile(r"^- ((?:`[\w.]+`(?:, )?)+):", re.M)
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
    """Says which sibling folders need each other that `known` (by parent, sets of folders) does not have, and which no longer do."""
    left = {(parent, frozenset(circle)) for parent, sets in known.items() for circle in sets}
    for parent in _parents(sources):
        name = str(parent.relative_to(sources))
        edges = needs(parent)
        for circle in sorted(circles(edges), key=sorted):
            if (name, circle) in left:
                left.remove((name, circle))
                continue
            uses = (f"{a} uses {use} of {b} in {file}" for a in sorted(circle)
                    for b, (use, file) in sorted(edges[a].items()) if b in circle)
            yield f"{name}: {', '.join(sorted(circle))} need each other: {'; '.join(uses)}"
    for name, circle in sorted(left, key=lambda item: (item[0], sorted(item[1]))):
        yield f"{name}: {', '.join(sorted(circle))} are no circle; take it off the table"


def _parents(sources):
    """The targets, and the folders in them that have folders."""
    for target in _targets(sources):
        yield target
        yield from sorted(path for path in target.rglob("*") if path.is_dir() and any(child.is_dir() for child in path.iterdir()))


def size_problems(sources):
    """Says which folders have more Swift files directly in them than the limit."""
    for folder, count in _counts(sources):
        if count > FILE_LIMIT:
            yield f"{folder}: {count} files, the limit is {FILE_LIMIT}; make subfolders"


def smallness_problems(sources):
    """Says which folders of targets have fewer Swift files than a folder should."""
    for folder, count in _counts(sources):
        if 0 < count < FILE_MINIMUM and folder.count("/") > 1:
            yield f"{folder}: {count} files, a folder has {FILE_MINIMUM} or more; move them where they belong"


def _counts(sources):
    for folder in sorted([sources, *(path for path in sources.rglob("*") if path.is_dir())]):
        yield str(folder.relative_to(sources.parent)), len(list(folder.glob("*.swift")))


def page_problems(sources):
    """Says which targets have no page that tells what they do; system libraries need none."""
    for target in _targets(sources):
        if not (target / PAGE).is_file() and not (target / "module.modulemap").exists():
            yield f"{sources.name}/{target.name}: no {PAGE}"


def listing_problems(sources):
    """Says which pages do not list their target's folders, each before those that need it.

    An item of the list is "- `NAME`: what it has", with several names when none needs another.
    """
    for target in _targets(sources):
        found = {path.relative_to(target).parts[0] for path in target.rglob("*.swift") if len(path.relative_to(target).parts) > 1}
        if found and (target / PAGE).is_file():
            text = (target / PAGE).read_text(encoding="utf-8")
            yield from _listing_problems(f"{sources.name}/{target.name}/{PAGE}", text, found, needs(target))


def _listing_problems(page, text, found, edges):
    lines = text.split(f"{LISTING}\n\n", 1)[1].split("\n\n")[0] if f"{LISTING}\n\n" in text else ""
    ranks = {name: rank for rank, names in enumerate(_ITEM.findall(lines)) for name in re.findall(r"`([^`]+)`", names)}
    for name in sorted(found - set(ranks)):
        yield f"{page}: does not list the folder {name}"
    for name in sorted(set(ranks) - found - {"."}):
        yield f"{page}: lists {name}, which is no folder"
    for name in sorted(set(ranks) & found):
        for needed, (use, file) in sorted(edges.get(name, {}).items()):
            if ranks.get(needed, -1) > ranks[name]:
                yield f"{page}: lists {name} before {needed}, which it needs: {use} in {file}"


def _targets(sources):
    return sorted(path for path in sources.iterdir() if path.is_dir())
