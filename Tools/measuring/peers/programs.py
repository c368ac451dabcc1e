"""Programs in C and C++ that are measured beside ours, compiled once from the bench folder's sources."""

import pathlib
import shutil
import subprocess
import tarfile

from .rounds import Missing

CFLAGS = ["-O3", "-march=native"]
ROUTINGKIT = "pyroutingkit-0.2.1"


class PeerPrograms:
    """The compiled programs in a folder; each is made on first use, and Missing says why one can't be."""

    def __init__(self, bench, python, folder):
        self.bench, self.python, self.folder = pathlib.Path(bench), python, pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def _made(self, name, command):
        path = self.folder / name
        if not path.exists():
            done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
            if done.returncode or not path.exists():
                raise Missing(f"{name} can't be built: {done.stderr.strip()[-200:]}")
        return path

    def _compiled(self, name, source, *flags):
        compiler, standard = ("gcc", []) if source.endswith(".c") else ("g++", ["-std=c++17"])
        if not shutil.which(compiler):
            raise Missing(f"{compiler} is not installed")
        return self._made(name, [compiler, *CFLAGS, *standard, self.bench / source, "-o", self.folder / name, *flags])

    def paths(self):
        """Dijkstra with masks, in plain C++."""
        return self._compiled("ref_paths", "ref_paths.cpp")

    def nearest(self):
        """A grid of segments, in plain C++."""
        return self._compiled("ref_nearest", "ref_nearest.cpp")

    def elevations(self):
        """Samples of a raster in memory, in plain C."""
        return self._compiled("ref_dem", "ref_dem.c", "-ffast-math", "-fopenmp", "-lm")

    def simdjson(self):
        """GeoJSON to flat arrays by simdjson."""
        return self._compiled("peers_simdjson", "peers_simdjson.cpp", "-lsimdjson")

    def nothing(self):
        """A C program that does nothing."""
        source = self.folder / "empty.c"
        source.write_text("int main(void) { return 0; }\n")
        return self._made("empty", ["cc", "-O2", source, "-o", self.folder / "empty"])

    def routingkit(self):
        """RoutingKit without Python, from the sources in PyPI's package pyroutingkit."""
        if not (self.folder / "rk").exists():
            self._fetch_routingkit()
        return self._made("rk", ["bash", self.bench / "native" / "build.sh", self.folder / ROUTINGKIT, self.folder])

    def _fetch_routingkit(self):
        if (self.folder / ROUTINGKIT).exists():
            return
        command = [str(self.python), "-m", "pip", "download", "-q", "--no-binary", "pyroutingkit", "--no-deps",
                   ROUTINGKIT.replace("-", "=="), "-d", str(self.folder)]
        if subprocess.run(command, capture_output=True).returncode:
            raise Missing("the sources of RoutingKit can't be fetched from PyPI")
        with tarfile.open(self.folder / f"{ROUTINGKIT}.tar.gz") as archive:
            archive.extractall(self.folder, filter="data")
