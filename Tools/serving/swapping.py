"""Swaps of maps and states under load: every answer must be wholly that of the map and the states it names."""

import asyncio
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

from .load import Client, request, stamp
from .process import COMMAND, ROOT

SAMPLE = ROOT / "Data" / "Sample" / "openskimap"
QUESTIONS = ["/v1/route?from=Montsoleil&to=Aurore&depart=10:00",
             "/v1/route?from=Aurore&to=Montsoleil&maxDifficulty=blue&depart=10:00",
             "/v1/reach?from=Montsoleil&minutes=40&depart=10:00", "/v1/lifts", "/v1/places?query=a&limit=50"]
STATES = {"a": ("Vallon Perdu", "closed"), "b": ("Aurore", "closed")}
AGE = re.compile(rb'"(status|ageSeconds|seenAt)":("[^"]*"|\d+|null)')


def build(folder, name, *options):
    """A map of the sample's data, with further options."""
    target = pathlib.Path(folder) / name
    done = subprocess.run([COMMAND, "build", "--runs", SAMPLE / "runs.geojson", "--lifts", SAMPLE / "lifts.geojson", "--areas",
                           SAMPLE / "ski_areas.geojson", *map(str, options), "-o", target], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return target


def write_states(path, name):
    """Writes states beside the file and renames them; the time of the file, by which answers name it."""
    lift, state = STATES[name]
    new = path.with_suffix(".new")
    feature = {"name": lift, "state": state, "observedAt": stamp(time.time()), "source": "test"}
    new.write_text(json.dumps({"version": 1, "features": [feature]}))
    os.replace(new, path)


def put_map(source, target):
    new = target.with_suffix(".new")
    shutil.copyfile(source, new)
    os.replace(new, target)


def names(head):
    """The map and the states that an answer names."""
    found = [re.search(rb"skiroute-" + word + rb": ([^\r]+)", head, re.I) for word in (b"map", b"status")]
    return tuple(match[1] if match else b"" for match in found)


def comparable(body):
    """A body without what differs between two readings of the same states."""
    return AGE.sub(rb'"\1":0', body)


class Swapper:
    """Maps and states that take each other's place, the answers each pair must give, and those that were given."""

    def __init__(self, server, maps, states_path):
        self.server, self.maps, self.states_path = server, maps, states_path
        self.expected, self.kinds, self.wrong, self.answered, self.seen = {}, {}, [], 0, set()
        self.stopped = False

    async def settle(self, which_map, which_states):
        """Puts a map or states in place, or both, and waits until they are served; their names in answers."""
        client = Client(self.server, "127.0.0.1")
        _, head, _ = await client.ask(request("GET", "/v1/places?query=a"))
        before = names(head)
        if which_map is not None:
            put_map(self.maps[which_map], self.server.map)
        if which_states is not None:
            write_states(self.states_path, which_states)
        self.server.process.send_signal(signal.SIGHUP)
        for _ in range(400):
            _, head, _ = await client.ask(request("GET", "/v1/places?query=a"))
            after = names(head)
            if (which_map is None or after[0] != before[0]) and (which_states is None or after[1] != before[1]):
                client.close()
                if which_states is not None:
                    self.kinds[after[1]] = which_states
                return after
            await asyncio.sleep(0.005)
        raise AssertionError(f"the server did not take map {which_map} and states {which_states}")

    async def learn(self):
        """Notes the answers to all questions for each map and states, while nothing changes."""
        client = Client(self.server, "127.0.0.1")
        for index, which_map in enumerate((1, 0)):
            for which_states in ("a", "b"):
                now = await self.settle(which_map if which_states == "a" else None, which_states)
                for question in QUESTIONS:
                    status, head, body = await client.ask(request("GET", question))
                    assert status == 200 and names(head) == now, (index, question, status)
                    self.expected[now[0], which_states, question] = comparable(body)
        client.close()
        different = {question for question in QUESTIONS if len({
            body for (_, _, asked), body in self.expected.items() if asked == question}) > 1}
        assert len(different) >= 3, f"only {different} tell maps and states apart"

    async def ask(self, number):
        client, turn = Client(self.server, f"127.0.0.{2 + number}"), number
        while not self.stopped:
            question = QUESTIONS[turn % len(QUESTIONS)]
            turn += 1
            status, head, body = await client.ask(request("GET", question))
            which = names(head)
            # The name of states is known when their swapper has seen it; the answer may be earlier.
            self.seen.add(which)
            self.answered += 1
            if status != 200:
                self.wrong.append(f"{question}: {status}")
            else:
                self.pending.append((which, question, comparable(body)))
        client.close()

    def judge(self):
        """Compares the answers given so far with those of their map and states."""
        later = []
        for which, question, body in self.pending:
            kind = self.kinds.get(which[1])
            if kind is None:
                later.append((which, question, body))
            elif self.expected.get((which[0], kind, question)) != body:
                self.wrong.append(f"{question} under {which}: not the answer of that map and those states")
        self.pending = later

    async def run(self, map_swaps, state_swaps, clients=8):
        self.pending = []
        await self.learn()
        asking = [asyncio.create_task(self.ask(number)) for number in range(clients)]
        total, maps_done, turn = map_swaps + state_swaps, 0, 0
        for number in range(total):
            if (number + 1) * map_swaps // total > maps_done:
                maps_done += 1
                await self.settle(maps_done % 2, None)
            else:
                turn += 1
                await self.settle(None, "ab"[turn % 2])
            self.judge()
        self.stopped = True
        await asyncio.gather(*asking)
        self.judge()
        if self.pending:
            self.wrong.append(f"{len(self.pending)} answers name states that were never served")
        return {"map swaps": maps_done, "state swaps": turn, "answers": self.answered, "wrong": len(self.wrong),
                "maps and states seen": len(self.seen)}
