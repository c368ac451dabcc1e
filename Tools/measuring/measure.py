"""Measures one subject: each step in a process of its own, so that its memory is its own."""

import json
import os
import resource
import statistics
import subprocess
import time

from . import places

READ_MEGABYTES = 20  # a small file is read so often that the clock can tell


class Programs:
    """The programs measured, built in release, or those in a folder as they are."""

    def __init__(self, *only, built=None):
        if built:
            self.skiroute, self.skiroute_benchmarks = (os.path.join(os.path.abspath(built), name)
                                                       for name in ("skiroute", "skiroute-benchmarks"))
            return
        command = ["swift", "build", "-c", "release", "--static-swift-stdlib", "--package-path", str(places.ROOT)]
        for product in ("skiroute", "skiroute-benchmarks"):
            if only and product not in only:
                continue
            subprocess.run(command + ["--product", product], check=True, stdout=subprocess.DEVNULL)
            folder = subprocess.run(command + ["--show-bin-path"], check=True, capture_output=True, text=True).stdout
            setattr(self, product.replace("-", "_"), os.path.join(folder.strip(), product))


def subject(programs, what, scratch, repeats):
    """All figures of a subject, {name: number}: medians over the repeats."""
    rounds = [_once(programs, what, scratch) for _ in range(repeats)]
    figures = {"input.megabytes": round(what.megabytes, 3)}
    for name in rounds[0]:
        values = [r[name] for r in rounds if r.get(name) is not None]
        if values:
            figures[name] = statistics.median(values)
    return figures


def _once(programs, what, scratch):
    map_path = os.path.join(scratch, "benchmark.skimap")
    figures = build(programs, what, map_path)
    rounds = max(1, round(READ_MEGABYTES / max(what.megabytes, 0.01)))
    read = _lines([programs.skiroute_benchmarks, "read", *what.arguments(), "--rounds", str(min(rounds, 500))])
    figures.update(_named(read, ("what", "rounds", "megabytes", "wallSeconds")))
    figures.update(_named(_lines([programs.skiroute_benchmarks, "map", "--map", map_path]), ("what", "timed")))
    os.remove(map_path)
    return figures


def build(programs, what, map_path):
    """Runs `skiroute build` and asks the system what it used."""
    command = [programs.skiroute, "build", *what.arguments(), "--output", map_path]
    if what.elevation:
        command += ["--elevation", str(what.elevation)]
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    words = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"benchmark: building {what.name} failed with {process.returncode}: {words.strip()[-400:]}")
    return {"build.wallSeconds": time.monotonic() - begin, "build.cpuSeconds": used.ru_utime + used.ru_stime,
            "build.peakMebibytes": used.ru_maxrss / 1024}


def _lines(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"benchmark: {' '.join(command[:2])} failed: {done.stderr.strip()[-400:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def _named(lines, hidden):
    return {f"{line['what']}.{name}": value for line in lines for name, value in line.items() if name not in hidden}


def yardstick():
    """Megabytes a second of Python's own JSON reader on the sample: a peer that every machine has, in the same run."""
    text = (places.SAMPLE / "openskimap" / "runs.geojson").read_text()
    times = []
    for _ in range(15):
        begin = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        for _ in range(4):
            json.loads(text)
        times.append((resource.getrusage(resource.RUSAGE_SELF).ru_utime - begin) / 4)
    return len(text.encode()) / 1e6 / max(1e-9, statistics.median(times))


def machine():
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), "unknown")
    compiler = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout.splitlines()
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return {"processor": model, "cores": len(os.sched_getaffinity(0)), "memoryGibibytes": round(pages * size / 2**30),
            "compiler": compiler[0] if compiler else "unknown"}
