"""Finds comments and texts that are not plain technical English."""

import re

from . import swift

# Comments begin with a noun or a verb: these words begin a question or a clause.
OPENINGS = {"What", "Whether", "How", "Who", "Whom", "Whose", "Where", "When", "Why", "Which"}
# Expressions that are not the field's, and what to write instead: the glossary defines the words on the right.
TERMS = (
    (r"nobody|somebody|everybody", "name the person or the value"),
    (r"survivors?", "hypothesis, Pareto-optimal label"),
    (r"shel(?:f|ves)", "cache, pool, list"),
    (r"(?:nothing|none|nobody) beats", "Pareto-optimal, not dominated"),
    (r"square world", "Web Mercator"),
    (r"(?:was|were|is|are|be|been) told(?! apart)", "is reported, is stated"),
    (r"looks? over", "examines"),
)
_TERMS = [(re.compile(rf"\b(?:{pattern})\b", re.I), pattern, instead) for pattern, instead in TERMS]
_OPENING = re.compile(rf"(?:{'|'.join(sorted(OPENINGS))})\b")
_FIELD = re.compile(r"- \w[\w ]*: ?")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def swift_openings(text):
    """(word, line) of each comment of Swift code that begins with a banned word; lines of comments in a row are one comment."""
    lines = swift.Lines(text)
    last, is_open = 0, False
    for start, end in swift.line_comments(text):
        number = lines.number(start)
        body = text[start:end].lstrip("/").strip()
        is_alone = text[lines.starts[number - 1]:start].strip() == ""
        field = _FIELD.match(body)
        is_continued = is_open and is_alone and number == last + 1
        match = _OPENING.match(body, field.end() if field else 0)
        if match and (field or not is_continued):
            yield match.group(), number
        # An empty line of a comment ends its paragraph.
        last, is_open = number, is_alone and body != ""


def script_openings(text):
    """(word, line) of each comment or documentation string of a script that begins with a banned word."""
    is_open = False
    for number, row in enumerate(text.split("\n"), 1):
        match = re.match(r'\s*(?P<marker>#(?!!)|"""|\'\'\')\s*(?P<body>.*)', row)
        opening = _OPENING.match(match["body"]) if match else None
        if opening and not (is_open and match["marker"] == "#"):
            yield opening.group(), number
        is_open = match is not None and match["marker"] == "#" and match["body"] != ""


def banned_terms(text):
    """(expression, what to write instead, line) of each banned expression; names in camel case count word by word."""
    for number, row in enumerate(text.split("\n"), 1):
        words = _CAMEL.sub(" ", row)
        for pattern, _, instead in _TERMS:
            match = pattern.search(words)
            if match:
                yield match.group(), instead, number


def problems(root, folders, excepted):
    """Says which files below folders hold banned openings or terms; `excepted` are the files that define or quote them."""
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*")):
        name = path.relative_to(root).as_posix()
        text = _text(path)
        if text is None or name in excepted:
            continue
        openings = swift_openings if path.suffix == ".swift" else script_openings if _is_script(path, text) else lambda _: ()
        for word, line in openings(text):
            yield f"{name}:{line}: the comment begins with “{word}”; begin with a noun or a verb"
        for term, instead, line in banned_terms(text):
            yield f"{name}:{line}: “{term}”; write: {instead}"


def _text(path):
    if not path.is_file() or any(part.startswith(".") or part == "__pycache__" for part in path.parts[-6:]):
        return None
    if path.suffix not in {"", ".swift", ".md", ".py", ".sh", ".js", ".h", ".c"}:
        return None
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def _is_script(path, text):
    return path.suffix in {".py", ".sh"} or text.startswith("#!")
