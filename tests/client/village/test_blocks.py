"""Lines, frames and columns."""

import pytest
from rich.text import Text

from client.village.blocks import Panel, Part, chop, flow, hang, tabulate, tile, wrap


def plain(lines):
    return [line.plain for line in lines]


def test_pieces_flow_from_line_to_line():
    pieces = map(Text, ["one", "two", "three", "four"])
    assert plain(flow(pieces, 9)) == ["one two", "three", "four"]
    assert flow([], 9) == []


def test_a_piece_that_is_too_long_is_broken_but_not_lost():
    assert plain(flow([Text("a"), Text("abcdefgh"), Text("b")], 3)) == [
        "a",
        "abc",
        "def",
        "gh",
        "b",
    ]
    assert plain(chop(Text("村の年代記"), 4)) == ["村の", "年代", "記"]


def test_styles_survive_the_wrapping():
    line = Text.assemble("one ", ("two three", "bold"))
    second = wrap(line, 7)[1]
    assert second.plain == "three"
    assert [span.style for span in second.spans] == ["bold"]


def test_columns_are_as_wide_as_their_widest_cell():
    rows = [[Text("a"), Text("1")], [Text("bcd"), Text("100")]]
    assert plain(tabulate(rows, right=(1,))) == ["a      1", "bcd  100"]


def test_a_tail_hangs_beside_its_head_or_below_it():
    heads, tail = [Text("head")], lambda width: flow([Text("abcd"), Text("efgh")], width)
    assert plain(hang(heads, [tail], 16)) == ["head  abcd efgh"]
    assert plain(hang(heads, [tail], 15, least=4)) == ["head  abcd efgh"]
    assert plain(hang(heads, [tail], 12, least=4)) == ["head  abcd", "      efgh"]
    assert plain(hang(heads, [tail], 12)) == ["head", "  abcd efgh"]


def part(title, *lines, least=10, **edges):
    marks = {name: Text(text) for name, text in edges.items()}
    return Part(lambda _: [Panel(Text(title), [Text(line) for line in lines], **marks)], least)


def test_panels_stand_side_by_side_with_closed_frames():
    drawn = plain(tile([[part("a", "one"), part("b", "one", "two")]], 24))
    assert drawn == [
        "╭─ a ──────╮╭─ b ──────╮",
        "│ one      ││ one      │",
        "│          ││ two      │",
        "╰──────────╯╰──────────╯",
    ]


def test_panels_go_below_each_other_where_the_width_is_small():
    drawn = plain(tile([[part("a", "one"), part("b", "one")]], 19))
    assert [line[:4] for line in drawn] == ["╭─ a", "│ on", "╰───", "╭─ b", "│ on", "╰───"]
    assert {len(line) for line in drawn} == {19}


def test_what_does_not_fit_an_edge_moves_inside():
    wide = plain(tile([[part("title", "body", aside="aside", foot="foot")]], 24))
    assert wide[0] == "╭─ title ─ aside ──────╮"
    assert wide[-1] == "╰─────────────── foot ─╯"
    narrow = plain(
        tile(
            [[part("title", "body", aside="aside", foot="footfoot")]],
            12,
        )
    )
    assert [line.strip("│ ") for line in narrow[1:-1]] == ["aside", "body", "footfoot"]
    least = plain(tile([[part("titletitle", "body", aside="aside")]], 12))
    assert [line.strip("│ ") for line in least[1:-1]] == ["titletit", "le", "aside", "body"]


@pytest.mark.parametrize("width", range(12, 60))
def test_every_line_is_exactly_as_wide_as_asked(width):
    rows = [[part("a", "some words here", aside="x y z"), part("b", "w", foot="more words")]]
    assert {line.cell_len for line in tile(rows, width)} == {width}
