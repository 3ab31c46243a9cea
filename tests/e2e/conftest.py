from tests.events.conftest import database, running, server

__all__ = ["database", "running", "server"]
