"""Builds the library that makes file calls fail, and runs the command under it."""

import dataclasses
import os
import pathlib
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCE = pathlib.Path(__file__).resolve().parent / "calls.c"


def build(folder):
    """Compiles the library into a folder and returns its path."""
    library = pathlib.Path(folder) / "calls.so"
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", str(library), str(SOURCE),
                    "-ldl", "-lpthread"], check=True)
    return library


@dataclasses.dataclass
class Outcome:
    """One run: its exit code, what it said, and what the library counted."""
    code: int
    output: bytes
    words: str
    seconds: float
    call_count: int
    failed: str  # the call that failed, "" when none did
    writes_shared_memory: bool


class Runner:
    """Runs one program under the library, again and again."""

    def __init__(self, program, library, scratch, folders, limit_seconds=10):
        self.program, self.library = str(program), str(library)
        self.scratch, self.folders, self.limit = pathlib.Path(scratch), folders, limit_seconds

    def run(self, arguments, environment, mode=None, number=0, error=5, trace=None):
        report = self.scratch / "calls.txt"
        report.unlink(missing_ok=True)
        variables = {"PATH": "/usr/bin:/bin", "COLUMNS": "80", "LD_PRELOAD": self.library, "CALLS_REPORT": str(report),
                     "CALLS_FOLDERS": ":".join(str(f) for f in self.folders), "SWIFT_BACKTRACE": "enable=no", **environment}
        if mode:
            variables |= {"CALLS_MODE": mode, "CALLS_FAIL": str(number), "CALLS_ERRNO": str(error)}
        if trace:
            variables["CALLS_TRACE"] = str(trace)
        begin = time.monotonic()
        process = subprocess.Popen([self.program, *arguments], env=variables, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            output, words = process.communicate(timeout=self.limit)
        except subprocess.TimeoutExpired:
            process.kill()
            output, words = process.communicate()
            process.returncode = -signal.SIGALRM
        seconds = time.monotonic() - begin
        lines = report.read_text().splitlines() if report.exists() else []
        counts = [int(line.split()[1]) for line in lines if line.startswith("calls ")]
        failed = [line.split()[2] for line in lines if line.startswith("failed ")]
        return Outcome(process.returncode, output, words.decode(errors="replace"), seconds, counts[0] if counts else 0,
                       failed[0] if failed else "", any(line.startswith("shared ") for line in lines))
