"""Servers under idle connections: with few file descriptors and a load by chance, and with more connections than are served."""

import random
import socket
import threading
import time

from .process import Server

# The greatest time of an honest request in seconds.
PATIENCE = 5


def idle(server, count, chance):
    """Connections from many addresses that send nothing, or a part of a request."""
    found = []
    for number in range(count):
        try:
            address = f"127.1.{number // 60 % 250 + 1}.9"
            client = socket.create_connection(("127.0.0.1", server.port), timeout=1, source_address=(address, 0))
            if chance.random() < 0.3:
                client.sendall(b"GET /v1/map HTTP/1.1\r\nHo")
            found.append(client)
        except OSError:
            continue
    return found


def answer(server, target="/v1/map", address="127.0.9.9"):
    """The status of an honest request, and its seconds; the status is 0 for a connection that was closed without an answer."""
    start = time.monotonic()
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE * 4, source_address=(address, 0)) as client:
            client.sendall(f"GET {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
            with client.makefile("rb") as reader:
                line = reader.readline()
                reader.read()
        return (int(line.split()[1]) if line else 0), time.monotonic() - start
    except OSError as error:
        return (-1 if isinstance(error, TimeoutError) else 0), time.monotonic() - start


class Honest(threading.Thread):
    """A client that asks again and again on new connections."""

    targets = ("/v1/map", "/v1/route?from=Montsoleil&to=Aurore", "/tiles/ski/0/0/0", "/openapi.json")

    def __init__(self, server, seed, number):
        super().__init__(daemon=True)
        self.server, self.chance, self.address = server, random.Random(seed), f"127.0.8.{number + 1}"
        self.answers, self.is_stopped = [], False
        self.start()

    def run(self):
        while not self.is_stopped:
            self.answers.append(answer(self.server, self.chance.choice(self.targets), self.address))


def run(seed, seconds=1.0, most=6000):
    """One server with a limit by chance under load by chance; the failures and the figures of the run."""
    chance = random.Random(seed)
    descriptors = round(2 ** chance.uniform(6, 12))
    many = min(most, int(descriptors * chance.uniform(0.5, 4)))
    with Server(keys=False, descriptors=descriptors) as server:
        honest = [Honest(server, seed, number) for number in range(chance.choice((1, 2, 4, 8)))]
        held, end, failures = [], time.monotonic() + seconds, []
        while time.monotonic() < end or len(held) < many:
            held += idle(server, min(100, many), chance)
            if chance.random() < 0.2:
                for client in chance.sample(held, len(held) // 2):
                    client.close()
        for client in honest:
            client.is_stopped = True
        for client in honest:
            client.join(PATIENCE * 5)
        if server.process.poll() is not None:
            return [f"seed {seed}: the server ended by {server.process.returncode} at {descriptors} descriptors"], None
        for client in held:
            client.close()
        answers = [one for client in honest for one in client.answers]
        slowest = max(taken for _, taken in answers)
        if slowest > PATIENCE:
            failures.append(f"a request took {slowest:.1f} s")
        if not any(status == 200 for status, _ in answers):
            failures.append("no request was answered")
        after = [answer(server) for _ in range(3)]
        if any(status != 200 or taken > PATIENCE for status, taken in after):
            failures.append(f"afterwards {after}")
        counts = {status: sum(one == status for one, _ in answers) for status in {one for one, _ in answers}}
        return [f"seed {seed}, {descriptors} descriptors, {many} idle: {text}" for text in failures], (descriptors, many, slowest, counts)


def crowd(count=5000, requests=50):
    """The greatest seconds of an honest request while clients of many addresses keep connections without requests, and all statuses."""
    with Server(keys=False) as server:
        held = idle(server, count, random.Random(1))
        answers = [answer(server) for _ in range(requests)]
        for client in held:
            client.close()
    return len(held), max(taken for _, taken in answers), {status for status, _ in answers}
