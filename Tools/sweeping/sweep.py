"""Makes each file call of a command fail in turn, and checks what is left."""

import collections
import errno
import re
import shutil

DOCUMENTED = {65, 66, 73, 74}
LEFTOVER = re.compile(r"\.part-[1-9][0-9]*-[0-9a-z]{7}-[0-9a-z]{7}$|\.work$")
OLD = b"old, and to be kept\n"
# The failures: the name of the mode, the mode of the library, the error.
MODES = [
    ("EIO", "error", errno.EIO), ("ENOSPC", "error", errno.ENOSPC), ("EINTR", "error", errno.EINTR),
    ("EIO-lasting", "lasting", errno.EIO), ("ENOSPC-lasting", "lasting", errno.ENOSPC), ("short", "short", 0),
    ("kill-before", "kill", 0), ("kill-after", "halt", 0),
]


class Sweep:
    """The runs of one case."""

    def __init__(self, place, runner, case):
        self.place, self.runner, self.case = place, runner, case
        self.findings, self.tally = [], collections.Counter()
        self.reset()
        whole = self._run()
        if whole.code != 0 or whole.writes_shared_memory:
            raise SystemExit(f"{case.name} doesn't run undisturbed: {whole}")
        self.call_count, self.answer = whole.call_count, whole.output
        self.new = {name: (place.out / name).read_bytes() for name in case.outputs}
        extra = self._names() - set(case.outputs)
        if extra:
            raise SystemExit(f"{case.name} leaves {extra}")

    def run(self, modes, stride=1, start=1):
        """Fails every `stride`-th call in every mode, until a run has fewer calls than that."""
        for label, mode, error in modes:
            number = start
            while self._once(label, mode, error, number):
                number += stride

    def reset(self):
        """Puts an old file in each output's place and takes all else away."""
        for path in self.place.out.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for name in self.case.outputs:
            (self.place.out / name).write_bytes(OLD)

    def _names(self):
        return {p.name for p in self.place.out.iterdir()}

    def _run(self, **options):
        return self.runner.run(self.case.arguments, self.place.environment, **options)

    def _once(self, label, mode, error, number):
        self.reset()
        outcome = self._run(mode=mode, number=number, error=error)
        if not outcome.failed:
            return False
        where = f"{self.case.name} {label} {number} ({outcome.failed})"
        problems = list(self._problems(outcome, kills=mode in ("kill", "halt")))
        left = self._names() - set(self.case.outputs)
        problems += [f"left {name}" for name in sorted(left) if not LEFTOVER.search(name)]
        if left and mode not in ("kill", "halt") and any(".part-" in name for name in left) and mode != "lasting" \
                and outcome.failed not in ("unlink", "unlinkat", "open", "close", "stat", "fstat", "flock"):
            problems.append(f"left {sorted(left)}")
        if left or number % 10 == 0:
            problems += self.again()
        self.tally[self._kind(outcome)] += 1
        for problem in problems:
            self.findings.append(f"{where}: {problem}; {outcome.words.strip()[:200]}")
        return True

    def _kind(self, outcome):
        return "killed" if outcome.code < 0 else "done" if outcome.code == 0 else f"code {outcome.code}"

    def _problems(self, outcome, kills):
        states = {name: self._state(name) for name in self.case.outputs}
        yield from (f"{name} is neither old nor new" for name, state in states.items() if state is None)
        if outcome.code < 0:
            if not kills:
                yield f"signal {-outcome.code}" if outcome.seconds < self.runner.limit else f"hang of {outcome.seconds:.0f} s"
        elif outcome.code == 0:
            yield from (f"{name} is old after success" for name, state in states.items() if state == "old")
            if outcome.output != self.answer:
                yield "another answer, without an error"
        else:
            if outcome.code not in DOCUMENTED:
                yield f"exit code {outcome.code}"
            if "\nskiroute: error: " not in "\n" + outcome.words:
                yield "no word about it"

    def _state(self, name):
        try:
            found = (self.place.out / name).read_bytes()
        except FileNotFoundError:
            return None
        return "old" if found == OLD else "new" if found == self.new[name] else None

    def again(self):
        """Runs the command undisturbed; what was left must be gone then."""
        outcome = self._run()
        if outcome.code != 0:
            yield f"the next run ends with {outcome.code}: {outcome.words.strip()[:200]}"
            return
        yield from (f"{name} is not new after the next run" for name in self.case.outputs if self._state(name) != "new")
        extra = self._names() - set(self.case.outputs)
        if extra:
            yield f"the next run leaves {sorted(extra)}"
