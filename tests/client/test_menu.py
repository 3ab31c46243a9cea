from client.menu import ROOM, Item, Menu, beside

SPACES = [f"take {space} {colour}" for space in ("crafts", "market") for colour in "abcdefgh"]
WELLS = [f"well {colour}" for colour in "abcdefgh"]


def test_a_few_choices_are_all_shown():
    assert Menu(("pass", "roll")).items() == [Item("pass"), Item("roll")]


def test_many_choices_are_grouped_by_their_first_word_and_single_ones_stay_whole():
    menu = Menu((*SPACES, *WELLS, "pass"))
    assert menu.items() == [Item("take", 16), Item("well", 8), Item("pass")]


def test_a_group_leads_to_its_commands():
    menu = Menu((*SPACES, *WELLS)).narrowed(Item("well", 8))
    assert [item.text for item in menu.items()] == WELLS
    assert menu.up().items() == Menu((*SPACES, *WELLS)).items()


def test_a_large_group_is_grouped_by_further_words():
    many = tuple(f"take {space} {n}" for space in ("crafts", "market") for n in range(ROOM))
    assert Menu(many).items() == [Item("take crafts", ROOM), Item("take market", ROOM)]


def test_a_command_that_begins_like_another_is_not_lost():
    commands = ("roll", *(f"roll {n}" for n in range(ROOM)), "pass")
    shown = Menu(commands).narrowed(Item("roll", ROOM + 1)).items()
    assert Item("roll") in shown
    assert len(shown) == ROOM + 1


def test_what_choices_do_stands_in_a_column_of_its_own_cut_where_the_width_ends():
    rows = beside([("take 1", "a cube " * 20), ("well", "three"), ("more …", "")], 80)
    assert rows[0] == ("take 1   ", ("a cube " * 20)[:70].rstrip() + "…")
    assert rows[1:] == [("well     ", "three"), ("more …", "")]
    assert all(len(first + second) <= 80 for first, second in rows)


def test_a_narrow_terminal_has_no_room_beside_the_choices():
    assert beside([("take 1", "a cube")], 79) == [("take 1", "")]
