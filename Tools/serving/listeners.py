"""Streams of many people in a process of its own, so that what the other parts of a load cost does not delay their reading."""

import multiprocessing
import resource
import select
import socket


class Listeners:
    """Open streams; the delays of what they receive are noted.

    `requests` are pairs of the client's address and the bytes that it sends. `delays` returns those of some received bytes, all of
    whose events are whole; streams whose number is not a multiple of `step` are only drained.
    """

    def __init__(self, port, requests, delays, step=1):
        context = multiprocessing.get_context("fork")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=listen, args=(port, requests, delays, step, other), daemon=True)
        self.process.start()
        if self.pipe.recv() != "open":
            raise RuntimeError("the streams are not open")

    def count(self):
        """The number of delays noted."""
        return self._asked("count")

    def clear(self):
        """Forgets the delays and bytes until now."""
        self._asked("clear")

    def end(self):
        """The delays, the bytes received, the streams that were closed, and the processor seconds that reading took."""
        found = self._asked("end")
        self.process.join()
        return found

    def _asked(self, word):
        self.pipe.send(word)
        return self.pipe.recv()


def listen(port, requests, delays, step, pipe):
    """Reads streams until the end is requested."""
    waiting, sockets, rests, found, received, closed = select.epoll(), {}, {}, [], 0, 0
    for number, (address, head) in enumerate(requests):
        connection = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
        connection.sendall(head)
        connection.setblocking(False)
        sockets[connection.fileno()] = connection
        if number % step == 0:
            rests[connection.fileno()] = b""
        waiting.register(connection, select.EPOLLIN)
    pipe.send("open")
    waiting.register(pipe.fileno(), select.EPOLLIN)
    while True:
        for number, _ in waiting.poll():
            if number == pipe.fileno():
                word = pipe.recv()
                if word == "end":
                    used = resource.getrusage(resource.RUSAGE_SELF)
                    return pipe.send((found, received, closed, used.ru_utime + used.ru_stime))
                if word == "clear":
                    found, received = [], 0
                pipe.send(len(found))
                continue
            try:
                data = sockets[number].recv(1 << 18)
            except OSError:
                data = b""
            if not data:
                closed += 1
                waiting.unregister(number)
                continue
            received += len(data)
            if number in rests:
                data = rests[number] + data
                end = data.rfind(b"\n\n") + 2 if b"\n\n" in data else 0
                rests[number] = data[end:]
                found += delays(data[:end])
