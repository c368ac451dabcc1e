"""Runs the programs, and says what came of it."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import time

from . import seeds, targets

# The bounds of every input; Data/Development.md and Tools/fuzz tell them.
LIMITS = ["-timeout=10", "-rss_limit_mb=1024", "-malloc_limit_mb=64"]
# Swift's own backtraces hang below libFuzzer; the runtime keeps memory that only looks lost.
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": "detect_leaks=0"}
COLUMNS = (("parser", 8), ("seconds", 8), ("executions", 11), ("exec/s", 7), ("edges", 7), ("of", 8),
           ("features", 9), ("corpus", 7), ("peak MB", 8), ("replayed", 9), ("findings", 9))


def one(target, path):
    """Runs one input and shows all that is said."""
    done = subprocess.run([target.program, *LIMITS, path], env=ENVIRONMENT, check=False)
    return 1 if done.returncode else 0


def everything(chosen, home, seconds, jobs):
    """Replays, fuzzes, prints the table; returns the exit code."""
    print("".join(name.rjust(width) for name, width in COLUMNS), flush=True)
    failed = False
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for target, result in zip(chosen, pool.map(lambda t: _both(t, home, seconds), chosen)):
            figures = [target.name, *result["figures"]]
            print("".join(str(v).rjust(width) for v, (_, width) in zip(figures, COLUMNS)), flush=True)
            for finding in result["findings"]:
                failed = True
                print(f"  FINDING {finding}", flush=True)
    if failed:
        print("Look at one with: Tools/fuzz PARSER --input FILE; inputs of mended faults go to Tests/Fuzz/Regressions/PARSER")
    return 1 if failed else 0


def _both(target, home, seconds):
    """The regressions one by one, then the fuzzing."""
    replayed, findings = _replay(target, home)
    figures = [0, 0, 0, 0, 0, 0, 0, 0]
    if seconds > 0 and not findings:
        figures, findings = _fuzz(target, home, seconds)
    return {"figures": [*figures, replayed, len(findings)], "findings": findings}


def _replay(target, home):
    inputs = target.regressions
    if not inputs:
        return 0, []
    log = _log(target, home, "replay")
    findings = []
    for path in inputs:
        with log.open("ab") as out:
            done = subprocess.run([target.program, *LIMITS, path], env=ENVIRONMENT, stdout=out,
                                  stderr=subprocess.STDOUT, check=False)
        if done.returncode:
            findings.append(f"{path.relative_to(targets.ROOT)}: {_reason(log)}")
    return len(inputs), findings


def _fuzz(target, home, seconds):
    folders = {name: home / name / target.name for name in ("seeds", "corpus", "findings")}
    shutil.rmtree(folders["seeds"], ignore_errors=True)
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    sample = targets.ROOT / "Data" / "Sample"
    if target.maker:
        subprocess.run([target.maker_program, sample, folders["seeds"]], env=ENVIRONMENT, check=True)
    else:
        for name, data in seeds.MAKERS[target.name](sample):
            (folders["seeds"] / name).write_bytes(data)
    before = set(folders["findings"].iterdir())
    log = _log(target, home, "fuzz")
    command = [target.program, *LIMITS, f"-max_total_time={seconds}", f"-max_len={target.longest}", "-reload=0",
               "-print_final_stats=1", f"-artifact_prefix={folders['findings']}/"]
    if target.dictionary:
        command.append(f"-dict={target.dictionary}")
    command += [folders["corpus"], folders["seeds"], *([target.kept] if target.kept.is_dir() else [])]
    start = time.monotonic()
    with log.open("wb") as out:
        done = subprocess.run(command, env=ENVIRONMENT, stdout=out, stderr=subprocess.STDOUT, check=False)
    took = round(time.monotonic() - start)
    new = sorted(set(folders["findings"].iterdir()) - before)
    findings = [f"{path}: {_reason(log)}" for path in new]
    if done.returncode and not findings:
        findings = [f"no input was kept, see {log}: {_reason(log)}"]
    return _figures(log, took, folders["corpus"]), findings


def _log(target, home, kind):
    folder = home / "logs"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{target.name}-{kind}-{time.strftime('%Y%m%d-%H%M%S')}.log"


def _figures(log, took, corpus):
    """Seconds, executions, executions a second, edges reached, all edges, features, inputs kept, peak megabytes."""
    text = log.read_text(encoding="utf-8", errors="replace")

    def last(pattern):
        found = re.findall(pattern, text)
        return int(found[-1]) if found else 0

    executions = last(r"stat::number_of_executed_units:\s*(\d+)") or last(r"\n#(\d+)\s")
    return [took, executions, executions // max(1, took), last(r"cov: (\d+)"), last(r"\((\d+) inline 8-bit counters\)"),
            last(r"ft: (\d+)"), sum(1 for _ in corpus.iterdir()), last(r"stat::peak_rss_mb:\s*(\d+)")]


def _reason(log):
    """The first words in a log that say what went wrong."""
    for line in pathlib.Path(log).read_text(encoding="utf-8", errors="replace").splitlines():
        if re.search(r"Fatal error|ERROR: |==ERROR", line):
            return line.strip()[:300]
    return "no reason given"
