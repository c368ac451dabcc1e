"""Runs the command with hostile arguments, and looks at how each process ends."""

import collections
import json
import os
import pathlib
import random
import select
import shutil
import signal
import time

from . import grammar, pools, values

DOCUMENTED = {0, 1, 64, 65, 66, 73, 74, 75, 130}
SECONDS, BYTES = 10, 1 << 30
LATE = -99
RENEWED_AFTER = 240  # runs
ALLOWED_CONTROLS = b"\t\n\r"


class Attack:
    """Runs until a time is over; findings are kept in a folder."""

    def __init__(self, program, sample, scratch, kept, seed):
        self.seed, self.random = seed, random.Random(seed)
        self.scratch, self.kept, self.program = pathlib.Path(scratch), pathlib.Path(kept), str(program)
        self.pools = pools.Pools(self.program, sample, self.scratch / "files", self.random)
        self.grammar = grammar.Grammar(self.program)
        (self.scratch / "cwd").mkdir()
        self.values = values.Values(self.random, self.scratch / "files", self.pools.names, self.pools.places, self.pools.files)
        self.tally, self.by_command = collections.Counter(), collections.Counter()
        self.findings, self.seen = 0, collections.Counter()
        self.most_bytes, self.most_seconds = 0, 0.0

    def run(self, until, most):
        """Runs until a moment of the monotonic clock, or so many times."""
        while time.monotonic() < until and self.tally.total() < most:
            if self.tally.total() % RENEWED_AFTER == RENEWED_AFTER - 1:
                self.pools.renew_good()
                self.pools.renew()
            self._one()

    def _one(self):
        words = [w.replace("\0", "") for w in self.grammar.sentence(self.random, self.values)]
        environment = {"PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no", "TZ": "UTC",
                       "SKIROUTE_MAP": self.random.choice(self.pools.files["map"])}
        result = self._start(words, environment)
        problems = list(self._problems(words, result))
        if result["code"] == LATE:  # once more, with time enough: other work may have kept it waiting
            result = self._start(words, environment, seconds=6 * SECONDS)
            problems = list(self._problems(words, result))
            if result["code"] != LATE and result["cpu"] > SECONDS:
                problems.append(f"{result['cpu']:.1f} s of CPU time")
        self.tally[result["code"]] += 1
        self.by_command[words[0] if words and words[0].isalpha() else "route"] += 1
        if problems:
            self._keep(words, environment, result, problems)
        self._clean()

    def _start(self, words, environment, seconds=SECONDS):
        out, error = self.scratch / "stdout", self.scratch / "stderr"
        writing = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        begin = time.monotonic()
        actions = [(os.POSIX_SPAWN_OPEN, 0, self.pools.standard_input, os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, str(out), writing, 0o600),
                   (os.POSIX_SPAWN_OPEN, 2, str(error), writing, 0o600)]
        try:
            process = os.posix_spawn(self.program, [self.program, *words], environment, file_actions=actions)
        except OSError as problem:  # too many or too long arguments for the system
            return {"code": 64, "bytes": 0, "seconds": 0, "cpu": 0, "output": b"", "words": b"skiroute: error: " + str(problem).encode()}
        handle = os.pidfd_open(process)
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        late = not poll.poll(seconds * 1000)
        if late:
            os.kill(process, signal.SIGKILL)
        _, status, used = os.wait4(process, 0)
        os.close(handle)
        took = time.monotonic() - begin
        self.most_bytes = max(self.most_bytes, used.ru_maxrss * 1024)
        if not late:
            self.most_seconds = max(self.most_seconds, used.ru_utime + used.ru_stime)
        return {"code": LATE if late else os.waitstatus_to_exitcode(status), "bytes": used.ru_maxrss * 1024, "seconds": took,
                "cpu": used.ru_utime + used.ru_stime, "output": out.read_bytes(), "words": error.read_bytes()}

    def _problems(self, words, result):
        code = result["code"]
        if code == LATE:
            yield f"hang of over {6 * SECONDS} s ({result['cpu']:.1f} s of CPU time)"
            return
        if code < 0:
            yield f"signal {-code}"
            return
        if code not in DOCUMENTED:
            yield f"exit code {code}"
        if result["bytes"] > BYTES:
            yield f"{result['bytes'] >> 20} MiB of memory"
        if code >= 64 and b"\nskiroute: error: " not in b"\n" + result["words"]:
            yield "an error without a word"
        if code < 64 and not result["output"] and not result["words"] and not self._wrote() \
                and not any(w.startswith("/dev/") for w in words):
            yield "an end without a word"
        for stream in ("output", "words") if "/dev/stdout" not in words else ():
            if any(b < 32 and b not in ALLOWED_CONTROLS or b == 127 for b in result[stream]):
                yield f"a control character in the {stream}"

    def _wrote(self):
        return any(os.scandir(self.pools.out)) or any(os.scandir(self.scratch / "cwd"))

    def _keep(self, words, environment, result, problems):
        self.findings += 1
        last = result["words"].decode(errors="replace").strip().splitlines()
        key = f"{problems[0].split('(')[0]} {' '.join(words[:1])} {last[0][:60] if last else ''}"
        self.seen[key] += 1
        if self.seen[key] > 5:
            return
        folder = self.kept / f"{self.seed}-{self.tally.total():06}"
        folder.mkdir(parents=True, exist_ok=True)
        named = [w for w in [*words, environment["SKIROUTE_MAP"]] if w.startswith(str(self.scratch)) and pathlib.Path(w).is_file()]
        for path in named:
            if os.path.getsize(path) < 1 << 26:
                shutil.copy(path, folder)
        (folder / "run.json").write_text(json.dumps({
            "problems": problems, "arguments": [w if len(w) < 2000 else w[:40] + f"… ({len(w)})" for w in words],
            "environment": environment, "code": result["code"], "seconds": result["seconds"], "bytes": result["bytes"],
            "words": result["words"].decode(errors="replace")[:4000],
            "altered": {p: self.pools.notes[p] for p in named if p in self.pools.notes}}, indent=1, ensure_ascii=False))
        print(f"finding: {'; '.join(problems)}: {' '.join(w[:60] for w in words)[:200]!r}: {folder}", flush=True)

    def _clean(self):
        for folder in (self.pools.out, self.scratch / "cwd"):
            for entry in os.scandir(folder):
                shutil.rmtree(entry) if entry.is_dir(follow_symlinks=False) else os.unlink(entry)

    def show(self, seconds):
        """Prints how the runs ended."""
        total = self.tally.total()
        endings = ", ".join(f"{code}: {count}" for code, count in sorted(self.tally.items()))
        print(f"{total} runs in {seconds:.0f} s ({total / max(seconds, 1e-9):.0f}/s), seed {self.seed}, {self.findings} findings")
        print(f"  exit codes {endings}; at most {self.most_bytes >> 20} MiB and {self.most_seconds:.1f} s of CPU time")
        print(f"  {', '.join(f'{name} {count}' for name, count in self.by_command.most_common())}")
