"""The grammar of the command, from its own help, and random sentences of it."""

import json
import subprocess

# Arguments of commands that need more to get beyond its arguments than chance gives it.
WEIGHTS = {"route": 6, "build": 2, "tiles": 1, "day": 2, "match": 2, "places": 2, "meet": 2, "reach": 2, "home": 2}
# Options that are nearly always given: what is asked without them is seldom answered, or answered late.
ALWAYS = ("output", "home", "map", "timeout", "runs", "lifts", "interval")


class Grammar:
    """The subcommands with their arguments."""

    def __init__(self, program):
        text = subprocess.run([program, "--experimental-dump-help"], capture_output=True, check=True).stdout
        self.commands = {}
        self._collect(json.loads(text)["command"], [])
        self.names = [n for n in self.commands for _ in range(WEIGHTS.get(n[0], 1))]

    def _collect(self, command, path):
        for sub in command.get("subcommands", []):
            if sub["commandName"] not in ("help", "serve"):  # serve becomes another program, which runs until it is stopped
                self._collect(sub, path + [sub["commandName"]])
        if path and not command.get("subcommands"):
            self.commands[tuple(path)] = [a for a in command.get("arguments", []) if a.get("valueName") != "help"]

    def sentence(self, random, values):
        """Random arguments, and whether nothing in them is wrong on purpose."""
        path = random.choice(self.names)
        words, share = [], random.choice((0.02, 0.06, 0.2))
        hostility = random.choice((0, 0, 0.05, 0.3))
        for argument in self.commands[path]:
            kind, value = argument["kind"], argument.get("valueName", "")
            if kind == "positional":
                count = random.choice((1, 1, 1, 2, 3)) if argument.get("isRepeating") else 1
                for _ in range(count):
                    if random.random() > hostility / 5:
                        words.append(values.of(path, value, argument, hostility))
            elif argument.get("isOptional", True) is False or value in ALWAYS or random.random() < share:
                if value == "map" and random.random() < 0.1:
                    continue
                for _ in range(random.choice((1, 1, 2)) if argument.get("isRepeating") else 1):
                    name = random.choice(argument["names"])
                    words.append(("--" if name["kind"] == "long" else "-") + name["name"])
                    if kind == "option":
                        words.append(values.of(path, value, argument, hostility))
        if random.random() < hostility:
            self._spoil(words, random, values)
        head = list(path)
        if path == ("route",) and random.random() < 0.3:
            head = []
        return head + words

    def _spoil(self, words, random, values):
        how = random.randrange(5)
        at = random.randrange(len(words) + 1)
        if how == 0 and words:
            del words[at % len(words)]
        elif how == 1:
            words.insert(at, values.hostile_word())
        elif how == 2 and words:
            words.insert(at, random.choice(words))
        elif how == 3:
            words.insert(at, random.choice(("--", "--help", "-h", "--version", "--no-such", "-x", "-", "--map=", "--format=")))
        else:
            random.shuffle(words)
