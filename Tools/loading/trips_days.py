"""A hundred recorded days that are uploaded at once, while others ask for routes."""

import asyncio
import datetime
import hashlib
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


async def questions(server, rate, stopped, times, failures):
    """Quick questions at a rate, whether those before are answered or not; times from when each was due."""
    clients = [load.Client(server, f"127.0.7.{1 + number}") for number in range(rate)]

    async def ask(number):
        due = time.monotonic() + number / rate
        while not stopped.is_set():
            await asyncio.sleep(max(0, due - time.monotonic()))
            status, _, _ = await clients[number].ask(load.request("GET", HONEST))
            times.append(time.monotonic() - due)
            if status != 200:
                failures.append(status)
            due += 1
    await asyncio.gather(*(ask(number) for number in range(rate)))
    for client in clients:
        client.close()


async def measure(server, store, count, rate, folder, patience):
    crowd = await trips.gather(server, count)
    times, failures, outcome, stopped = [], [], {}, asyncio.Event()
    asking = asyncio.create_task(questions(server, rate, stopped, times, failures))
    await asyncio.sleep(5)
    before = list(times)
    times.clear()
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
    stopped.set()
    await asking
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
        return asyncio.run(measure(server, store, count, rate, folder, patience))
