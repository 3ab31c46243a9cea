import pytest

from client.errors import Misused
from client.seats import options, seats


def test_people_and_bots_by_name_kind_or_both():
    assert seats(["ana", "bot:greedy", "carla=bot:random"]) == [
        {"id": "ana"},
        {"id": "greedy", "bot": "greedy"},
        {"id": "carla", "bot": "random"},
    ]


def test_nameless_bots_are_numbered_where_their_name_is_taken():
    found = seats(["bot:greedy", "bot:greedy", "greedy3", "bot:greedy"])
    assert [s["id"] for s in found] == ["greedy", "greedy2", "greedy3", "greedy4"]


@pytest.mark.parametrize("text", ["ana=bob", "=bot:greedy", "bot:", "ana=bot:"])
def test_other_shapes_are_misuse(text):
    with pytest.raises(Misused):
        seats([text])


def test_options_are_json_where_they_can_be():
    given = ["target=9", "compensations=false", "undo=open", "text="]
    assert options(given) == {"target": 9, "compensations": False, "undo": "open", "text": ""}


@pytest.mark.parametrize("text", ["target", "=9"])
def test_an_option_needs_name_and_value(text):
    with pytest.raises(Misused):
        options([text])
