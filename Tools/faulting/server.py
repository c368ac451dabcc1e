"""A server process, its commands and its output."""

import json
import os
import signal
import subprocess


class Server:
    """A process of FaultServer; killed, it is replaced by another one."""

    def __init__(self, program, arguments):
        self.command = [program, *arguments]
        self.is_stopped = False
        self.generation = 0
        self.start()

    def start(self):
        self.generation += 1
        self.is_stopped = False
        self.rest = b""
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for pipe in (self.process.stdin, self.process.stdout):
            os.set_blocking(pipe.fileno(), False)

    def send(self, command):
        """Sends a command; false when the process takes none."""
        try:
            data = json.dumps(command).encode() + b"\n"
            return os.write(self.process.stdin.fileno(), data) == len(data)
        except OSError:
            return False

    def lines(self):
        """The complete lines that are in the pipe now."""
        while True:
            try:
                data = os.read(self.process.stdout.fileno(), 1 << 20)
            except OSError:
                break
            if not data:
                break
            self.rest += data
        *complete, self.rest = self.rest.split(b"\n")
        return [json.loads(line) for line in complete]

    @property
    def has_ended(self):
        return self.process.poll() is not None

    def stop(self):
        self.is_stopped = True
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.is_stopped = False
        self.process.send_signal(signal.SIGCONT)

    def kill(self):
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            pipe.close()
