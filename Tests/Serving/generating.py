"""Clients of the server that generators of others make of its description: openapi-python-client and openapi-generator."""

import contextlib
import importlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from serving.contract import JUDGES

# The media types that openapi-python-client does not know are of files of bytes.
BYTES = ("application/geo+json", "application/gpx+xml", "application/gzip", "application/vnd.ant.fit", "application/vnd.garmin.tcx+xml",
         "application/vnd.google-earth.kml+xml", "application/vnd.google-earth.kmz", "application/vnd.pmtiles", "application/zip",
         "text/csv", "text/plain")
# The warnings of openapi-generator that tell nothing of a description: each is about the generator itself or a variable's name.
HARMLESS = ("OpenAPI 3.1 support is still in beta", "matches existing language type", "Failed to get the schema name: null")
# The compiler's options. Before TypeScript 4.9 `in` does not narrow a type, which the generated checks rely on.
OPTIONS = {"strict": True, "target": "es2020", "module": "commonjs", "lib": ["es2020", "dom"], "types": [], "outDir": "built"}
OLD = {"suppressImplicitAnyIndexErrors": True}


def missing():
    """The programs that are needed and not there."""
    programs = [JUDGES / "bin" / name for name in ("openapi-python-client", "openapi-generator-cli")]
    return [str(one) for one in programs if not one.exists()] + [one for one in ("node", "tsc") if not shutil.which(one)]


def run(words, folder):
    """A program that ran and must succeed, with its output."""
    environment = {**os.environ, "PATH": f"{JUDGES / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(list(map(str, words)), cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise AssertionError(f"{words[0]}: {done.returncode}\n{(done.stdout + done.stderr)[-4000:]}")
    return done


def python_client(description, folder):
    """Generates a package of Python; a warning is an error. Returns the folder that has it."""
    options, package = folder / "python.json", folder / "modules" / "skiroute_client"
    package.parent.mkdir()
    options.write_text(json.dumps({"http_timeout": 30, "content_type_overrides": dict.fromkeys(BYTES, "application/octet-stream")}))
    run([JUDGES / "bin" / "openapi-python-client", "generate", "--path", description, "--output-path", package,
         "--config", options, "--fail-on-warning", "--meta", "none"], folder)
    return package.parent


@contextlib.contextmanager
def imported(folder, name):
    """A module that uses the generated package."""
    before = list(sys.path)
    sys.path[:0] = [str(folder)]
    sys.path.extend(str(path) for path in JUDGES.glob("lib/python*/site-packages"))
    try:
        yield importlib.import_module(name)
    finally:
        sys.path[:] = before


def typescript_client(description, folder):
    """Generates modules of TypeScript beside a program; returns the generator's warnings that tell of a fault."""
    said = run([JUDGES / "bin" / "openapi-generator-cli", "generate", "-g", "typescript-fetch", "-i", description,
                "-o", folder / "client"], folder)
    warnings = [line for line in (said.stdout + said.stderr).splitlines() if re.search(r"\b(WARN|ERROR)\b", line)]
    return [line for line in warnings if not any(words in line for words in HARMLESS)]


def compiled(program, folder):
    """Checks the types of a program of TypeScript and the client beside it; returns the program for node."""
    shutil.copy(program, folder / program.name)
    options = dict(OPTIONS)
    version = run(["tsc", "--version"], folder).stdout.split()[1]
    if tuple(map(int, version.split(".")[:2])) < (4, 9):
        options.update(OLD)
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": [program.name]}))
    run(["tsc", "--project", "tsconfig.json"], folder)
    return folder / "built" / f"{program.stem}.js"
