"""A running skiroute-server for tests: started with the sample map, with keys and tokens of its own."""

import base64
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

from . import contract

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = pathlib.Path(os.environ.get("SKIROUTE_BUILT", ROOT / ".build-test" / "release")).resolve()
COMMAND = BUILT / "skiroute"
SERVER = BUILT / "skiroute-server"
SECRET = b"0123456789abcdef0123456789abcdef"
TRIP = "week-7"


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def token(user, trips=((TRIP, "traveller"),), key="a", secret=SECRET, algorithm="HS256", **claims):
    """A token of a user; claims replace or, being None, remove those of a valid one."""
    now = int(time.time())
    members = {"iss": "trips", "aud": "skiroute", "sub": user, "exp": now + 1800,
               "trips": [{"id": trip, "role": role, "until": now + 86400} for trip, role in trips], **claims}
    header = encoded(json.dumps({"alg": algorithm, "kid": key}).encode())
    body = encoded(json.dumps({name: value for name, value in members.items() if value is not None}).encode())
    signature = hmac.new(secret, f"{header}.{body}".encode(), hashlib.sha256).digest() if algorithm == "HS256" else b""
    return f"{header}.{body}.{encoded(signature)}"


def sample_map(folder):
    """The path of the sample map, copied into a folder."""
    source = BUILT / "sample.skimap"
    if not source.exists():
        done = subprocess.run([COMMAND, "locate", "46.07,-4.92"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    target = pathlib.Path(folder) / "served.skimap"
    target.write_bytes(source.read_bytes())
    return target


class Server:
    """A server process, started through skiroute serve or directly; use it in a with statement."""

    def __init__(self, *arguments, keys=True, rate=0, map_path=None, through_command=False, signing=None, descriptors=None,
                 file_bytes=None):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.map = map_path or sample_map(self.path)
        self.keys = self.path / "keys.json"
        self.keys.write_text(json.dumps({"issuer": "trips", "audience": "skiroute", **({"signing": signing} if signing else {}),
                                         "keys": [{"kid": "a", "alg": "HS256", "k": encoded(SECRET)}]}))
        self.keys.chmod(0o600)
        # Servers of a kind have the same routes.
        self.kind = (keys, "--store" in map(str, arguments))
        self.log = (self.path / "log").open("w+b")
        options = ["--map", self.map, "--port", "0", "--health-port", "0", "--rate", str(rate)]
        options += ["--keys", self.keys] if keys else []
        program = [COMMAND, "serve"] if through_command else [SERVER]
        bounds = [f"--{name}={value}" for name, value in (("nofile", descriptors), ("fsize", file_bytes)) if value is not None]
        if bounds:
            program = ["prlimit", *bounds, *program]
        self.process = subprocess.Popen([*program, *map(str, options), *map(str, arguments)], stderr=self.log, stdout=subprocess.DEVNULL)
        try:
            self.url, self.health = self._addresses()
        except AssertionError:
            self.__exit__()
            raise
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])
        self.health_port = int(self.health.split("/")[2].rsplit(":", 1)[1])

    def _addresses(self):
        for _ in range(200):
            for line in self.lines():
                if line.get("message") == "listening":
                    return line["url"], line["health"]
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError("the server did not start: " + (self.path / "log").read_text(errors="replace"))

    def lines(self):
        """The lines of the log; those that are cut off or not JSON are left out."""
        found = []
        for line in (self.path / "log").read_text(errors="replace").splitlines():
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
        return found

    def ask(self, target, method="GET", body=None, headers=None, port=None):
        """The status, header fields and body of one request."""
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=30)
        try:
            connection.request(method, target, body=body, headers=headers or {})
            response = connection.getresponse()
            answer = response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()
        if port is None and (known := contract.of(self.port, self.kind)):
            known.check(method, target, *answer)
        return answer

    def call(self, target, user_token, method="GET", value=None):
        """The status and JSON of a request with a token."""
        headers = {"Authorization": f"Bearer {user_token}"} if user_token else {}
        body = None
        if value is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(value)
        status, _, data = self.ask(target, method, body, headers)
        return status, json.loads(data) if data else None

    def memory(self):
        """The resident memory in MiB."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024

    def stop(self):
        """Ends the server by a signal; the exit status and the seconds it took."""
        start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=20)
        return status, time.monotonic() - start

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.log.close()
        self.folder.cleanup()
