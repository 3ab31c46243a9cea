"""The rows that Village adds to the tables."""

from typing import Any

from events import village as facts
from events.dice import Draw
from projections.village.names import names
from projections.village.score import score
from projections.village.tables import MODEL, rows
from tests.projections.village.positions import SEATS, died, given, round_began, started

SHOWN = ("c01", "c02", "c23", "c04")
STATE = given(
    round_began(harvest={"pink": 2}, crafts={"black": 1}),
    facts.MarketFilled(SHOWN, ("c05",), (Draw("customers", {}, (*SHOWN, "c05")),)),
    facts.MarketOpened("ana", SEATS),
    facts.CustomerServed("ana", 3, "c23", facts.NOTHING),
    facts.MemberTrained("bruno", "1b", "smithy", facts.Cost(time=3)),
    facts.ChurchEntered("clara", "1a", facts.NOTHING),
    died("bruno", "1a", "N1", "travel"),
    died("clara", "1b", "farm", "grave"),
)
ROWS = rows(STATE, started())


def where(table: str, **values: Any) -> list[dict[str, Any]]:
    return [row for row in ROWS[table] if values.items() <= row.items()]


def test_the_board_has_a_row_for_every_space_and_colour() -> None:
    assert len(ROWS["board"]) == 7 * 5
    assert where("board", space="harvest", colour="pink") == [
        {"space": "harvest", "colour": "pink", "cubes": 2}
    ]
    assert sum(row["cubes"] for row in ROWS["board"]) == 3


def test_customers_are_those_that_were_seen() -> None:
    assert {row["customer"] for row in ROWS["customers"]} == {*SHOWN, "c05"}
    (served,) = where("customers", place="served")
    assert (served["seat"], served["points"]) == ("ana", 6)
    assert (served["horse"], served["plow"], served["grain"]) == (1, 1, 0)
    assert [row["position"] for row in where("customers", place="blue")] == [1, 2, 4]


def test_no_row_tells_of_the_stack() -> None:
    told = repr(ROWS)

    assert STATE.board.stack
    assert not [customer for customer in STATE.board.stack if customer in told]


def test_a_farm_is_one_row() -> None:
    (farm,) = where("farms", seat="bruno")
    assert (farm["time"], farm["living"], farm["coins"], farm["owed"]) == (3, 3, 1, -1)


def test_members_have_names_places_and_rest() -> None:
    assert len(ROWS["members"]) == 33
    (smith,) = where("members", seat="bruno", member="1b")
    assert smith == {
        "seat": "bruno",
        "member": "1b",
        "number": 1,
        "name": names(started())["bruno"]["1b"].text,
        "place": "smithy",
        "alive": 1,
        "rest": None,
    }
    (dead,) = where("members", seat="bruno", member="1a")
    assert (dead["place"], dead["rest"], dead["alive"]) == ("chronicle", "travel", 0)
    (called,) = where("members", seat="clara", member="1a")
    assert (called["place"], called["alive"]) == ("bag", 1)


def test_the_dead_are_listed_by_section() -> None:
    assert ROWS["chronicle"] == [
        {"section": "travel", "position": 1, "seat": "bruno", "member": "1a"},
        {"section": "grave", "position": 1, "seat": "clara", "member": "1b"},
    ]


def test_scores_are_those_of_the_state() -> None:
    points = {row["category"]: row["points"] for row in where("scores", seat="ana")}
    assert points == score(STATE, "ana")
    assert points["customers"] == 6


def test_each_row_has_exactly_the_columns_of_its_table() -> None:
    for table in MODEL.tables:
        columns = [column.name for column in table.columns[1:]]
        assert ROWS[table.name], table.name
        assert all(set(row) == set(columns) for row in ROWS[table.name])


def test_carla_has_members_and_customers_but_no_farm() -> None:
    solo = given(
        facts.MarketFilled(("c01", "c02", "c03"), (), ()),
        facts.MarketOpened("carla", ("carla", "ana")),
        facts.CarlaServed(1, "c01"),
        seats=("ana",),
        solo=True,
    )

    told = rows(solo, started(("ana",), solo=True))

    assert [row["seat"] for row in told["farms"]] == ["ana"]
    assert {row["seat"] for row in told["members"]} == {"ana", "carla"}
    assert [r["seat"] for r in told["customers"] if r["place"] == "served"] == ["carla"]
