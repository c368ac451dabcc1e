"""Measures how the work of building a world grows with its size."""

import math
import os
import resource
import subprocess
import time

from . import worlds

DOUBLINGS = 3


def sizes(name, factor=1.0):
    """The sizes a world is measured at, each twice the one before."""
    greatest = max(8, int(worlds.WORLDS[name][1] * factor))
    return [max(1, greatest >> (DOUBLINGS - step)) for step in range(DOUBLINGS + 1)]


def measure(program, name, size, seed, folder, seconds, megabytes):
    """CPU seconds, peak MiB and a word on how it ended; nothing is measured beyond the limits."""
    arguments = worlds.make(name, size, seed).write(folder)
    command = [str(program), "build", *arguments, "--output", str(folder / "world.skimap"), "--report", str(folder / "report.json")]

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    with open(folder / "words", "w+", encoding="utf-8") as words:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=words, preexec_fn=limit)
        deadline = time.monotonic() + 4 * seconds
        while True:
            ended, status, used = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            if time.monotonic() > deadline:
                process.kill()
            time.sleep(0.01)
        process.returncode = os.waitstatus_to_exitcode(status)
        words.seek(0)
        said = words.read().strip()[-200:]
    cpu = used.ru_utime + used.ru_stime
    ended = "" if process.returncode == 0 else "out of time" if cpu >= seconds - 1 else f"exit {process.returncode}: {said}"
    return {"world": name, "size": size, "cpuSeconds": cpu, "peakMebibytes": used.ru_maxrss / 1024, "ended": ended}


def exponent(rows):
    """The slope of log CPU time over log size, by least squares over what ended well; None for fewer than two sizes."""
    points = [(math.log(row["size"]), math.log(max(row["cpuSeconds"], 0.001))) for row in rows if not row["ended"]]
    if len(points) < 2:
        return None
    x, y = (sum(column) / len(points) for column in zip(*points))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def table(rows):
    """Lines of a table, one a world, the greatest size last."""
    yield f"{'world':<18} {'sizes':>21}  {'CPU seconds':>31}  {'MiB':>5}  exponent"
    for name in dict.fromkeys(row["world"] for row in rows):
        own = [row for row in rows if row["world"] == name]
        seconds = [f"{row['cpuSeconds']:.2f}" if not row["ended"] else f">{row['cpuSeconds']:.0f}" for row in own]
        slope = exponent(own)
        words = next((f"  {row['ended']}" for row in own if row["ended"]), "")
        yield (f"{name:<18} {own[0]['size']:>9} … {own[-1]['size']:>9}  {'  '.join(f'{word:>6}' for word in seconds):>31}  "
               f"{max(row['peakMebibytes'] for row in own):5.0f}  {'-' if slope is None else f'{slope:.2f}'}{words}")
