"""Builds modules, their symbol graphs, an archive of each and the site of all."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from . import pages, symbols

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NO_TOOL = 69
# The modules with public declarations.
MODULES = (
    "SkiBase", "SkiGraph", "SkiTerrain", "SkiBuild", "SkiRouting", "SkiTracks", "SkiNavigation", "SkiAPI", "SkiAnswers", "SkiTiles",
    "SkiSimulation", "SkiPeople", "SkiSQLite", "SkiPostgres", "SkiClient",
)


def main(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / ".build-docs/site")
    parser.add_argument("--built", type=pathlib.Path, help="a folder with the built modules in Modules")
    parser.add_argument("--serve-at", default="/", help="the path of the site on its server")
    options = parser.parse_args()
    docc, extractor = (tool(name) for name in ("docc", "swift-symbolgraph-extract"))
    if docc is None or extractor is None:
        print("docc and swift-symbolgraph-extract are not beside swift; install a whole toolchain", file=sys.stderr)
        return NO_TOOL
    built = options.built or _build()
    try:
        with tempfile.TemporaryDirectory() as folder:
            return _site(docc, extractor, built.resolve(), pathlib.Path(folder), options)
    except subprocess.CalledProcessError as error:
        print(f"{pathlib.Path(error.cmd[0]).name} failed: {error.stderr or 'see above'}", file=sys.stderr)
        return 1


def tool(name):
    """The path of a tool of the toolchain."""
    swift = shutil.which("swift")
    path = pathlib.Path(swift).resolve().parent / name if swift else None
    return path if path and path.exists() else None


def _build():
    scratch = ROOT / ".build-docs"
    for module in MODULES:
        subprocess.run(["swift", "build", "--scratch-path", scratch, "--target", module], cwd=ROOT, check=True)
    return scratch / "debug"


def _site(docc, extractor, built, work, options):
    graphs = {module: work / module for module in MODULES}
    owners = {}
    for module, folder in graphs.items():
        symbols.extract(extractor, module, built, ROOT / "Sources", folder)
        owners |= {name: module for name in symbols.names(folder, module) if name not in owners}
    for module, folder in graphs.items():
        symbols.link(folder, owners, module)
    _archives(docc, graphs, work / "known", None, options.serve_at)  # what modules may link to, in both directions
    faults = [*pages.problems(ROOT), *_archives(docc, graphs, work / "site", work / "known", options.serve_at)]
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"documentation: {len(MODULES)} modules, {len(faults)} problems")
    if faults:
        return 1
    _merge(docc, [_archive(work / "site", module) for module in MODULES], options.output)
    return 0


def _archives(docc, graphs, folder, known, base):
    """Makes the archives of all modules side by side, with links into those of a folder, and returns what DocC warns of."""
    folder.mkdir()

    def make(module):
        others = [_archive(known, other) for other in MODULES if other != module] if known else []
        return _convert(docc, module, graphs[module], _archive(folder, module), others, base)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [fault for faults in pool.map(make, MODULES) for fault in faults]


def _archive(folder, module):
    return folder / f"{module}.doccarchive"


def _convert(docc, module, graphs, archive, dependencies, base):
    """Makes the archive of a module and returns what DocC warns of: all of it, which `--warnings-as-errors` would cut short."""
    catalog = ROOT / f"Sources/{module}/{module}.docc"
    told = archive.with_suffix(".json")
    arguments = [docc, "convert", *([catalog] if catalog.exists() else []), "--additional-symbol-graph-dir", graphs]
    for dependency in dependencies:
        arguments += ["--dependency", dependency]
    made = subprocess.run(
        [*arguments, "--output-path", archive, "--fallback-display-name", module, "--fallback-bundle-identifier", module,
         "--enable-experimental-external-link-support", "--hosting-base-path", base, "--diagnostics-file", told],
        cwd=ROOT, capture_output=True, text=True)
    if not told.exists():
        return [f"{module}: {made.stdout[-2000:]}{made.stderr[-2000:]}"]
    return [_fault(module, entry) for entry in json.loads(told.read_text(encoding="utf-8"))["diagnostics"]
            if entry["severity"] in ("error", "warning")]


def _fault(module, entry):
    """One line of a diagnostic: file, line and what is wrong."""
    source = entry.get("source", "").removeprefix("file://").removeprefix(f"{ROOT}/")
    line = entry.get("range", {}).get("start", {}).get("line", "")
    return f"{source or module}:{line}: {entry['summary']}"


def _merge(docc, archives, output):
    """Puts the archives together and in place."""
    fresh = output.with_name(output.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    output.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [docc, "merge", *archives, "--output-path", fresh, "--synthesized-landing-page-name", "SkiRoute",
         "--synthesized-landing-page-kind", "Package"], check=True)
    shutil.rmtree(output, ignore_errors=True)
    fresh.rename(output)
    print(f"documentation: {output}")
