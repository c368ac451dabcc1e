"""Random questions to a server and to the command, whose answers must be equal byte for byte."""

import json
import random
import subprocess
import urllib.parse

POSITIONAL = {"route": ("from", "to"), "home": ("from",), "reach": ("from",), "locate": ("place",), "places": ("query",), "whatif": (),
              "meet": ("places",), "day": ("home",)}
FIXED = (("date", "2026-02-14"), ("closing", "16:30"))


class Asker:
    """A maker of questions about a map."""

    def __init__(self, server, seed):
        self.random = random.Random(seed)
        self.lifts = [lift for lift in json.loads(server.ask("/v1/lifts")[2])["lifts"] if lift["name"]]
        self.bounds = json.loads(server.ask("/v1/map")[2])["bounds"]

    def place(self):
        west, south, east, north = self.bounds
        kind = self.random.random()
        if kind < 0.6:
            return "lift:" + self.random.choice(self.lifts)["name"]
        if kind < 0.8:
            longitude, latitude = self.random.choice(self.lifts)["place"]
            return f"{latitude + self.random.uniform(-.002, .002):.5f},{longitude + self.random.uniform(-.002, .002):.5f}"
        return f"{self.random.uniform(south, north):.5f},{self.random.uniform(west, east):.5f}"

    def skier(self):
        chances = ((0.5, ("maxDifficulty", self.random.choice(("green", "blue", "red", "black")))), (0.2, ("board", "true")),
                   (0.2, ("avoid", "drag_lift")))
        return [pair for chance, pair in chances if self.random.random() < chance]

    def question(self):
        """The kind of a question, and its keys with values."""
        kind = self.random.choice(("route",) * 4 + ("home", "reach", "locate", "places", "whatif", "meet", "day"))
        return kind, getattr(self, kind)()

    def route(self):
        pairs = [("from", self.place()), ("to", self.place()), *self.skier()]
        if self.random.random() < 0.6:
            pairs += [("depart", self.random.choice(("09:00", "10:30", "15:40"))), *FIXED]
        extras = ([("directions", "true")], [("alternatives", "3")], [("pareto", "true")], [("via", self.place())], [], [], [])
        return pairs + self.random.choice(extras)

    def home(self):
        return [("from", self.place()), ("home", self.place()), *self.skier(), ("depart", "10:00"), *FIXED]

    def reach(self):
        return [("from", self.place()), ("minutes", str(self.random.randint(5, 60))), *self.skier(), ("depart", "10:00"), *FIXED]

    def locate(self):
        west, south, east, north = self.bounds
        return [("place", f"{self.random.uniform(south, north):.5f},{self.random.uniform(west, east):.5f}")]

    def places(self):
        return [("query", self.random.choice(self.lifts)["name"][:self.random.randint(1, 6)]), ("limit", "5")]

    def whatif(self):
        return [("close", "lift:" + self.random.choice(self.lifts)["name"]), ("home", self.place()), *self.skier()]

    def meet(self):
        return [("places", self.place()), ("places", self.place()), *self.skier(), ("depart", "10:00"), *FIXED]

    def day(self):
        return [("home", self.place()), ("from", "09:00"), ("until", "09:30"), *self.skier(), *FIXED]


def option(name):
    return "--" + "".join("-" + letter.lower() if letter.isupper() else letter for letter in name)


def command_line(kind, pairs):
    arguments = [kind] + [value for name, value in pairs if name in POSITIONAL[kind]]
    for name, value in pairs:
        if name not in POSITIONAL[kind]:
            arguments.append(option(name) if value == "true" else f"{option(name)}={value}")
    return arguments


def is_equal(code, output, status, body):
    if output:
        return status == 200 and body == output
    # The command prints a reason on standard error, or an error.
    return (status == 200 and b'"noAnswer"' in body) if code == 1 else 400 <= status < 500


def compare(server, command, map_path, count, seed):
    """The questions of which the answers differ."""
    asker, differences = Asker(server, seed), []
    for _ in range(count):
        kind, pairs = asker.question()
        arguments = command_line(kind, pairs)
        done = subprocess.run([command, *arguments, "--format=json", "--map", map_path], capture_output=True)
        status, _, body = server.ask(f"/v1/{kind}?" + urllib.parse.urlencode(pairs))
        if not is_equal(done.returncode, done.stdout, status, body):
            differences.append((arguments, done.returncode, status, done.stdout[:200], body[:200]))
    return differences
