"""The altered copy of the package: makes it, builds it, and runs its tests with one alteration after the other."""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import time

from . import schema, sites

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BELOW = {"SkiRouting": ["SkiGraph"], "SkiGraph": ["SkiBase"]}  # what is built before a target
ERROR = re.compile(r"Sources/([\w+/.-]+\.swift):(\d+):\d+: error:")


class Work:
    """A folder with the copy, what was chosen, and what came out so far."""

    def __init__(self, folder, target, tests):
        self.folder, self.target, self.tests = pathlib.Path(folder).resolve(), target, tests
        self.package, self.state = self.folder / "package", self.folder / "state.json"
        self.sites, self.results, self.package_name, self.checks = {}, {}, "package", []

    def load(self):
        """Goes on with what an earlier run chose; answers whether there was one."""
        if not self.state.exists():
            return False
        kept = json.loads(self.state.read_text())
        self.sites = {int(n): sites.Site(**s) for n, s in kept["sites"].items()}
        self.results = {int(n): r for n, r in kept["results"].items()}
        return True

    def save(self):
        self.state.write_text(json.dumps({"sites": {n: vars(s) for n, s in self.sites.items()}, "results": self.results}, indent=1))

    def prepare(self, count, seed, only):
        """Copies the package and writes alterations into the target: at most one a line, spread over the files."""
        self.package.mkdir(parents=True, exist_ok=True)
        for entry in self.package.iterdir():
            if entry.name == ".build":
                continue  # what is built is kept
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry)
            else:
                entry.unlink()
        for name in ("Package.swift", "Package.resolved"):
            if (ROOT / name).exists():
                shutil.copy(ROOT / name, self.package)
        manifest = self.package / "Package.swift"  # an alteration may make code that is never run, which is only a warning
        manifest.write_text(manifest.read_text().replace("[.treatAllWarnings(as: .error)]", "[]"))
        for name in ("Sources", "Tests"):
            shutil.copytree(ROOT / name, self.package / name)
        for name in ("Data", "README.md", "Tools"):
            (self.package / name).symlink_to(ROOT / name)
        source = ROOT / "Sources" / self.target
        self.texts = {str(p.relative_to(source)): p.read_text() for p in sorted(source.rglob("*.swift"))}
        chance = random.Random(seed)
        by_file = {}
        for file, text in self.texts.items():
            if only and not re.search(only, file):
                continue
            lines = {}
            for site in sites.of(file, text):
                lines.setdefault(site.line, []).append(site)
            chosen = [chance.choice(options) for options in lines.values()]
            chance.shuffle(chosen)
            by_file[file] = chosen
        picked, pool = [], {f: list(s) for f, s in by_file.items() if s}
        while len(picked) < count and pool:  # larger files are drawn more often
            file = chance.choices(list(pool), weights=[len(s) ** 0.5 for s in pool.values()])[0]
            picked.append(pool[file].pop())
            if not pool[file]:
                del pool[file]
        picked.sort(key=lambda s: (s.file, s.line))
        for site in picked:
            site.text = self.texts[site.file].split("\n")[site.line - 1].strip()
        self.sites = dict(enumerate(picked, 1))
        self._write()

    def _write(self):
        schema.write(self.package / "Sources" / self.target, self.texts, self.sites, sites.SWAPS)

    def build(self, seconds):
        """Builds; sites that the compiler refuses are dropped first."""
        environment = {**os.environ, "SKIROUTE_TESTS": ",".join(self.tests)}
        command = ["swift", "build", "-c", "release", "--scratch-path", ".build", "-Xswiftc", "-enable-testing"]

        def make(*words):
            done = subprocess.run([*command, *words], cwd=self.package, env=environment, capture_output=True, text=True,
                                  timeout=seconds, check=False)
            if done.returncode != 0:
                raise SystemExit((done.stdout + done.stderr)[-3000:])

        for target in BELOW[self.target]:
            make("--target", target)
        for _ in range(12):
            if not self._drop_refused():
                break
        self.save()
        make("--product", "SkiRoutePackageTests")
        if "CommandTests" in self.tests:
            make("--product", "skiroute")

    def _drop_refused(self):
        """Drops the sites on lines the compiler complains of; answers whether there were any."""
        files = [str(p) for p in sorted((self.package / "Sources" / self.target).rglob("*.swift"))]
        checked = subprocess.run(
            ["swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-continue-building-after-errors", *self.checks,
             "-swift-version", "6", "-package-name", self.package_name, "-module-name", self.target, "-enable-testing",
             "-I", ".build/release/Modules", *files], cwd=self.package, capture_output=True, text=True, check=False)
        if checked.returncode == 0:
            return False
        wrong = {(m.group(1), int(m.group(2))) for m in ERROR.finditer(checked.stdout + checked.stderr)}
        bad = {n for n, s in self.sites.items() for file, line in wrong if file == f"{self.target}/{s.file}" and abs(line - s.line) <= 1}
        for file, line in wrong if not bad else ():  # the cause stands further up
            above = [n for n, s in self.sites.items() if file == f"{self.target}/{s.file}" and s.line <= line]
            bad |= {max(above)} if above else set()
        if not bad:
            raise SystemExit((checked.stdout + checked.stderr)[-3000:])
        print(f"mutate: {len(bad)} alterations don't compile and are dropped", flush=True)
        self.sites = {n: s for n, s in self.sites.items() if n not in bad}
        self._write()
        return True

    def test(self, number, suites, seconds):
        """Runs the tests with an alteration on; (result, seconds): killed, crashed, late or survived."""
        program = next((self.package / ".build" / "release").glob("*.xctest"))
        environment = {**os.environ, "ALTERATION": str(number), "SWIFT_BACKTRACE": "enable=no"}
        begin = time.monotonic()
        for filters, skips in suites:
            words = [w for f in filters for w in ("--filter", f)] + [w for s in skips for w in ("--skip", s)]
            process = subprocess.Popen([str(program), "--testing-library", "swift-testing", *words], cwd=self.package, env=environment,
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
            result = self._watch(process, begin + seconds)
            if result != "passed":
                return result, time.monotonic() - begin
        return "survived", time.monotonic() - begin

    @staticmethod
    def _watch(process, until):
        """Reads what a run says, and ends it at the first failure or when it is late."""
        import select
        while True:
            ready, _, _ = select.select([process.stdout], [], [], max(0, until - time.monotonic()))
            if not ready:
                process.kill()
                process.wait()
                return "late"
            line = process.stdout.readline()
            if not line:
                code = process.wait()
                return "passed" if code == 0 else "crashed" if code < 0 else "killed"
            if "✘" in line or "recorded an issue" in line or "Fatal error" in line:
                process.kill()
                process.wait()
                return "killed" if "Fatal" not in line else "crashed"
