"""A relay in front of a server whose connections a test can cut, as a bad network does."""

import asyncio
import contextlib


class Cutter:
    def __init__(self, host, port):
        self.target, self.writers = (host, port), set()

    @property
    def port(self):
        return self.server.sockets[0].getsockname()[1]

    async def relay(self, reader, writer):
        there, out = await asyncio.open_connection(*self.target)
        self.writers |= {writer, out}
        await asyncio.gather(self.copy(reader, out), self.copy(there, writer))

    async def copy(self, reader, writer):
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()

    def cut(self):
        """Ends every connection without a word; new ones are taken."""
        for writer in self.writers:
            writer.transport.abort()
        self.writers.clear()


@contextlib.asynccontextmanager
async def cutter(url):
    host, port = url.split("//")[1].split(":")
    relay = Cutter(host, int(port))
    relay.server = await asyncio.start_server(relay.relay, "127.0.0.1", 0)
    try:
        yield relay
    finally:
        relay.server.close()
        relay.cut()
