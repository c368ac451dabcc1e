"""Three servers on one PostgreSQL under load: the time from a fix to its viewers, and to the acknowledgement of ends."""

import json
import os
import subprocess
import time

from . import figures, usage

PROCESSES = 3
CASES = {
    "A": {"trips": 1, "travellers": 600, "hertz": 1, "hosts": 20},
    "B": {"trips": 200, "travellers": 10_000, "hertz": 0.1, "hosts": 1},
    "end": {"trips": 1, "travellers": 60, "hertz": 1, "hosts": 2},
}


class Servers:
    """The processes of a measurement, whose viewers listen already."""

    def __init__(self, program, sample, cluster, case, extra=(), first=()):
        self.cluster = cluster
        self.address = cluster.make_database()
        words = [word for name, value in CASES[case].items() for word in (f"--{name}", str(value))]
        subprocess.run([program, "prepare", *words, "--postgres", self.address + "?options=-c%20synchronous_commit%3Doff"], check=True)
        cluster.execute(self.address, "VACUUM ANALYZE")
        common = [*words, "--postgres", self.address, "--map", sample, "--processes", str(PROCESSES), *extra]
        self.processes = [subprocess.Popen([program, "load", *common, "--process", str(number), *(first if number == 0 else ())],
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for number in range(PROCESSES)]
        for process in self.processes:
            if process.stdout.readline().strip() != "ready":
                raise SystemExit("measure-sharing: a server doesn't start")

    def run(self, warm_up, seconds, stopped=""):
        """Starts the travellers and returns the figures of all servers."""
        start = time.time() + warm_up
        sampler = usage.Sampler(self.cluster, start, start + seconds)
        for process in self.processes:
            process.stdin.write(f"start {start * 1000:.0f} {stopped}\n")
            process.stdin.flush()
        results = [json.loads(process.stdout.readline()) for process in self.processes]
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
        sampler.join()
        return results, sampler


def load(program, sample, cluster, case, warm_up, seconds):
    """Prints the table of one case."""
    settings = CASES[case]
    servers = Servers(program, sample, cluster, case, ("--seconds", str(seconds)))
    results, sampler = servers.run(warm_up, seconds)
    print(f"\nload average of the machine {' '.join(f'{value:.1f}' for value in os.getloadavg())}, {os.cpu_count()} processors")
    print(f"case {case}: {settings['travellers']:,} travellers at {settings['hertz']} Hz in {settings['trips']} trips with "
          f"{settings['hosts']} hosts each, {PROCESSES} servers, {seconds} s after {warm_up} s\n")
    print(figures.HEADING)
    names = {"updates": "fix to viewer", "hosts": "of these: to hosts", "entries": "fix to viewer whom they come near",
             "acknowledgements": "report to acknowledgement"}
    merged = {key: figures.merge(result[key] for result in results) for key in names}
    for key, name in names.items():
        print(figures.line(name, merged[key]))
    total = {key: sum(result[key] for result in results) for key in
             ("deliveries", "removals", "batches", "stored", "otherOutcomes", "failures", "late")}
    print(f"\n{total['stored']:,} fixes stored ({total['stored'] / seconds:.0f}/s), {total['otherOutcomes']} refused or older, "
          f"{total['failures']} failed, {total['late']} late")
    print(f"{total['deliveries']:,} deliveries ({total['deliveries'] / seconds:,.0f}/s), of these {total['removals']:,} removals, in "
          f"{total['batches']:,} batches")
    if settings["hosts"]:
        reached = sum(merged["hosts"].values()) / max(1, total["stored"] * settings["hosts"])
        print(f"hosts received {reached:.2%} of all fixes; a later one replaced the others")
    print("processor seconds per server: " + ", ".join(f"{result['processorSeconds']:.1f}" for result in results)
          + f"; PostgreSQL {sampler.seconds:.1f}")
    print("peak MiB per server: " + ", ".join(f"{result['peakMebibytes']:.0f}" for result in results)
          + f"; PostgreSQL {sampler.peak:.0f}", flush=True)


def end(program, sample, cluster, well=200, cut_off=40):
    """Prints the times of ends with all servers well, and with one of the three stopped."""
    print(f"\nends while {CASES['end']['travellers']} travellers report at 1 Hz on {PROCESSES} servers\n")
    print(figures.HEADING)
    for name, count, is_stopped in (("all servers well", well, False), ("one server stopped", cut_off, True)):
        servers = Servers(program, sample, cluster, "end", ("--seconds", str(count * (3.2 if is_stopped else 0.8))),
                          ("--ends", str(count)))
        results, _ = servers.run(5, 5, str(servers.processes[2].pid) if is_stopped else "")
        print(figures.line(name, figures.merge(result["ends"] for result in results)), flush=True)
