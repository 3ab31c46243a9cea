"""Opening the store that a path or URL names, and loading no more than that one needs."""

import os

from events.store import Store, StoreUnavailable

POSTGRES = ("postgresql://", "postgres://")


def open_store(place: str | os.PathLike[str]) -> Store:
    """The store at `place`: a `postgresql://` URL, or else the path of an SQLite file.

    Raises:
        DamagedStore: if there is something else at that place, or something newer.
        StoreUnavailable: if it cannot be reached, opened or made now.
    """
    text = os.fspath(place)
    if text.startswith(POSTGRES):
        return _open_postgres(text)
    if "://" in text:
        raise StoreUnavailable(f"no store speaks {text.partition('://')[0]}://; postgresql:// does")
    from events.sqlite import SQLiteStore

    return SQLiteStore(text)


def shown(place: str | os.PathLike[str]) -> str:
    """The place as it may be shown: of a URL neither user, password nor options."""
    text = os.fspath(place)
    if "://" not in text:
        return text
    scheme, _, rest = text.partition("://")
    return f"{scheme}://{rest.partition('?')[0].rpartition('@')[2]}"


def _open_postgres(url: str) -> Store:
    try:
        from events.postgres import PostgresStore
    except ImportError as error:
        raise StoreUnavailable(
            f"PostgreSQL needs the extra “postgres” (pip install 'cronica[postgres]'): {error}"
        ) from error
    return PostgresStore(url)
