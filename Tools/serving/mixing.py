"""Everything together for a time: questions, tiles, recordings, phones, streams, slow clients and swaps; the memory must not grow."""

import asyncio
import contextlib
import pathlib
import random
import tempfile
import time

from . import load, swapping
from .attacks import talk
from .process import Server

QUESTIONS = swapping.QUESTIONS + [
    "/v1/route?from=Montsoleil&to=Aurore&alternatives=3", "/v1/home?home=Montsoleil&date=2026-02-14&closing=16:30",
    "/v1/day?home=Montsoleil&from=09:00&until=10:00&date=2026-02-14&closing=16:30", "/v1/nearby?place=Montsoleil",
    "/v1/locate?place=46.05,-4.9", "/tiles/ski.json", "/tiles/ski/12/1990/1455", "/tiles/ski/10/497/363", "/openapi.json", "/v1/nothing",
    "/v1/route?from=x&to=y"]
GPX = ('<gpx version="1.1"><trk><trkseg>' + "".join(
    f'<trkpt lat="{46.05 + number * 1e-5:.6f}" lon="{-4.9 + number * 1e-5:.6f}"><ele>1800</ele>'
    f"<time>2026-02-14T09:{number // 60:02}:{number % 60:02}Z</time></trkpt>" for number in range(1200)) + "</trkseg></trk></gpx>").encode()


async def ask(server, number, until, figures):
    client, chosen = load.Client(server, f"127.0.0.{2 + number}"), random.Random(number)
    while time.monotonic() < until:
        start = time.monotonic()
        if chosen.random() < 0.02:
            status, _, _ = await client.ask(load.request("POST", "/v1/match", None, GPX).replace(b"application/json", b"text/plain"), GPX)
        else:
            status, _, _ = await client.ask(load.request("GET", chosen.choice(QUESTIONS)))
        figures.question_times.append(time.monotonic() - start)
        if status >= 500 and status != 503:
            figures.failures.append(f"a question: {status}")
        await asyncio.sleep(0.02)
    client.close()


async def come_and_go(server, until, figures):
    """Streams that are opened and closed, and requests that are broken off."""
    number, opened = 0, []
    while time.monotonic() < until:
        number += 1
        opened.append(await load.listen(server, number % 3000, figures, False, f"v{number % 40}"))
        if len(opened) > 20:
            opened.pop(0).close()
        await talk(server, b"GET /v1/map HTTP/1.1\r\nHost: a\r\n", address="127.0.1.1", seconds=0.2)
        await asyncio.sleep(0.3)


async def everything(server, swapper, minutes, readings):
    figures, until = load.Figures(), time.monotonic() + minutes * 60
    places = await load.stations(server)
    phones = [load.Phone(server, number, places, figures) for number in range(60)]
    await asyncio.gather(*(phone.share() for phone in phones))
    tasks = [phone.run(until) for phone in phones] + [ask(server, number, until, figures) for number in range(6)]
    tasks.append(come_and_go(server, until, figures))
    for number in range(30):
        await load.listen(server, number, figures, number < 5, f"p{number}")
    running = [asyncio.create_task(task) for task in tasks]
    turn = 0
    while time.monotonic() < until:
        await asyncio.sleep(5)
        turn += 1
        if turn % 4 == 0:
            await swapper.settle(turn // 4 % 2, None)
        else:
            await swapper.settle(None, "ab"[turn % 2])
        readings.append((minutes * 60 - (until - time.monotonic()), server.memory()))
    await asyncio.gather(*running)
    return figures


def run(minutes, show):
    """Loads a server of its own; true when nothing failed and the memory of the last third is that of the second."""
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        maps = [swapping.build(folder, "a.skimap", "--elevation", swapping.SAMPLE.parent / "elevation"), swapping.build(folder, "b.skimap")]
        served, states = folder / "served.skimap", folder / "states.json"
        swapping.put_map(maps[0], served)
        swapping.write_states(states, "b")
        server = stack.enter_context(Server("--status", states, "--connections", "4096", "--log-level", "notice", map_path=served))
        swapper, readings = swapping.Swapper(server, maps, states), []
        figures = asyncio.run(everything(server, swapper, minutes, readings))
        third = len(readings) // 3
        first, second, last = (sum(memory for _, memory in part) / max(1, len(part)) for part in (
            readings[:third], readings[third:2 * third], readings[2 * third:]))
        show({"reports": figures.posted, "questions": len(figures.question_times), "swaps": len(readings),
              "question p50 ms": load.share_of(figures.question_times, 0.5) * 1000,
              "question p99 ms": load.share_of(figures.question_times, 0.99) * 1000,
              "fix to event p99 ms": load.share_of(figures.delays, 0.99) * 1000, "MiB in the first third": first,
              "MiB in the second third": second, "MiB in the last third": last, "failures": len(figures.failures)})
        for failure in figures.failures[:5]:
            print(failure)
        return not figures.failures and last < second * 1.05
