"""A web server on 127.0.0.1 whose responses each test defines byte by byte; it records the requests."""

import dataclasses
import re
import socket
import struct
import threading
import time


@dataclasses.dataclass
class Request:
    """One request with its body, and how many bytes of body it was sent."""

    path: str
    headers: dict
    sent: int = 0
    body: bytes = b""


class Reply:
    """The response of a behaviour."""

    def __init__(self, server, sock, request):
        self.server, self.sock, self.request = server, sock, request
        self.keeps = False

    def head(self, status, **headers):
        """Sends a status line and headers; underscores in their names become hyphens."""
        lines = [f"HTTP/1.1 {status} Said"] + [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if not self.keeps:
            lines.append("Connection: close")
        self.sock.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))

    def body(self, data):
        self.sock.sendall(data)
        self.request.sent += len(data)

    def drip(self, data, seconds, step=1):
        """Sends a few bytes at a time, slowly."""
        for start in range(0, len(data), step):
            self.body(data[start:start + step])
            if self.server.closing.wait(seconds):
                return

    def reset(self):
        """Ends the connection with a reset rather than an orderly end."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()

    def hang(self):
        """Sends nothing more until the test ends, at most 20 seconds."""
        self.server.closing.wait(20)


def _is_open(sock):
    """Returns whether the other side of a connection has not closed it; a close counts before the thread has read it."""
    try:
        return sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


class HostileServer:
    """Serves behaviours by path; `"*"` is what other paths get. A behaviour is a function of a Reply."""

    def __init__(self):
        self.routes = {"*": lambda reply: reply.head(404, Content_Length=0)}
        self.received = []
        self.closing = threading.Event()
        self.most_at_once = 0
        self._connections = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def requests(self, path):
        """The requests for a path, in order."""
        return [request for request in self.received if request.path == path]

    def close(self):
        self.closing.set()
        # shutdown wakes accept; close alone does not.
        try:
            self._listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._listener.close()

    def _accept(self):
        while not self.closing.is_set():
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(sock,), daemon=True).start()

    def _serve(self, sock):
        with self._lock:
            self._connections.add(sock)
            self.most_at_once = max(self.most_at_once, sum(map(_is_open, self._connections)))
        try:
            with sock:
                while self._answer(sock):
                    pass
        except OSError:
            pass
        finally:
            with self._lock:
                self._connections.discard(sock)

    def _answer(self, sock):
        data = b""
        while b"\r\n\r\n" not in data:
            piece = sock.recv(65536)
            if not piece:
                return False
            data += piece
        lines = data.split(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        request = Request(lines[0].split(" ")[1], headers, body=self._body(sock, data, headers))
        with self._lock:
            self.received.append(request)
        reply = Reply(self, sock, request)
        (self.routes.get(request.path) or self.routes["*"])(reply)
        return reply.keeps

    @staticmethod
    def _body(sock, data, headers):
        """Returns the body of a request, as long as its length says."""
        body = data.split(b"\r\n\r\n", 1)[1]
        while len(body) < int(headers.get("content-length", 0)):
            piece = sock.recv(65536)
            if not piece:
                break
            body += piece
        return body


def serving(data, etag='"one"', kind="application/json", modified=None, keeps=False):
    """A behaviour that serves bytes by the standard: conditions, ranges, If-Range."""
    def behave(reply):
        headers = reply.request.headers
        reply.keeps = keeps
        known = {"ETag": etag} if etag else {}
        if modified:
            known["Last-Modified"] = modified
        if headers.get("if-none-match", "-") == etag or ("if-none-match" not in headers and modified
                                                       and headers.get("if-modified-since") == modified):
            return reply.head(304, **known)
        wanted = re.fullmatch(r"bytes=(\d+)-", headers.get("range", ""))
        if wanted and headers.get("if-range") in (etag, modified):
            start = int(wanted[1])
            if start >= len(data):
                return reply.head(416, Content_Range=f"bytes */{len(data)}", Content_Length=0)
            reply.head(206, Content_Type=kind, Content_Length=len(data) - start,
                       Content_Range=f"bytes {start}-{len(data) - 1}/{len(data)}", **known)
            return reply.body(data[start:])
        reply.head(200, Content_Type=kind, Content_Length=len(data), **known)
        return reply.body(data)
    return behave


def in_turn(*behaviours):
    """A behaviour that is each of some in turn, then the last."""
    left = list(behaviours)
    lock = threading.Lock()

    def behave(reply):
        with lock:
            now = left.pop(0) if len(left) > 1 else left[0]
        return now(reply)
    return behave


def cut_off(data, share=0.5, etag='"one"', end=None):
    """A behaviour that announces the length of some bytes and sends a share of them; then `end(reply)`."""
    def behave(reply):
        reply.head(200, Content_Type="application/json", Content_Length=len(data), **({"ETag": etag} if etag else {}))
        reply.body(data[:int(len(data) * share)])
        if end:
            end(reply)
    return behave


def redirect(target, status=302):
    """A behaviour that redirects; the target may be a function of the reply."""
    def behave(reply):
        where = target(reply) if callable(target) else target
        reply.head(status, Content_Length=0, **({"Location": where} if where is not None else {}))
    return behave


def response(status, body=b"", **headers):
    """A behaviour that answers with a status, headers and bytes."""
    def behave(reply):
        reply.head(status, **headers)
        reply.body(body)
    return behave


def wait(seconds):
    """Lets time pass."""
    time.sleep(seconds)
