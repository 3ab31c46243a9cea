"""Serving over HTTP until told to stop."""

from pathlib import Path

import uvicorn

from server.app import create_app
from server.embedded import open_service


def serve(host: str, port: int, data: Path) -> None:
    """Serve the games of the data folder `data` at `host` and `port`."""
    service = open_service(data, serving=True)
    try:
        uvicorn.run(create_app(service), host=host, port=port, log_level="warning")
    finally:
        service.close()
