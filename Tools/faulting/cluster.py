"""A private PostgreSQL server in a temporary folder, which may be killed and started again."""

import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

SETTINGS = ("fsync=off", "shared_buffers=32MB", "max_connections=200", "autovacuum=off", "deadlock_timeout=50ms")


def free_port():
    """A port of the loopback interface that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def programs():
    """The folder of PostgreSQL's programs; none where it isn't installed."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    return found[-1].parent if found else None


class Cluster:
    """One server; a history has a database of its own in it."""

    def __init__(self):
        self.user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="skiroute-faults-", dir="/tmp"))
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self._run("initdb", "-D", self.folder / "data", "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8",
                  "--no-sync")
        self.port = free_port()
        self.process = None
        self.count = 0
        self.start()

    def _identity(self):
        return {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}

    def _run(self, program, *arguments, check=True):
        return subprocess.run([programs() / program, *arguments], check=check, capture_output=True, cwd="/", **self._identity())

    def start(self):
        """Starts the server and waits until it accepts connections; again while the memory of a killed one is in use."""
        options = [word for setting in (*SETTINGS, "listen_addresses=127.0.0.1", f"port={self.port}",
                                        f"unix_socket_directories={self.folder}") for word in ("-c", setting)]
        for _ in range(200):
            if self.process is None or self.process.poll() is not None:
                with (self.folder / "log").open("ab") as log:
                    self.process = subprocess.Popen([programs() / "postgres", "-D", self.folder / "data", *options], stdout=log,
                                                    stderr=log, cwd="/", start_new_session=True, **self._identity())
            time.sleep(0.05)
            if self._run("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port), check=False).returncode == 0:
                return
        raise RuntimeError("the private PostgreSQL server doesn't start: " + (self.folder / "log").read_text()[-2000:])

    def kill(self):
        """Kills all processes of the server at once; what was committed stays."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def make_database(self):
        """Creates an empty database and returns its name."""
        self.count += 1
        name = f"history{self.count}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name)
        return name

    def drop_database(self, name):
        self._run("dropdb", "--force", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name, check=False)

    def close(self):
        """Stops the server and removes its folder."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
