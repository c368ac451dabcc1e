"""The command line of Tools/make-sbom."""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

from . import parts, spdx

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def _git(*words):
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def made():
    commit = _git("rev-parse", "HEAD") or "NOASSERTION"
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or _git("log", "-1", "--format=%ct") or "0"
    if not seconds.isdigit():
        raise parts.Missing(f"SOURCE_DATE_EPOCH is {seconds}; write seconds since 1970")
    return spdx.document(parts.all_of(ROOT), commit, int(seconds))


def entry(about):
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=pathlib.Path, metavar="FILE", help="where it goes; standard output by default")
    parser.add_argument("--versions", action="store_true", help="only names and versions of the Swift packages")
    chosen = parser.parse_args()
    try:
        text = parts.versions(ROOT) if chosen.versions else made()
    except (parts.Missing, subprocess.CalledProcessError) as error:
        sys.exit(f"make-sbom: {error}")
    if not chosen.output:
        sys.stdout.write(text)
        return
    with tempfile.NamedTemporaryFile("w", dir=chosen.output.parent, encoding="utf-8", delete=False) as beside:
        beside.write(text)
    place = pathlib.Path(beside.name)
    place.chmod(0o644)
    place.replace(chosen.output)
