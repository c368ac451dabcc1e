"""Keeps the part of a corpus that reaches most for its size."""

import math
import shutil
import subprocess
import tempfile

from . import runs, targets

BYTES = 24 * 1024  # for each parser: 264 KiB in all
COUNT = 64  # for each parser, spread over the sizes


def keep(chosen, home):
    """Merges each corpus and the kept one, and keeps the smallest inputs that fit; answers an exit code."""
    for target in chosen:
        found = home / "corpus" / target.name
        if not found.is_dir():
            print(f"{target.name}: no corpus in {found}; fuzz it first")
            continue
        with tempfile.TemporaryDirectory() as scratch:
            sources = [found, *([target.kept] if target.kept.is_dir() else [])]
            # Of inputs that reach the same, -merge=1 takes the smallest; those that reach nothing new are left out.
            done = subprocess.run([target.program, *runs.LIMITS, "-merge=1", scratch, *sources], env=runs.ENVIRONMENT,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
            if done.returncode:
                print(f"{target.name}: can't be merged: {done.stderr[-500:]}")
                return 1
            merged = sorted(targets.pathlib.Path(scratch).iterdir(), key=lambda p: (p.stat().st_size, p.name))
            spread = merged[::max(1, math.ceil(len(merged) / COUNT))]
            shutil.rmtree(target.kept, ignore_errors=True)
            target.kept.mkdir(parents=True)
            count = size = 0
            for path in spread:
                if size + path.stat().st_size > BYTES:
                    break
                shutil.copy(path, target.kept)
                count, size = count + 1, size + path.stat().st_size
            print(f"{target.name}: kept {count} of {len(merged)} inputs, {size} bytes")
    return 0
