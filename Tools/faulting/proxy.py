"""A connection to the database that can be cut, delayed and blocked."""

import asyncio
import contextlib


class Proxy:
    """Forwards connections to a port; one for each server."""

    def __init__(self, target):
        self.target = target
        self.delay_seconds = 0.0
        self.is_cut = False
        self.flows = asyncio.Event()
        self.flows.set()
        self.writers = set()
        self.tasks = set()

    async def open(self):
        self.server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    def cut(self):
        """Ends all connections, and refuses new ones until mended."""
        self.is_cut = True
        for writer in self.writers:
            writer.transport.abort()

    def mend(self):
        self.is_cut, self.delay_seconds = False, 0.0
        self.flows.set()

    async def close(self):
        self.server.close()
        self.cut()
        for task in self.tasks:
            task.cancel()

    async def _accept(self, reader, writer):
        if self.is_cut:
            writer.transport.abort()
            return
        try:
            other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        self.writers |= {writer, other_writer}
        for source, sink in ((reader, other_writer), (other_reader, writer)):
            task = asyncio.ensure_future(self._forward(source, sink))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _forward(self, source, sink):
        with contextlib.suppress(OSError, asyncio.CancelledError):
            while data := await source.read(65536):
                if self.delay_seconds:
                    await asyncio.sleep(self.delay_seconds)
                await self.flows.wait()
                sink.write(data)
                await sink.drain()
        self.writers.discard(sink)
        sink.transport.abort()
