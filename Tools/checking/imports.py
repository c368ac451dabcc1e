"""Finds imports that run upward, modules that are re-exported, and files that are too long."""

import re

FILE_LIMIT = 600
_IMPORT = re.compile(
    r"^\s*((?:@\w+(?:\([^)]*\))?\s+)*)(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)"
)


def problems(root, allowed, elsewhere=frozenset()):
    """Says which files import what the table does not allow their target: by target the modules of the package, and those of the system.

    What is in elsewhere takes the place of a system module on other systems, and is allowed everywhere.
    """
    for folder in sorted((root / "Sources").iterdir()):
        if (folder / "module.modulemap").exists() or (folder / "include").exists():
            continue  # C: system libraries and kernels, which import nothing of ours
        if folder.name not in allowed:
            yield f"{folder.name}: no entry in the layer table of Tools/check-layers"
            continue
        modules, system = allowed[folder.name]
        for path in sorted(folder.rglob("*.swift")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                match = _IMPORT.match(line)
                if not match:
                    continue
                attributes, module = match.groups()
                if "_exported" in attributes:
                    yield f"{path.relative_to(root)}:{number}: re-exports {module}"
                if module not in modules | system | elsewhere:
                    yield f"{path.relative_to(root)}:{number}: {folder.name} may not import {module}"


def lengths(root):
    """Says which Swift files of sources and tests are longer than the limit."""
    for folder in ("Sources", "Tests"):
        for path in sorted((root / folder).rglob("*.swift")):
            count = len(path.read_text(encoding="utf-8").splitlines())
            if count > FILE_LIMIT:
                yield f"{path.relative_to(root)}: {count} lines, the limit is {FILE_LIMIT}"
