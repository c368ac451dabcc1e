"""Updates and queries within 200 m in process, beside Redis GEO with the same positions."""

import json
import pathlib
import socket
import subprocess
import tempfile
import time

from . import cluster

TRAVELLERS, METRES = 10_000, 200


def encode(*words):
    parts = [f"*{len(words)}\r\n".encode()]
    for word in words:
        data = str(word).encode()
        parts.append(b"$%d\r\n%s\r\n" % (len(data), data))
    return b"".join(parts)


class Client:
    """A connection that counts replies, but doesn't read them."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, commands):
        """Sends commands in one go, and waits for the last reply: that to an ECHO."""
        self.socket.sendall(commands + encode("ECHO", "the-end"))
        data = b""
        while not data.endswith(b"the-end\r\n"):
            data = data[-16:] + self.socket.recv(1 << 20)

    def text(self, *words):
        self.socket.sendall(encode(*words))
        time.sleep(0.1)
        return self.socket.recv(1 << 20).decode()


def rate(client, commands, pipeline, seconds=3):
    """Commands per second, so many at a time."""
    batches = [b"".join(commands[start:start + pipeline]) for start in range(0, len(commands), pipeline)]
    began, count = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        for batch in batches:
            client.ask(batch)
            count += pipeline
            if time.perf_counter() - began >= seconds:
                break
    return count / (time.perf_counter() - began)


def in_server(client, command):
    """Executions per second by the time that Redis itself counts for a command, without network and parsing."""
    for line in client.text("INFO", "commandstats").splitlines():
        if line.startswith(f"cmdstat_{command}:"):
            return 1e6 / float(line.split("usec_per_call=")[1].split(",")[0])
    return 0.0


def found(client, places):
    """The number found by a query, on average of a hundred."""
    total = 0
    for longitude, latitude in places[::len(places) // 100]:
        client.socket.sendall(encode("GEOSEARCH", "people", "FROMLONLAT", longitude, latitude, "BYRADIUS", METRES, "m"))
        data = client.socket.recv(1 << 22)
        total += int(data[1:data.index(b"\r\n")])
        while data.count(b"\r\n") < 1 + 2 * int(data[1:data.index(b"\r\n")]):
            data += client.socket.recv(1 << 22)
    return total / len(places[::len(places) // 100])


def run(program, sample):
    with tempfile.TemporaryDirectory() as folder:
        positions = pathlib.Path(folder) / "positions"
        ours = json.loads(subprocess.run([program, "nearby", "--map", sample, "--travellers", str(TRAVELLERS), "--metres", str(METRES),
                                          "--positions", positions], check=True, capture_output=True, text=True).stdout)
        places = [line.split() for line in positions.read_text().splitlines()]
        port = cluster.free_port()
        server = subprocess.Popen(["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
                                   "--dir", folder], stdout=subprocess.DEVNULL)
        try:
            time.sleep(1)
            table(ours, Client(port), places)
        finally:
            server.terminate()
            server.wait()


def table(ours, client, places):
    add = [encode("GEOADD", "people", longitude, latitude, f"user-0-{number}") for number, (longitude, latitude) in enumerate(places)]
    moved = [encode("GEOADD", "people", longitude, float(latitude) + 0.0001, f"user-0-{number}")
             for number, (longitude, latitude) in enumerate(places)]
    client.ask(b"".join(add))
    updates = {pipeline: rate(client, moved + add, pipeline) for pipeline in (1, 100)}
    client.ask(b"".join(add))
    query = {order: [encode("GEOSEARCH", "people", "FROMLONLAT", *place, "BYRADIUS", METRES, "m", *order) for place in places]
             for order in ((), ("ASC",))}
    queries = {(order, pipeline): rate(client, query[order], pipeline) for order in query for pipeline in (1, 100)}
    inside = {"GEOADD": in_server(client, "geoadd"), "GEOSEARCH": in_server(client, "geosearch")}
    print(f"\n{TRAVELLERS:,} travellers, {ours['foundPerQuery']:.0f} within {METRES} m on average (Redis: {found(client, places):.0f})\n")
    print("| | per second |\n| --- | --- |")
    rows = [("updates in process", ours["updatesPerSecond"]),
            ("updates in process, with the order for questions made anew every 1,000", ours["updatesWithViewPerSecond"]),
            ("GEOADD, one at a time", updates[1]), ("GEOADD, pipelines of 100", updates[100]),
            ("GEOADD, by Redis's own count of time", inside["GEOADD"]),
            ("queries in process, the nearest first", ours["queriesPerSecond"]),
            ("queries in process, with the positions themselves", ours["queriesWithValuesPerSecond"])]
    rows += [(f"GEOSEARCH {' '.join(order) or 'unordered'}, {'one at a time' if pipeline == 1 else 'pipelines of 100'}", value)
             for (order, pipeline), value in queries.items()]
    rows.append(("GEOSEARCH, by Redis's own count of time", inside["GEOSEARCH"]))
    for name, value in rows:
        print(f"| {name} | {value:,.0f} |")
