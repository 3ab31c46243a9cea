"""Serving over HTTP until told to stop."""

from pathlib import Path

import uvicorn

from server.app import create_app
from server.embedded import open_service
from server.exposure import Exposure
from server.limits import Limits
from server.service import Service

FAREWELL = 10
"""Seconds that answers under way may take once the service was told to stop."""


def serve(data: Path, exposure: Exposure, limits: Limits, store: str = "") -> None:
    """Serve the games of the data folder `data`, or of another `store` (see `open_service`)."""
    service = open_service(
        data, store=store, serving=True, trusting=exposure.trusting, limits=limits
    )
    try:
        uvicorn.Server(config(service, exposure)).run()
    finally:
        service.close()


def config(service: Service, exposure: Exposure) -> uvicorn.Config:
    """How to serve: nobody but a proxy may say where a request comes from."""
    return uvicorn.Config(
        create_app(service, exposure.hosts),
        host=exposure.host,
        port=exposure.port,
        log_level="warning",
        server_header=False,
        proxy_headers=bool(exposure.proxies),
        forwarded_allow_ips=list(exposure.proxies),
        ssl_certfile=exposure.certificate,
        ssl_keyfile=exposure.key,
        timeout_graceful_shutdown=FAREWELL,
    )
