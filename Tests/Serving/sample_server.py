"""A server of the sample mountain for tests of the web map, or the one that SKIROUTE_SERVER names."""

import json
import os
import pathlib
import subprocess
import threading

import people

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SAMPLE = ROOT / "Data" / "Sample" / "openskimap"
COMMAND = pathlib.Path(os.environ.get("SKIROUTE_COMMAND", ROOT / ".build-test" / "release" / "skiroute"))
GIVEN = os.environ.get("SKIROUTE_SERVER")
STATUS = {"version": 1, "features": [
    {"name": "Vallon Perdu", "state": "closed", "observedAt": "OBSERVED", "source": "test"},
    {"name": "Aurore", "state": "open", "waitMinutes": 7, "observedAt": "OBSERVED", "source": "test"}]}


class Server:
    """`skiroute serve` on a free port, with the sample's map and states of two lifts that were seen now."""

    def __init__(self, folder, observed):
        self.process = None
        if GIVEN:
            self.url = GIVEN.rstrip("/") + "/"
            return
        ski_map, status = folder / "sample.skimap", folder / "status.json"
        status.write_text(json.dumps(STATUS).replace("OBSERVED", observed), encoding="utf-8")
        keys = folder / "keys.json"
        keys.write_text(json.dumps(people.KEYS), encoding="utf-8")
        keys.chmod(0o600)
        built = subprocess.run(
            [COMMAND, "build", "--runs", SAMPLE / "runs.geojson", "--lifts", SAMPLE / "lifts.geojson", "--areas",
             SAMPLE / "ski_areas.geojson", "--elevation", SAMPLE.parent / "elevation", "-o", ski_map], capture_output=True, text=True)
        if built.returncode:
            raise AssertionError(built.stderr)
        self.process = subprocess.Popen(
            [COMMAND, "serve", "--map", ski_map, "--status", status, "--page", ROOT / "Data" / "Page", "--port", "0", "--rate", "0",
             "--keys", keys],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        self.url = self._address()
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def _address(self):
        lines = []
        for line in self.process.stderr:
            lines.append(line)
            try:
                said = json.loads(line)
            except ValueError:
                continue
            if said.get("message") == "listening":
                return said["url"]
        raise AssertionError(f"the server ended before it listened: {''.join(lines)}")

    def close(self):
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process.stderr.close()
