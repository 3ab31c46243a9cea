"""Live streams: everything in order, once, through the right eyes; and no reader harms another."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from events.store import StoreUnavailable
from projections.words import words
from server import creating, feed, live, stream
from server.app import create_app
from server.live import Live
from server.requests import NewGame, NewSeat
from server.service import Service
from server.side import SQLiteSide
from tests.plays import Caller
from tests.stores import MemoryStore

PATIENCE = 20.0
"""Seconds after which a test has hung; nothing waits for that long."""


class Message(dict[str, Any]):
    """One server-sent event: `id`, `event` and `data` as far as there are any."""

    def __init__(self, text: str) -> None:
        super().__init__(line.split(": ", 1) for line in text.split("\n") if ": " in line)

    @property
    def data(self) -> Any:
        return json.loads(self["data"])


class Reader:
    """Somebody who reads one stream: an ASGI server without a network."""

    def __init__(self, app: Any, path: str, query: str, headers: dict[str, str]) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.header_names: list[str] = []
        self.taking = asyncio.Event()
        self.taking.set()
        self._gone = asyncio.Event()
        self._news: asyncio.Queue[str | None] = asyncio.Queue()
        self._text = ""
        scope = {
            "type": "http", "method": "GET", "path": path, "raw_path": path.encode(),
            "query_string": query.encode(), "client": ("127.0.0.1", 1), "server": ("here", 80),
            "headers": [(k.encode(), v.encode()) for k, v in headers.items()], "scheme": "http",
            "root_path": "", "http_version": "1.1",
        }  # fmt: skip
        self.task = asyncio.create_task(app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if self.status == 0:
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, sent: Any) -> None:
        await self.taking.wait()
        if sent["type"] == "http.response.start":
            self.status = sent["status"]
            self.header_names = [name.decode() for name, _ in sent["headers"]]
            self.headers = {k.decode(): v.decode() for k, v in sent["headers"]}
            return
        self._text += sent["body"].decode()
        while "\n\n" in self._text:
            part, _, self._text = self._text.partition("\n\n")
            self._news.put_nowait(part)
        if not sent.get("more_body"):
            self._news.put_nowait(None)

    async def next(self) -> Message | None:
        """The next message; None at the end."""
        while True:
            async with asyncio.timeout(PATIENCE):
                part = await self._news.get()
            if part is None:
                return None
            if part.startswith(("id", "event", "data")):
                return Message(part)

    async def take(self, count: int) -> list[Message]:
        """So many messages."""
        found = [await self.next() for _ in range(count)]
        return [message for message in found if message is not None]

    async def rest(self) -> list[Message]:
        """All messages until the stream ends."""
        found = []
        while (message := await self.next()) is not None:
            found.append(message)
        return found

    async def beat(self) -> None:
        """Wait for a comment."""
        while True:
            async with asyncio.timeout(PATIENCE):
                if await self._news.get() == ":":
                    return

    async def leave(self) -> None:
        self._gone.set()
        await self.task


class Place:
    """A service with an application over it, and whoever plays there."""

    def __init__(self, heartbeat: float = 60.0) -> None:
        self.store = MemoryStore()
        self.service = Service(self.store)
        self.live = Live(self.service, heartbeat)
        self.app = create_app(self.service, live=self.live)
        self.caller = Caller(self.service)

    @asynccontextmanager
    async def reading(self, game: str, query: str = "", **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        reader = Reader(self.app, f"/games/{game}/stream", query, named)
        try:
            yield reader
        finally:
            reader.taking.set()
            await reader.leave()

    async def opened(self, count: int) -> None:
        """Wait until so many streams follow their games."""
        async with asyncio.timeout(PATIENCE):
            while self.service.streams < count:  # noqa: ASYNC110
                await asyncio.sleep(0.001)

    async def do(self, game: str, commands: str, **fields: Any) -> Any:
        return await asyncio.to_thread(self.caller.do, game, commands, **fields)


Story = Callable[[Place], Awaitable[None]]


def run(story: Story, heartbeat: float = 60.0) -> Place:
    """Let a story happen, and see that nobody is left behind."""
    place = Place(heartbeat)

    async def told() -> None:
        await story(place)
        assert place.service.streams == 0

    asyncio.run(told())
    return place


def numbers(messages: list[Message]) -> list[int]:
    return [int(message["id"]) for message in messages if "id" in message]


def test_the_whole_log_is_sent_and_then_what_it_gains() -> None:
    async def story(place: Place) -> None:
        game = place.caller.create("toy", options={"secrets": False})
        async with place.reading(game) as reader:
            assert numbers(await reader.take(2)) == [1, 2]
            assert reader.status == 200
            assert reader.headers["content-type"] == "text/event-stream"
            await place.do(game, "pass; pass")
            messages = await reader.take(4)
            assert numbers(messages) == [3, 4, 5, 6]
            listed = place.caller.get(f"/games/{game}/events", since=2)["events"]
            assert [message.data for message in messages] == listed
            assert place.service.streams == 1

    run(story)


def test_a_stream_goes_on_where_it_broke_off() -> None:
    async def story(place: Place) -> None:
        game = place.caller.create("toy", options={"secrets": False})
        await place.do(game, "pass; pass")
        async with place.reading(game, "since=3") as reader:
            assert numbers(await reader.take(3)) == [4, 5, 6]
        async with place.reading(game, "since=1", last_event_id="5") as reader:
            assert numbers(await reader.take(1)) == [6]
            await place.do(game, "pass")
            assert numbers(await reader.take(2)) == [7, 8]
        async with place.reading(game, last_event_id="99") as reader:
            await place.opened(1)
            await place.do(game, "pass")
            assert numbers(await reader.take(2)) == [9, 10]

    run(story)


def test_what_others_append_straight_to_the_store_is_sent() -> None:
    async def story(place: Place) -> None:
        other = Caller(Service(place.store))
        game = other.create("toy", options={"secrets": False})
        async with place.reading(game, "since=2") as reader:
            await asyncio.to_thread(other.do, game, "pass")
            assert numbers(await reader.take(2)) == [3, 4]

    run(story)


def test_each_reader_sees_with_eyes_of_their_own() -> None:
    async def story(place: Place) -> None:
        game = place.caller.create("toy")
        first, second = place.caller.get(f"/games/{game}")["view"]["order"]
        async with (
            place.reading(game, f"since=2&seat={first}") as one,
            place.reading(game, f"since=2&seat={second}") as two,
            place.reading(game, "since=2") as nobody,
        ):
            await place.do(game, "secret 3")
            [mine], [theirs], [public] = [await r.take(1) for r in (one, two, nobody)]
            assert mine.data["data"] == {"seat": first, "number": 3}
            assert mine.data["command"] == "secret 3"
            for message in (theirs, public):
                assert message.data["data"] == {}
                assert message.data["command"] == message.data["seal"] == ""
                assert message.data["hidden"]

    run(story)


def test_the_end_is_told_and_then_nothing_is_hidden() -> None:
    async def story(place: Place) -> None:
        game = place.caller.create("toy", options={"target": 1})
        async with place.reading(game, "since=2") as reader:
            await place.do(game, "secret 3; secret 4; roll")
            *messages, over = await reader.rest()
            last = place.caller.get(f"/games/{game}")
            assert numbers(messages) == [3, 4, 5, 6]
            assert over["event"] == "over"
            assert over.data == {"seq": 6, "outcome": last["outcome"]}
        async with place.reading(game, "since=2") as again:
            messages = await again.rest()
            assert messages[0].data["data"]["number"] == 3
            assert messages[-1] == over
        async with place.reading(game, last_event_id="6") as late:
            assert await late.rest() == []
            assert late.status == 204

    run(story)


def test_what_was_hidden_stays_hidden_until_the_end_also_for_who_was_there_before() -> None:
    async def story(place: Place) -> None:
        game = place.caller.create("toy", options={"target": 1})
        async with place.reading(game, "since=2") as reader:
            await place.do(game, "secret 3; secret 4")
            assert [m.data["hidden"] for m in await reader.take(2)] == [True, True]
            await place.do(game, "roll")
            rolled, seed, over = await reader.rest()
            assert rolled.data["seal"]
            assert seed.data["type"] == "SeedRevealed"
            assert "event" in over

    run(story)


def test_who_hung_up_is_counted_no_more() -> None:
    async def story(place: Place) -> None:
        game = place.caller.create("toy")
        async with place.reading(game) as reader, place.reading(game) as other:
            await reader.take(2)
            await other.take(2)
            assert place.service.streams == 2
            await other.leave()
            assert place.service.streams == 1

    run(story)


def test_each_answer_has_headers_of_its_own() -> None:
    async def story(place: Place) -> None:
        game = place.caller.create("toy")
        async with place.reading(game) as one, place.reading(game) as other:
            await one.take(2)
            await other.take(2)
            assert one.headers["x-request-id"] != other.headers["x-request-id"]
            assert one.header_names.count("x-request-id") == 1
            assert other.header_names.count("x-request-id") == 1

    run(story)
    assert len(stream._HEADERS) == 3


def test_silence_is_broken_by_comments() -> None:
    async def story(place: Place) -> None:
        game = place.caller.create("toy")
        async with place.reading(game) as reader:
            await reader.beat()
            await reader.beat()

    run(story, heartbeat=0.001)


def test_a_reader_who_takes_nothing_is_dropped_and_the_others_go_on() -> None:
    async def story(place: Place) -> None:
        game = place.caller.create("toy", options={"secrets": False})
        async with place.reading(game) as slow, place.reading(game) as quick:
            await slow.take(2)
            await quick.take(2)
            place.live.patience = 0.01
            slow.taking.clear()
            await place.do(game, "pass")
            async with asyncio.timeout(PATIENCE):
                await slow.task
            place.live.patience = PATIENCE
            assert numbers(await quick.take(2)) == [3, 4]
            assert place.service.streams == 1

    run(story)


def test_all_who_see_alike_share_the_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[int] = []

    async def story(place: Place) -> None:
        game = place.caller.create("toy", options={"secrets": False})
        async with readers(place, game, 50) as crowd:
            for reader in crowd:
                await reader.take(2)
            await place.do(game, "pass")
            for reader in crowd:
                assert numbers(await reader.take(2)) == [3, 4]
            with place.service.enter(game) as room:
                encoded.append(len(room.timeline.messages))

    run(story)
    assert encoded == [4]


@asynccontextmanager
async def readers(place: Place, game: str, count: int) -> Any:
    crowd = [
        Reader(place.app, f"/games/{game}/stream", f"seat={'ana' if n % 2 else 'rita'}", {})
        for n in range(count)
    ]
    try:
        yield crowd
    finally:
        for reader in crowd:
            await reader.leave()


def test_a_store_that_cannot_be_read_now_is_read_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PAUSE", 0.01)

    async def story(place: Place) -> None:
        game = place.caller.create("toy", options={"secrets": False})
        async with place.reading(game) as reader:
            await reader.take(2)
            await place.do(game, "pass")
            frames_after, failures = feed.frames_after, [StoreUnavailable("full")] * 3

            def failing(*arguments: Any) -> Any:
                if failures:
                    raise failures.pop()
                return frames_after(*arguments)

            await reader.take(2)
            monkeypatch.setattr(live, "frames_after", failing)
            await place.do(game, "pass")
            assert numbers(await reader.take(2)) == [5, 6]
            assert not failures

    run(story)


def test_closing_ends_every_stream() -> None:
    async def story(place: Place) -> None:
        game = place.caller.create("toy")
        async with place.reading(game, "since=2") as reader:
            await place.opened(1)
            place.live.close()
            assert await reader.rest() == []
        async with place.reading(game, "since=2") as late:
            assert await late.rest() == []

    run(story)


def test_what_cannot_be_streamed_is_a_problem() -> None:
    async def story(place: Place) -> None:
        game = place.caller.create("toy")
        for path, query, status in (
            (game, "seat=eve", 404),
            ("no", "", 404),
            (game, "since=x", 400),
        ):
            async with place.reading(path, query) as reader:
                await reader.task
                assert reader.status == status
                assert reader.headers["content-type"] == "application/problem+json"

    run(story)


def test_without_a_network_the_same_messages_come_as_far_as_they_go(caller: Caller) -> None:
    game = caller.create("toy", options={"target": 1, "secrets": False})
    text = caller.text(f"/games/{game}/stream", since=1)
    assert numbers([Message(part) for part in text.split("\n\n") if part]) == [2]

    assert caller.send("GET", f"/games/{game}/stream", since=2) == (200, b"")
    caller.do(game, "roll")
    assert "event: over" in caller.text(f"/games/{game}/stream", since=2)
    assert caller.send("GET", f"/games/{game}/stream", since=9) == (204, b"")


def guarded(tmp_path: Path) -> tuple[Place, str, str]:
    """A place where strangers come, with a game and its owner's token."""
    place = Place()
    place.service = Service(place.store, SQLiteSide(tmp_path / "seats.db"), trusting=False)
    place.live = Live(place.service, 60.0)
    place.app = create_app(place.service, live=place.live)
    seats = [NewSeat(id="ana"), NewSeat(id="rita")]
    made = creating.create(place.service, NewGame(kind="toy", seats=seats), words("en"), "o" * 24)
    return place, made.id, "o" * 24


def test_a_stream_needs_the_right_token_for_as_long_as_it_lasts(tmp_path: Path) -> None:
    place, game, owner = guarded(tmp_path)

    async def story() -> None:
        async with place.reading(game) as stranger:
            await stranger.task
            assert stranger.status == 404
        async with place.reading(game, authorization=f"Bearer {owner}") as reader:
            assert numbers(await reader.take(2)) == [1, 2]
            with place.service.access.side.transaction() as side:
                side.run("UPDATE games SET owner = 'somebody else'")
            caller = Caller(Service(place.store))
            await asyncio.to_thread(caller.do, game, "secret 3")
            assert await reader.rest() == []

    asyncio.run(story())
    assert place.service.streams == 0
    place.service.close()
