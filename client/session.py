"""One command's conversation with the service: which service, which game, who speaks."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Any
from urllib.parse import quote, unquote

from client.errors import Misused, NoGame, Refused, Unreachable
from client.keyring import Keyring
from client.renderers import Drawing, drawing
from client.screen import Screen
from client.settings import EMBEDDED, Settings, data_folder
from client.transport import Response, Transport
from projections.words import N_, Words

PROBLEM = "application/problem+json"
NO_MORE = 204
"""The status of a stream of a game that is over, for who knows all of it."""
STRANGER = N_("What answers at {text} is no cronica service: {name}")


@dataclass(frozen=True)
class Common:
    """The options that every command takes, in the language chosen for this run."""

    words: Words
    as_json: bool = False
    game: str | None = None
    server: str | None = None
    data: str | None = None
    seat: str | None = None


class Answer:
    """What the service said: the bytes as they came, and what they mean."""

    def __init__(self, response: Response, service: str) -> None:
        self.body = response.body
        self._service = service

    @cached_property
    def data(self) -> Any:
        """The JSON of the body.

        Raises:
            Unreachable: if it is no JSON.
        """
        try:
            return json.loads(self.body)
        except ValueError as error:
            raise Unreachable(STRANGER, text=self._service, name=str(error)) from error

    @property
    def text(self) -> str:
        """The body as text, where it is not JSON."""
        return self.body.decode()


class Session:
    """A service, a game and a seat; closes the connection when left."""

    def __init__(
        self, common: Common, transport: Transport | None = None, *, service: str | None = None
    ) -> None:
        self.common = common
        self.words = common.words
        self.screen = Screen(common.words)
        named = service or common.server or os.environ.get("CRONICA_SERVER")
        self.server = None if named == EMBEDDED else named or None
        self.settings = Settings(data_folder(common.data))
        self.service = self.server.rstrip("/") if self.server else EMBEDDED
        self.keys = Keyring(self.settings.folder, self.service)
        self._transport = transport
        self._game = common.game
        self._link = ""

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._transport is not None:
            self._transport.close()

    @property
    def transport(self) -> Transport:
        """The way to the service, opened when first needed."""
        if self._transport is None:
            self._transport = connect(self.server, self.settings)
        return self._transport

    @property
    def game(self) -> str:
        """The game in question, as its owner calls it: an id, the beginning of one, or a name.

        Raises:
            NoGame: if none was named and none is remembered.
        """
        named = self._named()
        if not named:
            raise NoGame
        return named

    def _named(self) -> str | None:
        """The game in question; what only this client knows by its name becomes an id."""
        if self._game is None:
            return self.settings.current(self.service)
        return self.keys.find(self._game) or self._game

    def eyes(self) -> str | None:
        """Whose eyes see the game, see `client.turns`; asks the service where no seat was named."""
        if self.common.seat:
            return self.common.seat
        from client.turns import eyes

        return eyes(self, self.get(self.path()).data["game"])

    def get_with(self, token: str, path: str) -> Answer:
        """Read with another token than one's own.

        Raises:
            Refused: if the service answers with a problem.
            Unreachable: if it does not answer.
        """
        before, self._link = self._link, token
        try:
            return self.get(path)
        finally:
            self._link = before

    def show_link(self, link: str) -> None:
        """Show a link for spectators for the rest of this session."""
        self._link = link

    def _token(self, path: str) -> str:
        """What to show where a path leads: a link only to the game that it is for."""
        if self._link:
            return self._link
        _, first, *rest = path.split("/")
        return self.keys.bearer(unquote(rest[0]) if first == "games" and rest else None)

    def drawing(self, game: Mapping[str, Any]) -> Drawing:
        """The module that draws a game; from now on its edition's words are used."""
        self.words = self.screen.words = self.words.of(game["options"].get("edition"))
        return drawing(game["kind"])

    def about(self, game: str | None) -> None:
        """Speak of another game for the rest of this session.

        Raises:
            Misused: if the option `--game` names another one.
        """
        if game and self._game and game != self._game:
            message = N_("Two games are named: {name} and {other}.")
            raise Misused(message, name=game, other=self._game)
        self._game = game or self._game

    def choose(self, game: str) -> None:
        """Remember a game as the current one, here and for the next commands."""
        self._game = game
        self.settings.choose(self.service, game)

    def path(self, *parts: str) -> str:
        """The path of something of the game: `path("view", "board")`."""
        return "/games/" + "/".join(quote(p, safe="") for p in (self.game, *parts))

    def get(self, path: str, /, **query: Any) -> Answer:
        """Read. Fields that are None are left out.

        Raises:
            Refused: if the service answers with a problem.
            Unreachable: if it does not answer.
        """
        return self._ask("GET", path, _texts(query), b"", repeatable=True)

    def post(self, path: str, /, **fields: Any) -> Answer:
        """Change something; the command id lets a lost answer be asked for again.

        Raises:
            Refused: if the service answers with a problem.
            Unreachable: if it does not answer.
        """
        from events.ids import new_command_id

        fields = {"command_id": new_command_id(), **fields}
        body = json.dumps({k: v for k, v in fields.items() if v is not None}).encode()
        return self._ask("POST", path, {}, body, repeatable=True)

    def delete(self, path: str, /) -> Answer:
        """Erase something; asked twice it is erased once.

        Raises:
            Refused: if the service answers with a problem.
            Unreachable: if it does not answer.
        """
        return self._ask("DELETE", path, {}, b"", repeatable=True)

    def stream(self, since: int, seat: str | None, silence: float) -> Iterator[str] | None:
        """The lines of the game's stream after event `since`; None where it has come to its end.

        Raises:
            Refused: if the service answers with a problem.
            Unreachable: if it does not answer.
        """
        found = self.transport.stream(
            self.path("stream"), _texts({"seat": seat}), since, self._tag,
            token=self._token(self.path("stream")), silence=silence,
        )  # fmt: skip
        if not isinstance(found, Response):
            return found
        self._checked(found)
        if found.status != NO_MORE:
            raise Unreachable(STRANGER, text=self.service, name=found.content_type)
        return None

    @property
    def _tag(self) -> str:
        return self.words.language.replace("_", "-")

    def show(self, answer: Answer, draw: Callable[["Session", Any], None]) -> None:
        """Write an answer: its bytes with --json, else as `draw` tells it."""
        if self.common.as_json:
            self.screen.raw(answer.body)
        else:
            draw(self, answer.data)

    def _ask(
        self, method: str, path: str, query: Mapping[str, str], body: bytes, *, repeatable: bool
    ) -> Answer:
        response = self.transport.send(
            method, path, query, body, self._tag, repeatable=repeatable, token=self._token(path)
        )
        return self._checked(response)

    def _checked(self, response: Response) -> Answer:
        answer = Answer(response, self.service)
        if response.status < 400:
            return answer
        if not response.content_type.startswith(PROBLEM):
            raise Unreachable(STRANGER, text=self.service, name=f"HTTP {response.status}")
        raise Refused(response.status, answer.data, response.body)


def connect(server: str | None, settings: Settings) -> Transport:
    """The service behind a URL, or the one in this process on the data folder's store."""
    if server:
        from client.remote import Remote

        return Remote(server)
    from client.embedded import Embedded

    return Embedded(settings.folder)


def eyes_of(game: Mapping[str, Any]) -> str | None:
    """Who sits in front of a game: the person who must choose, else the only person there is."""
    people = [s["id"] for s in game["seats"] if not s.get("bot")]
    if game["pending"] and game["pending"]["seat"] in people:
        return str(game["pending"]["seat"])
    return people[0] if len(people) == 1 else None


def _texts(query: Mapping[str, Any]) -> dict[str, str]:
    return {
        k.rstrip("_"): str(int(v)) if isinstance(v, bool) else str(v)
        for k, v in query.items()
        if v is not None
    }
