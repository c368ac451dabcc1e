"""Finds places in Swift code that can be altered, from its text alone, and writes code in which each alteration can be switched on."""

import dataclasses
import re

# Operators and what stands in their place; see schema.py for what each may be applied to.
SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "+",
         "/": "*", "&+": "&-", "&-": "&+"}
OPERATOR = re.compile(r"(?<= )(<=|>=|==|!=|&&|\|\||&\+|&-|[-<>+*/])(?= )")
NUMBER = re.compile(r"(?<![\w.$#&x])(\d[\d_]*(?:\.\d[\d_]*)?(?:e-?\d+)?)(?![\w.]*[\w:])")
EXTREME = re.compile(r"(?<![\w.])(min|max)\((?!by|of)")
TRUTH = re.compile(r"\breturn (true|false)\b")
CONDITION = re.compile(r"^(\s*(?:\} else )?(?:if|guard) )((?!let |var |case |#)[^{}]*?)( (?:else )?\{.*)$")
STATEMENT = re.compile(r"^(\s+)((?:try )?[\w.\[\]()?!:, +&*/<>=|~-]+)$")
# Declared without a value: what gives it one can't be left out.
UNINITIALISED = re.compile(r"\b(?:let|var) (\w+)(?:, \w+)*: [^={]*$", re.MULTILINE)
ASSIGNED = re.compile(r"^(?:self\.)?(\w+) = ")
ASSIGNMENT = re.compile(r"^\w[\w.\[\]()?! +-]* (?:[-+*/|&^]|&[-+]|<<|>>)?= ")
CALL = re.compile(r"^(?:try )?[\w.\[\]?]+\(.*\)$")
DECLARATIONS = ("return", "super", "self.init", "let ", "var ", "static ", "public ", "private ", "package ", "fileprivate ", "lazy ")
SKIPPED_START = ("import ", "case ", "#", "@", "//", "typealias ", "infix ", "precondition", "assert")


@dataclasses.dataclass
class Site:
    """One alteration: the code from `start` to `end` of a file becomes `code`, in which `{id}` is its number."""
    file: str
    line: int
    start: int
    end: int
    kind: str
    what: str
    code: str
    text: str = ""  # the line as it stands in the file, to be shown


def blanked(text):
    """The text with comments and what is in quotes made blank; as long as before."""
    out, at, depth = list(text), 0, 0
    while at < len(text):
        two = text[at:at + 2]
        if two == "//":
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
        elif two == "/*":
            end = text.find("*/", at) + 2
        elif text[at] == '"':
            end = _string_end(text, at)
        else:
            at += 1
            continue
        for index in range(at, end):
            if out[index] != "\n":
                out[index] = "\x00"
        at = end
    return "".join(out)


def _string_end(text, at):
    if text.startswith('"""', at):
        return text.index('"""', at + 3) + 3
    at += 1
    while text[at] != '"':
        if text[at] == "\\" and text[at + 1] == "(":
            depth, at = 1, at + 2
            while depth:
                if text[at] == '"':
                    at = _string_end(text, at) - 1
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                at += 1
        else:
            at += 2 if text[at] == "\\" else 1
    return at + 1


def of(file, text):
    """All sites of a file, in order."""
    plain, found, offset = blanked(text), [], 0
    lines = plain.split("\n")
    uninitialised = set(UNINITIALISED.findall(plain))
    for number, line in enumerate(lines, 1):
        words = line.strip()
        if words and not words.startswith(SKIPPED_START) and "precondition" not in words and "where " not in words.split("{")[0]:
            for start, end, kind, what, code in _in_line(line, text[offset:offset + len(line)], lines[number:number + 1]):
                assigned = kind == "statement" and ASSIGNED.match(line[start:end])
                if assigned and assigned.group(1) in uninitialised:
                    continue
                found.append(Site(file, number, offset + start, offset + end, kind, what, code))
        offset += len(line) + 1
    return found


def _in_line(plain, line, following):
    declares = re.search(r"\b(func|init|subscript|operator|let \w+:.*<|struct|extension|protocol|enum|class)\b", plain)
    if not declares or "=" in plain.split("(")[0]:
        for match in OPERATOR.finditer(plain):
            sign = match.group()
            if sign in "<>" and re.search(r"\bas\b|->", plain):
                continue
            yield match.start(), match.end(), "operator", f"{sign} to {SWAPS[sign]}", ""
        for match in NUMBER.finditer(plain):
            text = match.group()
            other = f"{float(text) * 2 or 1.0}" if "." in text or "e" in text else str(int(text.replace("_", "")) + 1)
            yield match.start(), match.end(), "constant", f"{text} to {other}", f"alteredNumber({{id}}, {text}, {other})"
        for match in EXTREME.finditer(plain):
            yield match.start(), match.end(), "extreme", f"{match.group(1)} to the other", f"altered_{match.group(1)}({{id}}, "
    for match in TRUTH.finditer(plain):
        yield match.start(1), match.end(1), "result", f"not {match.group(1)}", f"alteredTruth({{id}}, {match.group(1)})"
    match = CONDITION.match(plain)
    if match and _balanced(match.group(2)) and ", " not in _top(match.group(2)) and "\x00" not in match.group(2):
        start, end = match.span(2)
        yield start, end, "condition", "negated", f"alteredTruth({{id}}, {line[start:end]})"
    match = STATEMENT.match(plain)
    if match and _balanced(plain) and (ASSIGNMENT.match(match.group(2)) or CALL.match(match.group(2))) and not _goes_on(plain, following):
        start, end = match.span(2)
        if not match.group(2).startswith(DECLARATIONS):
            yield start, end, "statement", "left out", f"if isKept({{id}}) {{{{ {line[start:end]} }}}}"


def _goes_on(plain, following):
    after = following[0] if following else ""
    indent = len(plain) - len(plain.lstrip())
    return (len(after) - len(after.lstrip()) > indent and after.strip() != "") or after.strip().startswith((".", "?", "&&", "||", "+", "-"))


def _balanced(text):
    return all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))


def _top(text):
    """The text outside all brackets."""
    out, depth = [], 0
    for sign in text:
        depth += sign in "([" and 1 or sign in ")]" and -1 or 0
        if depth == 0:
            out.append(sign)
    return "".join(out)
