"""What the client remembers between two commands: which game is being played where."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from client import private
from client.causes import cause
from client.errors import Unreachable
from projections.words import N_

EMBEDDED = "embedded"


def data_folder(named: str | None, environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the embedded store and the settings.

    It is the one named on the command line, else in CRONICA_DATA, else the platform's own.
    """
    chosen = named or environ.get("CRONICA_DATA")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_data_path

    return user_data_path("cronica", appauthor=False)


class Settings:
    """The current game of each service, in one small file that only its owner can read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "client.json"

    def current(self, service: str) -> str | None:
        """The id of the game last chosen at a service (a URL, or `EMBEDDED`)."""
        return self._read().get(service)

    def services(self) -> list[str]:
        """All services at which a game was ever chosen."""
        return list(self._read())

    def choose(self, service: str, game: str) -> None:
        """Remember a game as the current one.

        Raises:
            Unreachable: if the folder cannot be written.
        """
        known = self._read()
        if known.get(service) != game:
            private.write(self.file, json.dumps({**known, service: game}, indent=2) + "\n")

    def _read(self) -> dict[str, str]:
        try:
            known = json.loads(self.file.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (OSError, ValueError) as error:
            raise Unreachable(
                N_("The settings in {file} cannot be read: {name}"),
                file=str(self.file),
                name=cause(error),
            ) from error
        return {str(k): str(v) for k, v in known.items()} if isinstance(known, dict) else {}
