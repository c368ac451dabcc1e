"""Reads Swift source as far as the checks need it."""

import bisect
import re

_PIECE = re.compile(r'//[^\n]*|/\*|(#*)("""|")')
_MODIFIER = (
    r"(?:public|package|internal|fileprivate|private|open|static|class|final|override|mutating|nonmutating|convenience|required"
    r"|indirect|prefix|postfix|infix|nonisolated|isolated|consuming|borrowing|lazy|weak|unowned|dynamic|optional)(?:\(\w+\))?"
)
_KEYWORD = (
    r"(?:func|init|subscript|var|let|struct|class|enum|actor|protocol|typealias|associatedtype|extension|macro|operator"
    r"|precedencegroup|import|case)"
)
DECLARATION = re.compile(
    rf"^[ \t]*(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?P<modifiers>(?:{_MODIFIER}[ \t]+)*)"
    rf"(?P<keyword>{_KEYWORD})\b[ \t]*(?P<name>`?\w+`?|[^\w\s(`{{]+)?",
    re.M,
)
_OPEN, _CLOSE = "([{", ")]}"
# The tokens that continue a signature on another line, and those that end a line which is continued.
_GOES_ON = re.compile(r"\)|->|\{|(?:where|throws|rethrows|async)\b")
_IS_OPEN = re.compile(r"(?:->|[,:&=<]|\bwhere)\s*$")


def stripped(text):
    """The text with comments and strings blanked: every character is where it was, and lines end where they ended."""
    out, at = [], 0
    for start, end in _pieces(text):
        out += text[at:start], re.sub(r"[^\n]", " ", text[start:end])
        at = end
    return "".join(out) + text[at:]


def line_comments(text):
    """(start, end) of each comment of `//` or `///`, in order."""
    return ((start, end) for start, end in _pieces(text) if text.startswith("//", start))


def _pieces(text):
    at = 0
    while match := _PIECE.search(text, at):
        piece = match.group()
        if piece.startswith("//"):
            at = match.end()
        elif piece == "/*":
            at = _comment_end(text, match.end())
        else:
            at = _string_end(text, match.end(), match.group(1), match.group(2))
        yield match.start(), at


def _comment_end(text, at):
    depth = 1
    while depth and at < len(text):
        pair = text[at:at + 2]
        depth += {"/*": 1, "*/": -1}.get(pair, 0)
        at += 2 if pair in ("/*", "*/") else 1
    return at


def _string_end(text, at, hashes, quote):
    """The end of a string whose opening quote ends at a place; what is put into it may hold strings of its own."""
    end, escape = quote + hashes, "\\" + hashes
    while at < len(text):
        if text.startswith(end, at):
            return at + len(end)
        if text.startswith(escape + "(", at):
            at = _insertion_end(text, at + len(escape) + 1)
        elif text.startswith(escape, at):
            at += len(escape) + 1
        else:
            at += 1
    return at


def _insertion_end(text, at):
    depth = 1
    while depth and at < len(text):
        quote = re.compile(r'(#*)("""|")').match(text, at)
        if quote:
            at = _string_end(text, quote.end(), *quote.groups())
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


def closing(text, at):
    """The place of the bracket that closes the one at a place of stripped text; the end where none does."""
    depth = 0
    for place in range(at, len(text)):
        if text[place] in _OPEN:
            depth += 1
        elif text[place] in _CLOSE:
            depth -= 1
            if not depth:
                return place
    return len(text) - 1


def body(text, at):
    """The range of the body of a declaration whose keyword is at a place of stripped text, from brace to brace; None without one."""
    while at < len(text):
        letter = text[at]
        if letter == "{":
            return at, closing(text, at)
        if letter in "([":
            at = closing(text, at)
        elif letter in _CLOSE:
            return None
        elif letter == "\n":
            rest = text[at:].lstrip()
            if not _GOES_ON.match(rest) and not _IS_OPEN.search(text[max(0, at - 200):at]):
                return None
        at += 1
    return None


class Lines:
    """Numbers of lines, from 1, by place in a text."""

    def __init__(self, text):
        self.starts = [0] + [match.end() for match in re.finditer("\n", text)]

    def number(self, place):
        return bisect.bisect_right(self.starts, place)
