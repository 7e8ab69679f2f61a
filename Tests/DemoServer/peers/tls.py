"""A TLS front for a server on this machine: an https address whose connections go on to a plain one."""
import asyncio
import ssl
import threading

from demo import PROJECT

CERTIFICATES = PROJECT / "Tests/Loopback/Certificates"
# For `SSL_CERT_FILE`: the authority of the front's certificate.
AUTHORITY = CERTIFICATES / "own-ca.pem"


class TLSFront:
    """`with TLSFront(port) as address`."""

    def __init__(self, port):
        self.port = port
        self.loop = asyncio.new_event_loop()

    def __enter__(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATES / "server.pem", CERTIFICATES / "server.key")
        server = self.loop.run_until_complete(asyncio.start_server(self.serve, "127.0.0.1", 0, ssl=context))
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        return f"https://localhost:{server.sockets[0].getsockname()[1]}"

    def __exit__(self, *_):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    async def serve(self, reader, writer):
        try:
            origin_reader, origin_writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return writer.close()
        await asyncio.gather(self.copy(reader, origin_writer), self.copy(origin_reader, writer), return_exceptions=True)

    @staticmethod
    async def copy(reader, writer):
        try:
            while data := await reader.read(1 << 16):
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()
