"""Finds functions that are too long."""

from . import swift

LIMIT = 60
KEYWORDS = {"func", "init", "subscript"}


def functions(text):
    """(name, line, lines) of each function, initialiser and subscript with a body, its braces included."""
    text = swift.stripped(text)
    lines = swift.Lines(text)
    for match in swift.DECLARATION.finditer(text):
        keyword = match["keyword"]
        if keyword not in KEYWORDS:
            continue
        span = swift.body(text, match.end())
        if span:
            first = lines.number(match.start("keyword"))
            yield match["name"] if keyword == "func" else keyword, first, lines.number(span[1]) - first + 1


def problems(sources, known):
    """Says which functions below a folder are longer than the limit and which exceptions are not needed.

    `known` names the excepted, as "TARGET/FOLDER/FILE.swift NAME".
    """
    left = set(known)
    for path in sorted(sources.rglob("*.swift")):
        file = path.relative_to(sources).as_posix()
        for name, line, count in functions(path.read_text(encoding="utf-8")):
            if count <= LIMIT:
                continue
            if f"{file} {name}" in known:
                left.discard(f"{file} {name}")
            else:
                yield f"{sources.name}/{file}:{line}: {name} has {count} lines, the limit is {LIMIT}"
    for name in sorted(left):
        yield f"{name}: no function that is too long; take it off the table"
