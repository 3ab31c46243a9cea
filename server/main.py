"""Serving over HTTP until told to stop."""

from pathlib import Path

import uvicorn

from server.app import create_app
from server.background import running, tasks_of
from server.core import one_core
from server.embedded import open_service
from server.exposure import Exposure
from server.limits import Limits
from server.logs import configure
from server.metrics import MeteredStore, Metrics
from server.service import Service
from server.web import WebServer

FAREWELL = 10
"""Seconds that answers under way may take once the service was told to stop."""


def serve(
    data: Path, exposure: Exposure, limits: Limits, store: str = "", level: str = "warning"
) -> None:
    """Serve the games of the data folder `data`, or of another `store` (see `open_service`).

    What is logged begins with `level`; each request is told of on the level `info`.
    """
    configure(level)
    metrics = Metrics()
    with one_core():
        service = open_service(
            data, store=store, serving=True, trusting=exposure.trusting, limits=limits,
            through=lambda opened: MeteredStore(opened, metrics),
        )  # fmt: skip
        service.private_webhooks = exposure.private_webhooks
        try:
            with running(*tasks_of(service)):
                WebServer(config(service, exposure, metrics)).run()
        finally:
            service.close()


def config(service: Service, exposure: Exposure, metrics: Metrics | None = None) -> uvicorn.Config:
    """How to serve: nobody but a proxy may say where a request comes from."""
    return uvicorn.Config(
        create_app(service, exposure.hosts, metrics=metrics),
        host=exposure.host,
        port=exposure.port,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(exposure.proxies),
        forwarded_allow_ips=list(exposure.proxies),
        ssl_certfile=exposure.certificate,
        ssl_keyfile=exposure.key,
        timeout_graceful_shutdown=FAREWELL,
    )
