"""A private PostgreSQL server with durable writes, in a temporary folder on a free port of the loopback interface."""

import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

DURABLE = ("shared_buffers=128MB", "max_connections=200", "autovacuum=on")
# A committed change survives the end of processes, not of the machine.
FAST = ("fsync=off", "shared_buffers=32MB", "max_connections=200", "autovacuum=off", "deadlock_timeout=50ms")


def free_port():
    """A port of the loopback interface that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def programs():
    """The folder of PostgreSQL's programs."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if not found:
        raise SystemExit("measure-sharing: PostgreSQL is missing; Tools/setup --stores installs it")
    return found[-1].parent


class Cluster:
    """One server, ended by its process."""

    def __init__(self, settings=DURABLE):
        self.settings = settings
        self.user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="skiroute-sharing-", dir="/tmp"))
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.data = self.folder / "data"
        self._run("initdb", "-D", self.data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
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
        options = [word for setting in (*self.settings, "listen_addresses=127.0.0.1", f"port={self.port}",
                                        f"unix_socket_directories={self.folder}") for word in ("-c", setting)]
        for _ in range(600):
            if self.process is None or self.process.poll() is not None:
                with (self.folder / "log").open("ab") as log:
                    self.process = subprocess.Popen([programs() / "postgres", "-D", self.data, *options], stdout=log, stderr=log,
                                                    cwd="/", start_new_session=True, **self._identity())
            time.sleep(0.05)
            if self._run("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port), check=False).returncode == 0:
                return
        raise RuntimeError("the private PostgreSQL server doesn't start: " + (self.folder / "log").read_text()[-2000:])

    def kill_postmaster(self):
        """Kills the first process of the server at once; the others end when they notice."""
        self.process.kill()
        self.process.wait()

    def kill(self):
        """Kills all processes of the server at once; what was committed stays."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def drop_database(self, address):
        """Removes a database, whoever uses it."""
        self._run("dropdb", "--force", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", address.rsplit("/", 1)[1],
                  check=False)

    def make_database(self):
        """Creates an empty database and returns its address."""
        self.count += 1
        name = f"store{self.count}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name)
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def execute(self, address, statement):
        """Runs a statement and returns its output."""
        return self._run("psql", "-qtAX", address, "-c", statement).stdout.decode().strip()

    def dump(self, address):
        """The content of a database as statements."""
        return self._run("pg_dump", address).stdout

    def processes(self):
        """The ids of the server's processes."""
        first = self.process.pid
        found = [first]
        for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                if int(path.read_text().rsplit(")", 1)[1].split()[1]) == first:
                    found.append(int(path.parent.name))
            except (OSError, IndexError):
                continue
        return found

    def close(self):
        """Stops the server and removes its folder."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
