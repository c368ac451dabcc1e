"""A browser without a window for tests of the web map: its requests and complaints are kept."""

import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import time

from previewing import screenshot

PROGRAM = next(filter(None, map(shutil.which, screenshot.PROGRAMS)), None)
LIBRARY = pathlib.Path(__file__).resolve().parent.parent.parent / "Data" / "Page" / "library" / "maplibre-gl.js"
MISSING = None if PROGRAM and LIBRARY.is_file() else "Chromium or MapLibre GL isn't there; Tools/setup --browser --page installs them"
PRESSES = 5  # attempts of one press
PATIENCE = 30  # seconds until a state of the page must have come


class Browser:
    """Chromium with a profile of its own."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command = [PROGRAM, *screenshot.flags(os.geteuid()), f"--user-data-dir={self.profile.name}", "about:blank"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        for line in self.process.stderr:
            if found := re.search(r"ws://127\.0\.0\.1:(\d+)/", line):
                break
        else:
            raise AssertionError("Chromium ended before it listened")
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.port = int(found[1])

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stderr.close()
        self.profile.cleanup()

    def page(self, width=1280, height=800, phone=False):
        return Page(self.port, width, height, phone)


class Page(screenshot.Tools):
    """The page of the browser, from a clean start."""

    def __init__(self, port, width, height, phone):
        super().__init__(port, "about:blank", time.monotonic() + PATIENCE)
        self.complaints, self.requests, self.sent, self.stand_in = [], [], 0, None
        for domain in ("Runtime", "Log", "Network", "Page"):
            self.ask(f"{domain}.enable")
        self.ask("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True)
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=phone)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])

    def close(self):
        self.ask("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        self.ask("Emulation.clearDeviceMetricsOverride")
        self.ask("Page.navigate", url="about:blank")
        self.until("location.href === 'about:blank'")
        # The tab is used again, and the workers of its next page would wait for this session, too.
        self.ask("Target.setAutoAttach", autoAttach=False, waitForDebuggerOnStart=False, flatten=True)
        self.socket.close()

    def _message(self):
        message = super()._message()
        self._keep(json.loads(message))
        return message

    def _keep(self, event):
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.complaints.append(" ".join(str(one.get("value", one.get("description"))) for one in params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.complaints.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Target.attachedToTarget":  # a worker of the map, which waits until its requests for tiles are kept
            for command in ("Network.enable", "Runtime.runIfWaitingForDebugger"):
                self._tell(command, sessionId=params["sessionId"])
        elif method == "Fetch.requestPaused":
            status, fields, body = self.stand_in(params["request"])
            self._tell("Fetch.fulfillRequest", params={
                "requestId": params["requestId"], "responseCode": status, "body": base64.b64encode(body).decode(),
                "responseHeaders": [{"name": name, "value": value} for name, value in fields.items()]})

    def _tell(self, method, **members):
        """Sends a command without waiting for its answer."""
        self.sent += 1
        self._send(json.dumps({"id": -self.sent, "method": method, **members}).encode())

    def replace_host(self, pattern, stand_in):
        """Answers requests to addresses of a pattern in the host's place: by status, header fields and body of a request."""
        self.stand_in = stand_in
        self.ask("Fetch.enable", patterns=[{"urlPattern": pattern}])

    def run(self, script):
        """The value of a script's body, which may await."""
        answer = self.ask("Runtime.evaluate", expression=f"(async () => {{ {script} }})()", awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"].get("exception", {}).get("description", script))
        return answer["result"].get("value")

    def on_page(self, script):
        """As run, with `page`: the parts of the map, and `map`: that of MapLibre."""
        return self.run(f"const page = await {READY}; const map = page.map.map; {script}")

    def until(self, expression):
        end = time.monotonic() + PATIENCE
        while True:
            if value := self.run(f"const found = ({expression}); return found instanceof Node ? true : found"):
                return value
            if time.monotonic() > end:
                raise AssertionError(f"never came: {expression}; the page says: {self.value('document.body.innerText')}")
            time.sleep(0.1)

    def open(self, address):
        self.ask("Page.navigate", url="about:blank")
        self.until("location.href === 'about:blank'")
        self.ask("Page.navigate", url=address)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")
        self.idle()

    def idle(self):
        """Waits until the map has drawn all it has."""
        self.on_page("for (let left = 200; left && !(map.loaded() && !map.isMoving()); left--) "
                     "await new Promise((done) => setTimeout(done, 100)); return map.loaded()")

    def text(self, selector):
        return self.run(f"return document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, selector):
        """Clicks the middle of an element, which must be the uppermost thing there."""
        self.until(f"document.querySelector({json.dumps(selector)})")
        for _ in range(PRESSES):
            last, found = None, self._middle(selector)
            # Waits until the element keeps its place: a click comes later than it is aimed. Timers of hidden pages are too slow.
            while found != last:
                time.sleep(0.03)
                last, found = found, self._middle(selector)
            x, y, is_hit = found
            if not is_hit:
                raise AssertionError(f"{selector} is covered, or out of sight")
            self.run("window.isPressAwaited = true; addEventListener('click', (event) => { window.isPressAwaited &&="
                     f"!event.target.closest({json.dumps(selector)}); }}, {{ capture: true, once: true }})")
            self.click(x, y)
            # On a busy machine a page may put another element in the place between press and release: their ancestor is clicked.
            if not self.run("return window.isPressAwaited === true"):
                return
        raise AssertionError(f"{selector} takes no click")

    def _middle(self, selector):
        """The middle of an element, and whether it is the uppermost thing there."""
        return self.run(
            f"const one = document.querySelector({json.dumps(selector)}); one.scrollIntoView({{ block: 'nearest' }});"
            "const box = one.getBoundingClientRect(); const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];"
            "const top = document.elementFromPoint(x, y); return [x, y, one === top || one.contains(top)]")

    def click_map(self, place):
        """Clicks a place of the map: longitude, latitude."""
        x, y = self.on_page(f"const point = map.project({json.dumps(place)}); const box = map.getContainer().getBoundingClientRect();"
                            "return [point.x + box.x, point.y + box.y]")
        self.click(x, y)

    def key(self, key, code=None, text=None):
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, windowsVirtualKeyCode=KEYS.get(key, 0),
                     **({"text": text} if text and kind == "keyDown" else {}))

    def write(self, selector, text):
        self.run(f"const one = document.querySelector({json.dumps(selector)}); one.focus(); one.select?.()")
        self.ask("Input.insertText", text=text)

    def choose(self, selector, value):
        """Sets a field that isn't written by letters: a choice, a time, a slider."""
        self.run(f"const one = document.querySelector({json.dumps(selector)}); one.value = {json.dumps(value)};"
                 "one.dispatchEvent(new Event('input', { bubbles: true })); one.dispatchEvent(new Event('change', { bubbles: true }))")

    def picture(self):
        """The page as a PNG file."""
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])


# The parts of the map, from the page's own module, whatever its address.
READY = "(await import(document.querySelector('script[type=module]').src)).ready"
KEYS = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "/": 191}
