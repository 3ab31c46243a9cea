"""Every route, asked by everybody: nothing without the right token changes or reveals anything."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from server.operations import OPERATIONS, Operation
from server.service import Service
from tests.plays import Caller
from tests.server.online import LOST, OWNER, Net, token_of

STRANGERS = ("nobody", "wrong token", "other game", "owner of another game")
KNOWN = ("spectator", "owner", "other seat", "seat")
UNKNOWN = "000000000000"


class Row(NamedTuple):
    """What to ask for, and the statuses that those in `KNOWN` get, in that order."""

    statuses: tuple[int, int, int, int] = (200, 200, 200, 200)
    query: dict[str, Any] = {}
    body: dict[str, Any] | None = None
    everybody: int = 0
    """The status for all alike, where no game is named."""


READ = Row()
MAY_PLAY = (403, 403, 200, 200)
TABLE: dict[str, Row] = {
    "POST /games": Row(body={"kind": "toy", "seats": [{"id": "a"}, {"id": "b"}]}, everybody=201),
    "POST /join": Row(
        body={"code": "nobodyknows1", "name": "eva", "token": LOST, "entropy": "aa"}, everybody=404
    ),
    "GET /join": Row(everybody=404),
    "GET /games/{game}/seats": READ,
    "POST /games/{game}/seats/{seat}/invite": Row((403, 200, 403, 403), body={}),
    "POST /games/{game}/seats/{seat}/release": Row((403, 403, 403, 200), body={}),
    "GET /games/{game}/me": READ,
    "DELETE /games/{game}/me": READ,
    "GET /games": Row(everybody=200),
    "GET /games/{game}": READ,
    "GET /games/{game}/view/{part:path}": READ,
    "GET /games/{game}/legal": READ,
    "GET /games/{game}/why": Row(MAY_PLAY, query={"text": "roll"}),
    "GET /games/{game}/events": READ,
    "GET /games/{game}/stream": READ,
    "POST /games/{game}/webhooks": Row((403, 403, 422, 422), body={"url": "http://here"}),
    "GET /games/{game}/webhooks": Row(MAY_PLAY),
    "DELETE /games/{game}/webhooks/{webhook}": Row((403, 403, 404, 404)),
    "GET /games/{game}/story": READ,
    "POST /games/{game}/commands": Row((403, 403, 422, 200), body={"commands": "secret 1"}),
    "GET /games/{game}/undo": READ,
    # The seat has done nothing yet that it could take back.
    "POST /games/{game}/undo": Row((403, 403, 200, 422), body={}),
    "POST /games/{game}/redo": Row((403, 403, 422, 422), body={}),
    "POST /games/{game}/back": Row(MAY_PLAY, body={"to": 4}),
    "POST /games/{game}/answer": Row((403, 403, 422, 422), body={"agrees": True}),
    # Only the other seat sees every secret there is: its own.
    "POST /games/{game}/fork": Row((422, 422, 201, 422), body={}),
    "GET /games/{game}/diff": Row(query={"from": 1, "to": 2}),
    "GET /games/{game}/trace": Row(query={"path": "round"}),
    "GET /games/{game}/verify": READ,
    "GET /games/{game}/export": Row(query={"format": "events"}),
    "POST /import": Row(body={"text": "…"}, everybody=201),
    "GET /kinds": Row(everybody=200),
    "GET /kinds/{kind}/box": Row(everybody=200),
    "GET /kinds/{kind}/rules": Row(everybody=200),
    "GET /kinds/{kind}/rules/{topic}": Row(everybody=200),
    "POST /tables/rebuild": Row(body={}, everybody=403),
    "GET /openapi.json": Row(everybody=200),
}


class World:
    """A game in which the other seat has chosen a secret and the seat must, and another game."""

    def __init__(self, folder: Path, *, trusting: bool) -> None:
        self.net = Net(folder, trusting=trusting)
        made = self.net.begun()
        self.net.begun(owner=token_of("olga"), people=("caio", "davi"))
        self.game: str = made["id"]
        holders = {"red": token_of("ana"), "blue": token_of("beto")}
        self.other = self.pending()
        body = {"commands": "secret 1"}
        self.net.ok("POST", f"/games/{self.game}/commands", body, holders[self.other])
        self.seat = self.pending()
        self.tokens = {
            "nobody": "",
            "wrong token": LOST,
            "other game": token_of("caio"),
            "owner of another game": token_of("olga"),
            "spectator": made["secrets"]["link"],
            "owner": OWNER,
            "other seat": holders[self.other],
            "seat": holders[self.seat],
        }

    def pending(self) -> str:
        seat: str = self.net.ok("GET", f"/games/{self.game}", token=OWNER)["pending"]["seat"]
        return seat

    def ask(self, operation: Operation, row: Row, bearer: str, game: str, **more: Any) -> Any:
        """The answer to somebody, with the game's id left out."""
        path = operation.path.replace(":path", "").format(
            game=game, seat=self.seat, part="round", kind="toy", topic="rolling", webhook="hook"
        )
        body, query = row.body, row.query
        if "body" in more:
            body, query = more["body"], more["query"]
        answer = self.net.ask(operation.method, path, body, self.tokens[bearer], query)
        return answer.status, answer.body.replace(game.encode(), b"GAME")

    def kept(self) -> Any:
        """All that is stored, but for when somebody was seen."""
        store: Any = self.net.service.store
        side = [
            self.net.side.rows("SELECT * FROM games ORDER BY game"),
            self.net.side.rows(
                "SELECT game, seat, token, invitation, name FROM chairs ORDER BY 1, 2"
            ),
        ]
        return {game: len(log) for game, log in store.games.items()}, side


