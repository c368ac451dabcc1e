"""Finds imports that run upward, modules that are re-exported, and files that are too long."""

import re

FILE_LIMIT = 600
_IMPORT = re.compile(
    r"^\s*((?:@\w+(?:\([^)]*\))?\s+)*)(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)"
)


def problems(root, allowed, c_library, umbrella=None, elsewhere=frozenset()):
    """Says which files import what the table does not allow their target: by target the modules of the package, and those of the system.

    The C libraries are named by one target, which all others import instead. The umbrella re-exports what it may import. What is in
    elsewhere takes the place of a system module on other systems, and is allowed everywhere.
    """
    wrapper, libraries = c_library
    for folder in sorted((root / "Sources").iterdir()):
        if (folder / "module.modulemap").exists() or (folder / "include").exists():
            continue  # C: system libraries and kernels, which import nothing of ours
        if folder.name not in allowed:
            yield f"{folder.name}: no entry in the layer table of Tools/check-layers"
            continue
        modules, system = allowed[folder.name]
        permitted = modules | system | elsewhere | libraries | {wrapper}
        for path, number, attributes, module in _imports(root, folder):
            is_wrapped = folder.name == wrapper and module in libraries
            if "_exported" in attributes and not is_wrapped and folder.name != umbrella:
                yield f"{path}:{number}: re-exports {module}"
            if module not in permitted:
                yield f"{path}:{number}: {folder.name} may not import {module}"
    for folder in (root / name for name in ("Sources", "Tests", "Tools")):
        for path, number, _, module in _imports(root, folder):
            if module in libraries and path.parts[:2] != ("Sources", wrapper):
                yield f"{path}:{number}: imports {module}, which some systems lack; import {wrapper}"


def _imports(root, folder):
    """The imports of a folder's Swift files: path, line, attributes and module."""
    for path in sorted(folder.rglob("*.swift")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if match := _IMPORT.match(line):
                yield path.relative_to(root), number, *match.groups()


def lengths(root):
    """Says which Swift files of sources and tests are longer than the limit."""
    for folder in ("Sources", "Tests"):
        for path in sorted((root / folder).rglob("*.swift")):
            count = len(path.read_text(encoding="utf-8").splitlines())
            if count > FILE_LIMIT:
                yield f"{path.relative_to(root)}: {count} lines, the limit is {FILE_LIMIT}"
