"""A hundred recorded days that are uploaded at once, while others ask for routes."""

import asyncio
import datetime
import hashlib
import multiprocessing
import pathlib
import random
import tempfile
import time

from serving import load, recordings
from serving.attacks import HONEST

from . import trips

HOURS = 8
PLACES = ("Montsoleil", "Aurore")
PIECE = 256 * 1024


def base(server, hours):
    """The fixes of a day on the sample's map, one each second: the way there and back again."""
    there, back = (recordings.fixes(server.url, *pair, 1) for pair in (PLACES, PLACES[::-1]))
    found = []
    while len(found) < hours * 3600:
        found += there + back
    return found[:hours * 3600]


def write_days(folder, fixes, count):
    """The files of days that differ as those of skiers side by side do."""
    day = datetime.datetime.now(datetime.timezone.utc).replace(hour=7, minute=0, second=0, microsecond=0) - datetime.timedelta(days=1)
    for number in range(count):
        chosen = random.Random(number)
        noise = [chosen.gauss(0, 1e-5) for _ in range(997)]
        moved = ([east + noise[at % 997], north + noise[at * 7 % 997], height + noise[at % 991] * 1e5]
                 for at, (east, north, height) in enumerate(fixes))
        text = recordings.gpx(moved, day + datetime.timedelta(seconds=13 * number), 1)
        pathlib.Path(folder, f"{number}.gpx").write_text(text)


async def upload(server, number, access, path, outcome):
    """Uploads a file; again when the server has no room for it now."""
    data = path.read_bytes()
    declared = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    for _ in range(60):
        client = load.Client(server, load.address(number))
        permission = await trips.ask(client, "POST", "/v1/days", access, declared)
        client.close()
        status = await put(server, load.address(number), permission["upload"], data)
        outcome[status] = outcome.get(status, 0) + 1
        if status == 202:
            return
        if status not in (0, 403, 429, 503):
            raise RuntimeError(f"an upload: {status}")
        await asyncio.sleep(1)
    raise RuntimeError("an upload was refused for too long")


async def put(server, address, target, data):
    """The status of one upload; 0 when the connection is broken off."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0))
        head = f"PUT {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/octet-stream\r\n"
        writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode())
        for at in range(0, len(data), PIECE):
            writer.write(data[at:at + PIECE])
            await writer.drain()
        answer = await reader.readuntil(b"\r\n")
        writer.close()
        return int(answer[9:12])
    except (OSError, asyncio.IncompleteReadError):
        return 0


class Questions:
    """Quick questions at a rate, in a process of its own: what the uploads cost their client must not delay them."""

    def __init__(self, server, rate):
        context = multiprocessing.get_context("fork")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=ask_at_rate, args=(server, rate, other), daemon=True)
        self.process.start()

    def take(self):
        """The seconds from when each question was due to its answer, since the last call."""
        self.pipe.send("take")
        return self.pipe.recv()

    def end(self):
        """The seconds since the last call of `take`, and the statuses of failed questions."""
        self.pipe.send("end")
        found = self.pipe.recv(), self.pipe.recv()
        self.process.join()
        return found


def ask_at_rate(server, rate, pipe):
    """Asks until the end is requested."""
    times, failures, stopped = [], [], asyncio.Event()

    async def ask(number, client):
        due = time.monotonic() + number / rate
        while not stopped.is_set():
            await asyncio.sleep(max(0, due - time.monotonic()))
            status, _, _ = await client.ask(load.request("GET", HONEST))
            times.append(time.monotonic() - due)
            if status != 200:
                failures.append(status)
            due += 1
        client.close()

    def answer():
        if pipe.recv() == "end":
            stopped.set()
        else:
            pipe.send(list(times))
            times.clear()

    async def run():
        asyncio.get_running_loop().add_reader(pipe.fileno(), answer)
        # Each has a connection of its own, so that none waits for the one before.
        await asyncio.gather(*(ask(number, load.Client(server, f"127.0.7.{1 + number}")) for number in range(rate)))
    asyncio.run(run())
    pipe.send(times)
    pipe.send(failures)


async def measure(server, store, count, rate, folder, patience, asking):
    crowd, outcome = await trips.gather(server, count), {}
    asking.take()
    await asyncio.sleep(5)
    before = asking.take()
    start, used = time.monotonic(), load.processor_seconds(server)
    await asyncio.gather(*(upload(server, number, crowd.access[number], pathlib.Path(folder, f"{number}.gpx"), outcome)
                           for number in range(count)))
    uploaded, greatest = time.monotonic() - start, server.memory()
    states = {}
    while time.monotonic() - start < patience:
        rows = await asyncio.to_thread(store.rows, "SELECT state, COUNT(*) FROM trips_days GROUP BY state")
        states, greatest = {state: int(number) for state, number in rows}, max(greatest, server.memory())
        if not states.get("waiting"):
            break
        await asyncio.sleep(0.5)
    spent = time.monotonic() - start
    times, failures = asking.end()
    matched = states.get("matched", 0)
    line = [f"{count} days of {HOURS} h", f"uploaded in {uploaded:.1f} s ({outcome})",
            f"{matched} matched in {spent:.0f} s, {matched / spent * 60:.1f} a minute", f"{rate} questions a second meanwhile",
            *trips.milliseconds(times), f"before p99 {load.share_of(before, 0.99) * 1000:.1f} ms", f"{len(failures)} failed",
            f"processor {(load.processor_seconds(server) - used) / spent * 100:.0f} %", f"{greatest:.0f} MiB"]
    return line, matched == count and not failures and load.share_of(times, 0.99) <= 0.25


def days(store, count, rate, patience=1800):
    """Days uploaded at once; a line of figures, and whether all were matched and questions were answered in time."""
    with tempfile.TemporaryDirectory() as folder, trips.running(store) as server:
        write_days(folder, base(server, HOURS), count)
        # Begun before there is a loop, which the process would inherit.
        return asyncio.run(measure(server, store, count, rate, folder, patience, Questions(server, rate)))
