"""The web server: uvicorn, which ends all streams before it waits for its requests to end."""

import socket
from typing import Any

import uvicorn


class WebServer(uvicorn.Server):
    """A server for an application of `server.app`."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: streams have no end of their own."""
        app: Any = self.config.app
        app.state.live.close()
        await super().shutdown(sockets)
