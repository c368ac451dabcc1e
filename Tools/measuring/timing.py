"""Times commands side by side: seconds by the clock, CPU seconds, the most memory."""

import json
import os
import statistics
import subprocess
import time


def alternate(commands, rounds, outputs):
    """Each side in turn, after one round to warm up; what was written before is gone each time."""
    times = {side: [] for side in commands}
    for round_number in range(rounds + 1):
        for side, command in commands.items():
            path = outputs[list(commands).index(side)]
            path.unlink(missing_ok=True)
            taken = time_of(command)
            if round_number:
                times[side].append(taken)
    return times


def time_of(command, text=None):
    """Seconds by the clock, CPU seconds, peak MiB."""
    begin = time.perf_counter()
    with open(os.devnull, "w") as nothing:
        process = subprocess.Popen(command, stdin=subprocess.PIPE if text else subprocess.DEVNULL, stdout=nothing,
                                   stderr=subprocess.PIPE)
        if text:
            process.stdin.write(text.encode())
            process.stdin.close()
        words = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"benchmark: {' '.join(map(str, command[:3]))} failed: {words.decode()[-400:]}")
    return time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def row(name, times, amount, unit, same):
    row = {"name": name, "unit": unit} | ({"same": same} if same is not None else {})
    for side, taken in times.items():
        wall, cpu, memory = (statistics.median(column) for column in zip(*taken))
        row[side] = {"wallSeconds": wall, "cpuSeconds": cpu, "peakMebibytes": memory, "rate": amount / wall}
    row["ratio"] = row["theirs"]["wallSeconds"] / row["ours"]["wallSeconds"]
    return row


def check(command, text=None):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, input=text)
    if done.returncode:
        raise SystemExit(f"benchmark: {' '.join(map(str, command[:3]))} failed: {done.stderr.strip()[-400:]}")
    return done.stdout


def lines(command):
    return [json.loads(line) for line in check(command).splitlines()]
