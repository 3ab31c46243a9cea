"""The keyring: at each service one token that stands for this client, and what it opens there.

The token owns the games that were made with it and speaks for the seats that were taken with it.
Whoever has it can do the same, so its file is readable by its owner only.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from client import private
from client.causes import cause
from client.errors import Unreachable
from projections.words import N_

FOLDER = "keys"
_TOKEN = "token.json"


class Known(NamedTuple):
    """A game that this client has something to do with: its seats there, or a spectators' link.

    `commitment` is the dice's as it was shown before any `entropy` (hex, by seat) was sent.
    """

    game: str
    name: str = ""
    seats: tuple[str, ...] = ()
    owner: bool = False
    link: str = ""
    commitment: str = ""
    entropy: Mapping[str, str] = {}

    @property
    def watched(self) -> bool:
        """Whether all there is of it is a link."""
        return bool(self.link) and not self.seats and not self.owner


class Keyring:
    """What the client in the data folder `folder` holds at one service (a URL, or `embedded`)."""

    def __init__(self, folder: Path, service: str) -> None:
        self.service = service
        digest = hashlib.sha256(service.encode()).hexdigest()
        self.folder = folder / FOLDER / digest[:16]

    @property
    def token(self) -> str:
        """The token that stands for this client, "" if none was needed yet."""
        return str(_read(self.folder / _TOKEN).get("token", ""))

    def make(self) -> str:
        """The token that stands for this client, made now if none was needed yet.

        Raises:
            Unreachable: if it cannot be kept.
        """
        if not self.token:
            held = {"service": self.service, "token": secrets.token_urlsafe(24)}
            private.create(self.folder / _TOKEN, _json(held))
        return self.token

    def bearer(self, game: str | None) -> str:
        """What to show at the service when a game (or none) is spoken of."""
        known = self.known(game) if game else None
        return known.link if known and known.watched else self.token

    def known(self, game: str) -> Known | None:
        """What is known of a game, by its id."""
        found = _read(self._file(game))
        if not found:
            return None
        fields = {name: found[name] for name in Known._fields if name in found}
        return Known(**{**fields, "seats": tuple(fields.get("seats", ()))})

    def remember(self, known: Known) -> None:
        """Keep what is known of a game, beside what was known before.

        Raises:
            Unreachable: if it cannot be kept.
        """
        before = self.known(known.game) or Known(known.game)
        held = Known(
            known.game,
            known.name or before.name,
            tuple(dict.fromkeys((*before.seats, *known.seats))),
            known.owner or before.owner,
            known.link or before.link,
            before.commitment or known.commitment,
            {**before.entropy, **known.entropy},
        )
        if held != before:
            private.write(self._file(known.game), _json(held._asdict()))

    def drop(self, game: str, seat: str) -> None:
        """Keep in mind that a seat is no longer this client's."""
        before = self.known(game)
        if before is not None and seat in before.seats:
            left = tuple(other for other in before.seats if other != seat)
            private.write(self._file(game), _json(before._replace(seats=left)._asdict()))

    def games(self) -> list[Known]:
        """All games that this client has something to do with."""
        files = sorted(self.folder.glob("*.json")) if self.folder.is_dir() else []
        found = (_read(file).get("game", "") for file in files if file.name != _TOKEN)
        return [known for game in found if (known := self.known(game)) is not None]

    def find(self, text: str) -> str | None:
        """The id of the one known game that `text` names: by id, its beginning, or its name."""
        games = self.games()
        for fits in (
            [k.game for k in games if k.game == text],
            [k.game for k in games if k.name == text],
            [k.game for k in games if text and k.game.startswith(text.lower())],
        ):
            if len(fits) == 1:
                return fits[0]
        return None

    def destroy(self) -> None:
        """Have no token any more; the next one stands for somebody else."""
        (self.folder / _TOKEN).unlink(missing_ok=True)

    def forget(self, game: str) -> None:
        """Know nothing of a game any more."""
        self._file(game).unlink(missing_ok=True)

    def _file(self, game: str) -> Path:
        return self.folder / f"game-{quote(game, safe='')}.json"


def services_in(folder: Path) -> list[str]:
    """All services for which a client's data folder holds a token."""
    found = sorted((folder / FOLDER).glob(f"*/{_TOKEN}"))
    return [service for file in found if (service := _read(file).get("service"))]


def _json(held: dict[str, Any]) -> str:
    return json.dumps(held, indent=2, ensure_ascii=False) + "\n"


def _read(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        raise Unreachable(
            N_("The settings in {file} cannot be read: {name}"), file=str(file), name=cause(error)
        ) from error
    return found if isinstance(found, dict) else {}
