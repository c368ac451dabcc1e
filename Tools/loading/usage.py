"""The processor time and memory of the processes of PostgreSQL."""

import os
import pathlib
import threading
import time


def seconds(pids):
    """The processor seconds of living processes."""
    total = 0
    for pid in pids:
        try:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
        except OSError:
            continue
    return total / os.sysconf("SC_CLK_TCK")


def mebibytes(pids):
    """The memory of processes, with shared pages divided among them."""
    total = 0
    for pid in pids:
        try:
            for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
        except OSError:
            continue
    return total / 1024


class Sampler(threading.Thread):
    """Takes the processor time of a window, and the greatest memory within it, every two seconds."""

    def __init__(self, cluster, start, end):
        super().__init__(daemon=True)
        self.cluster, self.window = cluster, (start, end)
        self.seconds, self.peak = 0.0, 0.0
        self.start()

    def run(self):
        time.sleep(max(0, self.window[0] - time.time()))
        began = seconds(self.cluster.processes())
        while time.time() < self.window[1]:
            self.peak = max(self.peak, mebibytes(self.cluster.processes()))
            time.sleep(2)
        self.seconds = seconds(self.cluster.processes()) - began
