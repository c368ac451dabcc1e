"""Finds public declarations without documentation."""

import re

from . import swift

# Requirements that protocols of the standard library document.
WITNESSES = {"hash", "description", "debugDescription", "encode", "init(from", "rawValue"}
_ATTRIBUTE = re.compile(r"\s*(?:@\w+(?:\([^)]*\))?\s*)+$")
_SKIPPED = {"import", "case", "extension"}


def undocumented(text):
    """(name, line) of each public declaration without a comment of `///` above it, requirements of public protocols among them."""
    code = swift.stripped(text)
    lines, rows = swift.Lines(code), text.split("\n")
    protocols = []
    for match in swift.DECLARATION.finditer(code):
        keyword, place = match["keyword"], match.start("keyword")
        is_public = re.search(r"\b(?:public|open)\b(?!\()", match["modifiers"]) is not None
        if keyword == "protocol" and is_public:
            protocols.append(swift.body(code, match.end()) or (0, 0))
        is_requirement = any(start < place < end and _depth(code, start, place) == 1 for start, end in protocols)
        if keyword in _SKIPPED or not (is_public or is_requirement):
            continue
        name = _name(match, code)
        number = lines.number(place)
        if name not in WITNESSES and not _is_operator(keyword, name) and not _is_documented(rows, number):
            yield name, number


def _depth(code, start, place):
    return sum({"{": 1, "}": -1}.get(letter, 0) for letter in code[start:place])


def _name(match, code):
    if match["keyword"] not in ("init", "subscript"):
        return match["name"] or match["keyword"]
    label = re.compile(r"[?!]?\s*\(\s*(\w+)").match(code, match.end("keyword"))
    return f"{match['keyword']}({label[1]}" if label else match["keyword"]


def _is_operator(keyword, name):
    return keyword == "func" and not re.match(r"[`\w]", name)


def _is_documented(rows, number):
    above = number - 2
    while above >= 0 and _ATTRIBUTE.match(rows[above]):
        above -= 1
    return above >= 0 and rows[above].lstrip().startswith("///")


def problems(sources, known):
    """Says which files below a folder have more undocumented public declarations than `known` of the file, none if it is not there."""
    files = {path.relative_to(sources).as_posix(): path for path in sources.rglob("*.swift")}
    for file in sorted(set(files) | set(known)):
        found = list(undocumented(files[file].read_text(encoding="utf-8"))) if file in files else []
        if len(found) > known.get(file, 0):
            for name, line in found:
                yield f"{sources.name}/{file}:{line}: {name} is public and has no documentation"
        elif len(found) < known.get(file, 0):
            yield f"{file}: {len(found)} undocumented public declarations; lower the {known[file]} of the table"
