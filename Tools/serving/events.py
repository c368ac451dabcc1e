"""The events of a server's stream, taken apart as they come."""

import http.client
import json
import socket
import threading
import time


class Stream(threading.Thread):
    """A stream of one person; `status` is that of the answer, `events` are pairs of a name and a document."""

    def __init__(self, server, access, query, source="127.0.0.1"):
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120, source_address=(source, 0))
        self.connection.request("GET", f"/v1/stream?{query}", headers={"Authorization": f"Bearer {access}"} if access else {})
        self.response = self.connection.getresponse()
        self.status, self.events, self.ended = self.response.status, [], False
        if self.status == 200:
            self.start()

    def run(self):
        name, data = "message", []
        try:
            while line := self.response.readline():
                text = line.decode().rstrip("\r\n")
                if text.startswith("event:"):
                    name = text[6:].strip()
                elif text.startswith("data:"):
                    data.append(text[5:].strip())
                elif not text and data:
                    self.events.append((name, json.loads("\n".join(data))))
                    name, data = "message", []
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass  # the other side, or close, ended it
        self.ended = True

    def close(self):
        if self.connection.sock is not None:
            try:
                self.connection.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        if self.is_alive():
            self.join(5)
        self.response.close()
        self.connection.close()

    def named(self, name):
        """The documents of the events with a name so far."""
        return [document for found, document in list(self.events) if found == name]

    def wait_for(self, name, holds=lambda document: True, seconds=15):
        """The first document of an event with a name for which a condition holds; None when none comes."""
        end = time.monotonic() + seconds
        while True:
            for document in self.named(name):
                if holds(document):
                    return document
            if time.monotonic() > end:
                return None
            time.sleep(0.02)
