"""The blocks of Swift in documentation comments."""

import dataclasses
import pathlib
import re
import subprocess

from . import command, symbols

GIVEN = pathlib.Path(__file__).with_name("snippets.swift")


@dataclasses.dataclass
class Snippet:
    """A block of code, with the place of its first line."""

    path: pathlib.Path
    line: int
    code: list
    is_public: bool


def find(sources):
    """All blocks of Swift behind `///`, in order."""
    found = []
    for path in sorted(sources.glob("*/**/*.swift")):
        found += of(path, path.read_text(encoding="utf-8").splitlines())
    return found


def of(path, lines):
    """The blocks in the lines of a file."""
    found, code = [], None
    for number, line in enumerate(lines, 1):
        comment = re.match(r"\s*///(?: (.*)|)$", line)
        text = (comment[1] or "") if comment else None
        if code is None:
            if text == "```swift":
                code = []
        elif text is None or text == "```":
            found.append(Snippet(path, number - len(code), code, _is_public(lines[number:])))
            code = None
        else:
            code.append(text)
    return found


def _is_public(lines):
    """Indicates whether the declaration after a comment is public, or extends what is."""
    declaration = next((one for one in lines if not re.match(r"\s*(///|@|#if|$)", one)), "")
    return bool(re.search(r"\bpublic\b|^\s*extension\b", declaration))


def check(chosen, is_public, built, root, folder, given=GIVEN):
    """Type-checks snippets, each as a function, behind a file of what they take as given; the problems, with their places."""
    if not chosen:
        return []
    text, places = given.read_text(encoding="utf-8"), {}
    for number, one in enumerate(chosen):
        is_declaration = one.code[0].startswith("extension ")
        text += "" if is_declaration else f"func snippet{number}() async throws {{\n"
        for offset, line in enumerate(one.code):
            places[text.count("\n") + 1] = (one.path.relative_to(root), one.line + offset)
            text += f"  {line}\n"
        text += "" if is_declaration else "}\n"
    file = folder / f"{'public' if is_public else 'package'}.swift"
    file.write_text(text, encoding="utf-8")
    access = [] if is_public else ["-package-name", built.parents[2].name]
    done = subprocess.run(
        [command.tool("swiftc"), "-typecheck", "-parse-as-library", "-swift-version", "6",
         "-enable-upcoming-feature", "MemberImportVisibility", *access,
         *symbols.includes(built, root / "Sources"), file], capture_output=True, text=True)
    problems = []
    for line, message in re.findall(rf"^{re.escape(str(file))}:(\d+):\d+: error: (.*)$", done.stderr, re.M):
        path, number = places.get(int(line), (given.name, line))
        problems.append(f"{path}:{number}: {message}")
    if done.returncode and not problems:
        problems.append(done.stderr.strip() or f"swiftc ends with {done.returncode}")
    return problems
