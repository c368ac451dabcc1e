"""Extracts the public symbols of built modules, and makes links between modules absolute."""

import json
import re
import subprocess

_LINK = re.compile(r"``([A-Za-z]\w*)((?:/[^`]*)?)``")


def extract(tool, module, built, sources, folder):
    """Writes the symbol graphs of a module into a folder. Throws CalledProcessError where the module can't be read."""
    folder.mkdir(parents=True)
    subprocess.run(
        [tool, "-module-name", module, *includes(built, sources), "-target", _target(), "-minimum-access-level", "public",
         "-emit-extension-block-symbols", "-skip-inherited-docs", "-output-dir", folder],
        check=True, capture_output=True, text=True)


def includes(built, sources):
    """The arguments by which compilers and tools find the built modules, and those of C."""
    # Those of dependencies lie in their checkouts, beside the folder of the platform.
    maps = [*sources.glob("*/module.modulemap"), *built.glob("*.build/module.modulemap"),
            *built.parents[1].glob("checkouts/*/Sources/*/module.modulemap")]
    return [argument for path in [built / "Modules", *sorted(path.parent for path in maps)] for argument in ("-I", path)]


def _target():
    shown = subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    return json.loads(shown)["target"]["triple"]


def names(folder, module):
    """The names of the types a module declares at its top level."""
    graph = json.loads((folder / f"{module}.symbols.json").read_text(encoding="utf-8"))
    return {symbol["pathComponents"][0] for symbol in graph["symbols"] if len(symbol["pathComponents"]) == 1}


def link(folder, owners, module):
    """Turns ``Type`` of another module, as compiler and editors take it, into ``/Module/Type``, as DocC finds it.

    `owners` has the module of each type. A type of the module itself stays as it is.
    """
    def absolute(match):
        owner = owners.get(match[1], module)
        return match[0] if owner == module else f"``/{owner}/{match[1]}{match[2]}``"

    for path in folder.glob("*.symbols.json"):
        graph = json.loads(path.read_text(encoding="utf-8"))
        for symbol in graph["symbols"]:
            for line in symbol.get("docComment", {}).get("lines", []):
                line["text"] = _LINK.sub(absolute, line["text"])
        path.write_text(json.dumps(graph), encoding="utf-8")