def key(operation: Operation) -> str:
    return f"{operation.method} {operation.path}"


def of_games() -> list[Operation]:
    return [op for op in OPERATIONS if "{game}" in op.path]


@pytest.fixture(params=[False, True], ids=["doubting", "trusting"])
def trusting(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def test_every_operation_stands_in_the_table() -> None:
    assert [key(op) for op in OPERATIONS] == list(TABLE)


def test_to_strangers_the_game_does_not_exist(tmp_path: Path, trusting: bool) -> None:
    world = World(tmp_path, trusting=trusting)
    before = world.kept()

    for operation in of_games():
        row = TABLE[key(operation)]
        for bearer in STRANGERS:
            found = world.ask(operation, row, bearer, world.game)
            assert found == world.ask(operation, row, bearer, UNKNOWN), (key(operation), bearer)
            assert found[0] == 404, (key(operation), bearer)

    assert world.kept() == before
    world.net.close()


@pytest.mark.parametrize("operation", of_games(), ids=key)
def test_who_knows_the_game_may_do_what_the_table_says(
    tmp_path: Path, operation: Operation, trusting: bool
) -> None:
    row, world = TABLE[key(operation)], World(tmp_path / "first", trusting=trusting)
    for bearer, status in zip(KNOWN, row.statuses, strict=True):
        before = world.kept()
        found = world.ask(operation, row, bearer, world.game)
        assert found[0] == status, (bearer, found)
        if world.kept() != before:
            assert status < 300
            world.net.close()
            world = World(tmp_path / bearer, trusting=trusting)
    world.net.close()


def test_nobody_speaks_for_the_seat_of_another(tmp_path: Path, trusting: bool) -> None:
    world = World(tmp_path, trusting=trusting)
    before = world.kept()
    asked = 0

    for operation in of_games():
        row = TABLE[key(operation)]
        query, body = dict(row.query), row.body
        if operation.query and "seat" in operation.query.__struct_fields__:
            query["seat"] = world.seat
        elif "seat" in operation.body.__struct_fields__:
            body = {**(body or {}), "seat": world.seat}
        else:
            continue
        asked += 1
        for bearer in ("spectator", "owner", "other seat"):
            status, answer = world.ask(operation, row, bearer, world.game, query=query, body=body)
            assert status == 403, (key(operation), bearer, answer)
        for bearer in STRANGERS:
            found = world.ask(operation, row, bearer, world.game, query=query, body=body)
            unknown = world.ask(operation, row, bearer, UNKNOWN, query=query, body=body)
            assert found == unknown, (key(operation), bearer)

    assert asked > 10
    assert world.kept() == before
    world.net.close()


def test_where_no_game_is_named_all_are_alike(tmp_path: Path, trusting: bool) -> None:
    caller = Caller()
    game = caller.create("toy", "a", "b", options={"secrets": False})
    record = caller.text(f"/games/{game}/export")
    world = World(tmp_path, trusting=trusting)

    for operation in OPERATIONS:
        if "{game}" in operation.path:
            continue
        row = TABLE[key(operation)]
        status = row.everybody
        if operation.needs == "operate" and trusting:
            status = 422  # nobody keeps tables in this test
        if operation.path == "/import":
            row = row._replace(body={"text": record})
        for bearer in world.tokens:
            found = world.ask(operation, row, bearer, world.game)
            assert found[0] == status, (key(operation), bearer, found)
    world.net.close()


def test_a_list_holds_the_games_that_a_token_opens(tmp_path: Path, trusting: bool) -> None:
    world = World(tmp_path, trusting=trusting)
    open_to_all = world.net.open(open=True)["id"]

    for bearer, token in world.tokens.items():
        listed = {game["id"] for game in world.net.ok("GET", "/games", token=token)["games"]}
        assert open_to_all in listed
        assert (world.game in listed) == (bearer in KNOWN), bearer
    assert world.net.ok("GET", f"/games/{open_to_all}")["game"]["id"] == open_to_all
    world.net.close()


def test_no_game_is_found_by_a_part_of_its_name_where_nobody_is_trusted(tmp_path: Path) -> None:
    world = World(tmp_path, trusting=False)

    assert world.net.ask("GET", f"/games/{world.game[:6]}", token=OWNER).status == 404

    world.net.close()


def test_a_trusting_service_names_no_guarded_game_to_strangers(tmp_path: Path) -> None:
    world = World(tmp_path, trusting=True)
    net = world.net
    seats = [{"id": "a"}, {"id": "b"}]
    plain = net.ok("POST", "/games", {"kind": "toy", "seats": seats, "name": "plain"})["id"]

    assert net.ok("GET", "/games/plain")["game"]["id"] == plain
    problem = net.refused(404, "GET", f"/games/{world.game[:11]}")
    assert world.game not in json.dumps(problem).replace(world.game[:11] + "”", "")

    net.close()


def test_a_game_at_one_screen_belongs_to_the_token_it_was_made_with(tmp_path: Path) -> None:
    world = World(tmp_path, trusting=False)
    net = world.net
    seats = [{"id": "a"}, {"id": "b"}]
    made = net.ok("POST", "/games", {"kind": "toy", "seats": seats}, OWNER)
    path = f"/games/{made['id']}"

    turn = net.ok("GET", path, token=OWNER)["pending"]["seat"]
    assert net.ok("GET", f"{path}/legal", token=OWNER)["commands"]
    net.ok("POST", f"{path}/commands", {"commands": "secret 2"}, OWNER)
    assert net.ok("GET", path, token=OWNER, seat=turn)["view"]["farms"][turn]["secret"] == 2
    assert net.ask("GET", path, token=token_of("ana")).status == 404
    link = made["secrets"]["link"]
    assert net.ok("GET", path, token=link)["view"]["farms"][turn]["secret"] is None
    assert net.ask("POST", f"{path}/commands", {"commands": "roll"}, link).status == 403

    net.close()


def test_that_a_game_has_no_tokens_is_looked_up_once(tmp_path: Path) -> None:
    net = Net(tmp_path, trusting=True)
    free = Caller(Service(net.service.store)).create("toy", "ana", "rita")
    guarded = net.begun()["id"]
    paths = f"/games/{free}", f"/games/{guarded}"
    before = [[net.ask("GET", path).status for _ in range(2)] for path in paths]

    net.side.close()  # whoever is asked about tokens now cannot answer

    assert before == [[200] * 2, [404] * 2]
    assert [net.ask("GET", path).status for path in paths] == [200, 503]
