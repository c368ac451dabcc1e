"""A receiver of webhooks on this machine, which checks signatures and answers by a rule."""

import hashlib
import hmac
import http.server
import json
import threading
import time

SECRET = bytes(range(32))
NEVER = None  # an answer that doesn't come


def is_signed(headers, body, secret=SECRET, now=None):
    """Returns whether the headers sign a body at about this time."""
    moment = headers.get("skiroute-time", "")
    if not moment.isdigit() or abs((now or time.time()) - int(moment)) > 300:
        return False
    expected = "v1=" + hmac.new(secret, moment.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, headers.get("skiroute-signature", ""))


class Receiver:
    """Keeps what it receives; `answer` returns the status of the request with a number, from 0, or `NEVER`."""

    def __init__(self, answer=lambda number: 200):
        self.answer, self.lock, self.closing = answer, threading.Lock(), threading.Event()
        self.bodies, self.statuses, self.delivered, self.unsigned = [], [], [], []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                receiver._take(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/hook"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def configuration(self):
        """The member `webhook` of a server's file of trips."""
        return {"address": self.address, "secret": SECRET.hex()}

    def _take(self, handler):
        body = handler.rfile.read(int(handler.headers.get("content-length", 0)))
        with self.lock:
            status = self.answer(len(self.bodies))
            self.bodies.append(body)
            self.statuses.append(status)
            if not is_signed(handler.headers, body):
                self.unsigned.append(body)
        if status is NEVER:
            self.closing.wait(30)
            handler.close_connection = True
            return
        try:
            handler.send_response(status)
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            handler.wfile.flush()
        except OSError:
            return  # the server was killed meanwhile
        if 200 <= status < 300:
            with self.lock:
                self.delivered.append(json.loads(body))

    def notices(self):
        """The delivered notices: triples of the recipient, the key and the notice."""
        with self.lock:
            bodies = list(self.delivered)
        return [(body["recipient"], notice["key"], notice) for body in bodies for notice in body["notices"]]

    def keys(self):
        """The pairs of recipient and key that were delivered."""
        return {(recipient, key) for recipient, key, _ in self.notices()}

    def close(self):
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()


def spooled(folder):
    """The pairs of recipient and key of the files in a spool folder, and the notices."""
    found = {}
    for path in folder.glob("*.json"):
        body = json.loads(path.read_bytes())
        found.update({(body["recipient"], notice["key"]): notice for notice in body["notices"]})
    return found
