"""Takes pictures of a page by Chromium without a window, spoken to over its DevTools."""

import base64
import json
import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time

from .archive import Broken

PROGRAMS = ["chromium", "chromium-browser", "google-chrome"]
FLAGS = ["--headless=new", "--hide-scrollbars", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
         "--remote-debugging-port=0", "--no-first-run"]


def flags(user):
    """The command line of Chromium: with its sandbox, which root can't use."""
    return FLAGS + (["--no-sandbox"] if user == 0 else [])


def take(server, page, target, width, height, seconds=90):
    """Serves until the page says it is idle; its picture is in its place then, or there is an error."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if not program:
        raise Broken("Chromium is missing, which takes the pictures; install chromium")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [program, *flags(os.geteuid()), f"--user-data-dir={profile}", f"--window-size={width},{height}", page]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        try:
            picture = _picture(process, page, time.monotonic() + seconds, width, height)
        except OSError as error:
            raise Broken(f"Chromium stopped answering ({error}); try again when the machine is less busy") from None
        finally:
            process.terminate()
            process.wait()
            server.shutdown()
    put(pathlib.Path(target), picture)


def put(target, content):
    """Puts a file in its place when it is whole, through one with a unique name."""
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f"{target.name}.", delete=False) as beside:
        place = pathlib.Path(beside.name)
        try:
            beside.write(content)
            beside.close()
            place.chmod(0o644)
            place.replace(target)
        except BaseException:
            place.unlink(missing_ok=True)
            raise


def _picture(process, page, end, width, height):
    for line in process.stderr:
        if found := re.search(r"ws://127\.0\.0\.1:(\d+)/", line):
            break
    else:
        raise Broken("Chromium ended before it listened; start it by hand to see why")
    threading.Thread(target=process.stderr.read, daemon=True).start()
    tools = Tools(int(found[1]), page, end)
    tools.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    while tools.value("document.title") != "idle":
        if time.monotonic() > end:
            raise Broken(f"the page did not finish loading: {tools.value('document.body.innerText')}")
        time.sleep(0.2)
    trouble = tools.value("(document.getElementById('trouble')||{hidden:true}).hidden?'':document.getElementById('trouble').textContent")
    if trouble:
        raise Broken(f"the page reports: {trouble}")
    time.sleep(0.5)
    return base64.b64decode(tools.ask("Page.captureScreenshot", format="png")["data"])


class Tools:
    """DevTools of one page, by a WebSocket (RFC 6455) as far as they need one."""

    def __init__(self, port, page, end):
        self.number = 0
        path = self._path(port, page, end)
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=90)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.input = self.socket.makefile("rb")
        while self.input.readline().strip():
            pass

    @staticmethod
    def _path(port, page, end):
        import urllib.request

        while time.monotonic() < end:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=10) as answer:
                for target in json.load(answer):
                    if target["type"] == "page" and target["url"].startswith(page.split("#")[0]):
                        return re.sub(r"^ws://[^/]*", "", target["webSocketDebuggerUrl"])
            time.sleep(0.1)
        raise Broken("Chromium never opened the page")

    def ask(self, method, **params):
        self.number += 1
        self._send(json.dumps({"id": self.number, "method": method, "params": params}).encode())
        while True:
            answer = json.loads(self._message())
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Broken(f"Chromium: {answer['error'].get('message')}")
                return answer["result"]

    def value(self, expression):
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def _send(self, content):
        mask = os.urandom(4)
        size = len(content)
        if size < 126:
            head = bytes([0x81, 0x80 | size])
        else:
            head = struct.pack(">BBH", 0x81, 0xFE, size) if size < 1 << 16 else struct.pack(">BBQ", 0x81, 0xFF, size)
        self.socket.sendall(head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(content)))

    def _message(self):
        content = b""
        while True:
            head = self.input.read(2)
            size = head[1] & 0x7F
            if size == 126:
                (size,) = struct.unpack(">H", self.input.read(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self.input.read(8))
            part = self.input.read(size)
            if head[0] & 0xF in (0, 1, 2):
                content += part
                if head[0] & 0x80:
                    return content
