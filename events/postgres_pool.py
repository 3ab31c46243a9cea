"""The database under the PostgreSQL store: its connections, and what can go wrong with them."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from events.postgres_link import Link, NoAnswer, words
from events.store import DamagedStore, StoreUnavailable

T = TypeVar("T")

_SLICE = 0.2
_FOR_NOW = (
    psycopg.OperationalError,
    errors.ReadOnlySqlTransaction,
    errors.InsufficientPrivilege,
)
_BROKEN = (psycopg.ProgrammingError, psycopg.InternalError)


class Database:
    """The database at `url`, through a pool of at most `size` connections that threads share.

    The one used last is used next. The pool itself would go through all of them in turn, and each
    is a process of the server, which needs longer the longer it has not worked.

    `timeout` is how many seconds to wait for a connection or a lock; a statement may take twice
    that.

    Raises:
        StoreUnavailable: if the URL cannot be read.
    """

    def __init__(self, url: str, *, timeout: float, size: int) -> None:
        self.where = _where(url)
        self._url = url
        self._timeout = timeout
        self._size = size
        self._closed = False
        self._turn = threading.Lock()
        self._idle: list[Link] = []
        self._waiting = 0
        self._failure: tuple[float, psycopg.Error] = (0.0, psycopg.OperationalError())
        self._pool = ConnectionPool(
            url,
            connection_class=Link,
            kwargs={"timeout": timeout, "failed": self._failed},
            min_size=1,
            max_size=size,
            # Tries again when somebody asks, and not in ever longer intervals.
            reconnect_timeout=0,
            open=True,
        )

    def connect(self) -> Link:
        """A connection outside the pool, to be closed by the caller."""
        return Link.connect(self._url, timeout=self._timeout)

    def run(self, work: Callable[[Link], T]) -> T:
        """What `work` comes to on a connection; it starts again if that one turns out to be lost.

        Raises:
            StoreUnavailable: if the database cannot be reached, or refuses, or takes too long.
            DamagedStore: if it has not the tables it should have, or they are damaged.
        """
        with self._faults():
            # After a restart of the server, every connection that lay idle is lost.
            for _ in range(self._size):
                try:
                    return self._try(work)
                except _Lost:
                    continue
            return self._try(work)

    @contextmanager
    def transaction(self) -> Iterator[Link]:
        """A connection on which all statements of the block take effect together, or none.

        The block does not start again: if its connection breaks, the store is unavailable.

        Raises:
            StoreUnavailable: if the database cannot be reached, or refuses, or takes too long.
            DamagedStore: if it has not the tables it should have, or they are damaged.
        """
        with self._faults():
            link = self._begun()
            try:
                yield link
                link.execute("COMMIT")
            finally:
                self._end(link)

    def close(self) -> None:
        """Close all connections, those in use as soon as they are given back."""
        with self._turn:
            self._closed = True
            idle, self._idle = self._idle, []
        for link in idle:
            self._pool.putconn(link)
        self._pool.close()

    def _try(self, work: Callable[[Link], T]) -> T:
        link = self._take()
        try:
            return work(link)
        except NoAnswer:
            raise
        except psycopg.OperationalError as error:
            if link.broken:
                raise _Lost(str(error)) from error
            raise
        except errors.ReadOnlySqlTransaction:
            # It may have become the standby of another server, which a new connection will find.
            link.close()
            raise
        finally:
            self._give(link)

    def _end(self, link: Link) -> None:
        """Give a connection back out of a transaction, undone if it has not come to its end."""
        try:
            if link.info.transaction_status != TransactionStatus.IDLE and not link.closed:
                link.rollback()
        except psycopg.Error:
            link.close()  # what broke it has undone all
        finally:
            self._give(link)

    def _begun(self) -> Link:
        """A connection in a new transaction; those that turn out to be lost are given up."""
        while True:
            link = self._take()
            try:
                link.execute("BEGIN")
            except BaseException as error:
                lost = link.broken and not isinstance(error, NoAnswer)
                self._give(link)
                if not lost:
                    raise
            else:
                return link

    def _take(self) -> Link:
        with self._turn:
            if self._idle:
                return self._idle.pop()
            self._waiting += 1
        try:
            return self._wait_for_one()
        finally:
            with self._turn:
                self._waiting -= 1

    def _wait_for_one(self) -> Link:
        began = time.monotonic()
        while True:
            try:
                return self._pool.getconn(_SLICE)
            except PoolTimeout:
                failed_at, error = self._failure
                if failed_at >= began:
                    raise error from None
                if time.monotonic() > began + self._timeout:
                    raise

    def _give(self, link: Link) -> None:
        """Keep a connection for the next one, unless somebody waits or something is wrong."""
        sound = link.info.transaction_status == TransactionStatus.IDLE
        with self._turn:
            if sound and not (self._waiting or self._closed):
                self._idle.append(link)
                return
        self._pool.putconn(link)

    def _failed(self, error: psycopg.Error) -> None:
        self._failure = (time.monotonic(), error)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except PoolClosed as error:
            raise StoreUnavailable(f"{self.where} was closed") from error
        except PoolTimeout as error:
            raise StoreUnavailable(f"{self.where}: no connection is free") from error
        except _FOR_NOW as error:
            raise StoreUnavailable(f"{self.where}: {words(error)}") from error
        except _BROKEN as error:
            raise DamagedStore(
                f"{self.where} is damaged or holds no game log: {words(error)}"
            ) from error


class _Lost(psycopg.OperationalError):
    """The connection broke; what was asked may or may not have been done."""


def _where(url: str) -> str:
    """The URL without password and options."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        raise StoreUnavailable("that is no postgresql:// URL that can be read") from None
    port = f":{parts['port']}" if parts.get("port") else ""
    return f"postgresql://{parts.get('host') or ''}{port}/{parts.get('dbname') or ''}"
