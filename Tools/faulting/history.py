"""One random history: users, servers, failures, and the comparison after quiet."""

import asyncio
import random
import time

from .model import AUDIENCES, Grant, Model
from .proxy import Proxy
from .server import Server

OWNERS = ("anna", "ben", "cleo")
START = (46.5, 7.5)


def monotonic():
    """Milliseconds by the clock of deadlines."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) * 1000


class View:
    """A viewer's connection and what it has received."""

    def __init__(self, number, viewer, server, latest):
        self.number, self.viewer, self.server, self.generation = number, viewer, server, server.generation
        self.picture, self.latest, self.is_ended = {}, latest, False


class History:
    """Servers on one store, with the users that a seed chooses."""

    def __init__(self, seed, program, sample, store):
        self.seed, self.program, self.sample, self.store = seed, program, sample, store
        self.random = random.Random(seed)
        self.model = Model()
        self.tag = 0
        self.waiting = {}  # tag → (server, generation, function of the reply)
        self.views, self.latest = {}, {}
        self.places = {owner: (START[0] + i * 0.001, START[1]) for i, owner in enumerate(OWNERS)}
        self.moved = dict.fromkeys(OWNERS, 0.0)
        self.late = []  # reports to be sent again or late

    # Running

    async def run(self, steps=25):
        """Performs the history and returns the faults."""
        await self._open()
        try:
            for viewer in ("dora", "ben", "cleo"):
                self._view(viewer)
            for _ in range(steps):
                if self.model.faults:
                    break
                await self._act()
                await self._pause(self.random.uniform(0.02, 0.15))
            if not self.model.faults:
                await self._quieten()
        finally:
            await self._close()
        return [f"seed {self.seed}: {fault}" for fault in self.model.faults]

    async def _open(self):
        self.database = self.store.make()
        self.proxies, self.servers = [], []
        for _ in range(self.random.randint(1, 3) if self.store.is_shared else 1):
            arguments = ["--map", str(self.sample), "--clock-offset", str(self.random.randint(-60_000, 60_000))]
            if self.store.is_shared:
                proxy = Proxy(self.store.cluster.port)
                await proxy.open()
                self.proxies.append(proxy)
                arguments += ["--postgres", self.database.replace(f":{self.store.cluster.port}/", f":{proxy.port}/")]
            else:
                arguments += ["--sqlite", str(self.database)]
            self.servers.append(Server(self.program, arguments))
        await self._pause(0.3)

    async def _close(self):
        for server in self.servers:
            server.kill()
        for proxy in self.proxies:
            await proxy.close()
        self.store.drop(self.database)

    async def _pause(self, seconds):
        """Lets time pass, and takes what arrives."""
        end = time.monotonic() + seconds
        while True:
            self._take()
            self._restart()
            if time.monotonic() >= end:
                return
            await asyncio.sleep(0.01)

    def _restart(self):
        """Replaces processes that have ended, as a supervisor would; the commands that waited for them fail."""
        for server in self.servers:
            if server.has_ended:
                server.kill()
                server.start()
        for tag, (server, generation, function) in list(self.waiting.items()):
            if server.generation != generation:
                del self.waiting[tag]
                function({"error": "unavailable"})
        for view in list(self.views.values()):
            if view.is_ended or view.server.generation != view.generation:
                self._view(view.viewer, replacing=view)

    # Messages

    def _take(self):
        """Takes all that servers wrote. Deliveries that precede an acknowledgement are taken before it."""
        lines = [(s, line) for s in self.servers for line in s.lines()]
        if any("tag" in line for _, line in lines):
            lines += [(s, line) for s in self.servers for line in s.lines()]
        received = monotonic()
        for _, line in lines:
            if "view" in line:
                self._deliver(line, received)
        for _, line in lines:
            if line.get("tag"):
                _, _, function = self.waiting.pop(line["tag"], (None, None, lambda _: None))
                function(line)

    def _deliver(self, line, received):
        view = self.views.get(line["view"])
        if view is None:
            return
        if "ended" in line:
            view.is_ended = True
            return
        if received >= line["deadline"]:
            # Too late to be shown; only a new snapshot says what holds.
            view.is_ended = True
            view.server.send({"action": "unlisten", "tag": 0, "user": view.viewer, "view": view.number})
            return
        if line["snapshot"]:
            view.picture = {}
        for change in line["changes"]:
            self.model.check(view, change)

    def _send(self, function, server=None, **command):
        server = server or self.random.choice(self.servers)
        self.tag += 1
        if server.send({"tag": self.tag, **command}):
            self.waiting[self.tag] = (server, server.generation, function)
        else:
            function({"error": "unavailable"})

    def _view(self, viewer, replacing=None):
        """Listens on any server; a view that fails is tried again."""
        if replacing:
            self.views.pop(replacing.number, None)
        self.tag += 1
        view = View(self.tag, viewer, self.random.choice(self.servers), self.latest.setdefault(viewer, {}))
        self.views[view.number] = view

        def answer(reply):
            view.is_ended = view.is_ended or "error" in reply

        self._send(answer, view.server, action="listen", user=viewer, view=view.number, latitude=START[0], longitude=START[1],
                   audience="all" if viewer == "dora" else "near")

    # Actions

    async def _act(self):
        number = self.random.random()
        if number < 0.42:
            self._report(self.random.choice(OWNERS))
        elif number < 0.60:
            self._grant(self.random.choice(OWNERS))
        elif number < 0.74:
            self._end(self.random.choice(OWNERS))
        elif number < 0.80:
            view = self.random.choice(list(self.views.values()))
            view.server.send({"action": "unlisten", "tag": 0, "user": view.viewer, "view": view.number})
            self._view(view.viewer, replacing=view)
        else:
            await self._disturb()

    def _report(self, owner):
        """Reports a fix: a new one, or one again or late."""
        mine = [fix for fix in self.late if fix["user"] == owner]
        if mine and self.random.random() < 0.3:
            fix = self.random.choice(mine)
        else:
            fix = self._move(owner)
            self.late = [*self.late[-20:], fix]
            if self.random.random() < 0.15:
                return  # sent later, out of order
        for _ in range(2 if self.random.random() < 0.2 else 1):
            self._send(lambda reply: self._reported(fix, reply), action="report", **fix)

    def _move(self, owner):
        now = time.time()
        reach = min(now - self.moved[owner], 1.0) * 5e-5
        place = tuple(value + self.random.uniform(-reach, reach) for value in self.places[owner])
        self.places[owner], self.moved[owner] = place, now
        observed = int(now * 1000)
        self.model.written.setdefault(owner, {})[observed] = place
        return {"user": owner, "latitude": place[0], "longitude": place[1], "observed": observed}

    def _reported(self, fix, reply):
        if reply.get("outcome") == "stored":
            owner = fix["user"]
            self.model.stored[owner] = max(self.model.stored.get(owner, 0), fix["observed"])

    def _grant(self, owner):
        name = f"{self.seed}-{len(self.model.grants)}"
        precision = self.random.choice(["exact", "exact", "exact", "grid:500", "hidden"])
        grant = Grant(name, owner, self.random.choice(list(AUDIENCES)), precision)
        self.model.grants[name] = grant

        def answer(reply):
            if grant.state == "sent":
                grant.state = "open" if "error" in reply else "given"

        self._send(answer, action="grant", user=owner, grant=name, audience=grant.audience, precision=precision)

    def _end(self, owner):
        given = [g for g in self.model.grants.values() if g.owner == owner and g.state in ("given", "ending")]
        if given and self.random.random() < 0.6:
            ended = [self.random.choice(given)]
            command = {"action": "revoke", "grant": ended[0].name}
        else:
            ended, command = given, {"action": "stop"}
            self.model.stored.pop(owner, None)
            self.model.stopping[owner] += 1
        for grant in ended:
            grant.state = "ending"

        def answer(reply):
            if "error" in reply:
                return
            if command["action"] == "stop":
                self._stopped(owner)
            for grant in ended:
                grant.state = "ended"

        self._send(answer, user=owner, **command)

    def _stopped(self, owner):
        """Notes an acknowledged stop. Grants sent or given meanwhile may have come before it, which ended them, or after it."""
        self.model.stopping[owner] -= 1
        self.model.stored.pop(owner, None)
        for grant in self.model.grants.values():
            if grant.owner == owner and grant.state in ("sent", "given"):
                grant.state = "open"

    # Failures

    async def _disturb(self):
        server = self.random.choice(self.servers)
        kind = self.random.choice(["kill", "stop", "stop", *(["cut", "delay", "block", "database"] if self.store.is_shared else [])])
        if kind == "kill":
            server.kill()
            server.start()
        elif kind == "stop":
            await self._stop(server)
        elif kind == "database":
            self.store.cluster.kill()
            await self._pause(self.random.uniform(0, 1))
            await asyncio.get_running_loop().run_in_executor(None, self.store.cluster.start)
        else:
            self._disturb_connection(self.proxies[self.servers.index(server)], kind)

    async def _stop(self, server):
        """Stops a process and lets it go on later, while others work or the history waits."""
        server.stop()
        if self.random.random() < 0.5:
            await self._pause(self.random.uniform(0.2, 3))
            server.go_on()
        else:
            generation = server.generation
            asyncio.get_running_loop().call_later(
                self.random.uniform(0.2, 3), lambda: server.generation == generation and not server.has_ended and server.go_on())

    def _disturb_connection(self, proxy, kind):
        if kind == "cut":
            proxy.cut()
        elif kind == "delay":
            proxy.delay_seconds = self.random.uniform(0.01, 0.3)
        else:
            proxy.flows.clear()
        asyncio.get_running_loop().call_later(self.random.uniform(0.1, 3), proxy.mend)

    # Comparison

    async def _quieten(self):
        """Mends everything, waits for quiet, and compares the viewers with new ones, the acknowledgements, and the audit."""
        for proxy in self.proxies:
            proxy.mend()
        for server in self.servers:
            if server.is_stopped:
                server.go_on()
        await self._wait(lambda: not self.waiting, "commands are not answered")
        await self._pause(2.6)
        await self._wait(lambda: not self.waiting and not any(v.is_ended for v in self.views.values()), "views do not begin")
        if self.model.faults:
            return
        old = list(self.views.values())
        for view in old:
            self._view(view.viewer)
        new = [view for view in self.views.values() if view not in old]
        await self._wait(lambda: not self.waiting, "new views do not begin")
        await self._pause(0.5)
        for one, other in zip(old, new):
            self._compare(one, other)
        await self._check_audit()

    def _compare(self, one, other):
        if one.is_ended or other.is_ended:
            return
        if one.picture != other.picture:
            self.model.fail(f"{one.viewer} has {one.picture}, a new viewer {other.picture} (I3, I4)")
        for owner, observed in self.model.stored.items():
            if not self.model.must_see(one.viewer, owner):
                continue
            seen = one.picture.get(owner)
            if seen is None or seen[0] < observed:
                self.model.fail(f"{one.viewer} has {seen} of {owner}, though {observed} is acknowledged (I3, I5)")

    async def _check_audit(self):
        audits = {}
        for owner in OWNERS:
            self._send(lambda reply, owner=owner: audits.update({owner: reply.get("audit")}), action="audit", user=owner)
        await self._wait(lambda: not self.waiting, "the audit is not answered")
        for owner, viewer in sorted(self.model.delivered):
            if audits.get(owner) is not None and viewer not in audits[owner]:
                self.model.fail(f"{viewer} received {owner} without a record (I6)")

    async def _wait(self, condition, text):
        for _ in range(300):
            await self._pause(0.05)
            if condition():
                return
        self.model.fail(text)
