import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.record import ForkLine, Record, TurnLine, read, seats_of, seats_text, write
from server.recorded import DrawLine
from server.rules.game import Unreadable

words = st.text(st.characters(codec="utf-8"), max_size=8)
draws = st.builds(DrawLine, words, st.lists(words, max_size=4).map(tuple))


def test_a_record_reads_as_it_was_written() -> None:
    record = Record(
        {"Game": "toy", "Rules": 1, "Options": {"target": 9}},
        [
            DrawLine("order", ("ana",), 5),
            TurnLine("ana", ("pass", "roll twice"), 6),
            DrawLine("roll ana 1", ("6", "1"), 7),
            ForkLine("g1", 57, "ab", "cd", 8),
        ],
    )

    text = write(record)

    assert text == (
        '[Game "toy"]\n[Rules 1]\n[Options {"target":9}]\n\n= order: ana\n'
        "ana: pass; roll twice\n= roll ana 1: 6 1\n! fork g1 57 ab cd\n"
    )
    assert read(text) == record


@given(draws)
def test_any_label_and_piece_can_be_written(draw: DrawLine) -> None:
    [line] = read(write(Record({}, [draw]))).lines

    assert isinstance(line, DrawLine)
    assert (line.label, line.drawn) == (draw.label, draw.drawn)


def test_comments_and_blank_lines_say_nothing() -> None:
    assert read('# a game\n\n[Game "toy"]\n  # the end\n') == Record({"Game": "toy"}, [])


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("[Game toy]", "[Name value]"),
        ("[Game]", "[Name value]"),
        ("ana pass", "seat: command"),
        ("ana: ", "seat: command"),
        ("= order ana", "= label: piece piece"),
        ('= "order: ana', "quotation marks"),
        ("! fork g1", "! fork game event"),
        ("! spoon", "! fork game event"),
    ],
)
def test_a_line_that_is_wrong_is_named(line: str, says: str) -> None:
    with pytest.raises(Unreadable, match="Line 2:") as caught:
        read(f"\n{line}\n")

    assert says in str(caught.value)


def test_seats_and_their_bots() -> None:
    seats = [("ana", ""), ("rita", "greedy")]

    assert seats_text(seats) == "ana bot:greedy=rita"
    assert seats_of("ana bot:greedy=rita") == seats
