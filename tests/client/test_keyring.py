"""What the client keeps of its own: one token for each service, for its owner's eyes."""

import stat
import threading

import pytest

from client.errors import Unreachable
from client.keyring import Keyring, Known

URL = "http://localhost:1"


@pytest.fixture
def keys(tmp_path):
    return Keyring(tmp_path, URL)


def test_a_token_is_made_once_for_each_service(tmp_path, keys):
    assert keys.token == ""
    made = keys.make()
    assert len(made) >= 32
    assert keys.make() == keys.token == Keyring(tmp_path, URL).token == made
    assert Keyring(tmp_path, "http://elsewhere").make() != made


def test_only_the_owner_can_read_what_is_kept(tmp_path, keys):
    keys.make()
    keys.remember(Known("abc", owner=True))
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) == 2
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_of_many_who_make_a_token_at_once_all_get_the_same(tmp_path):
    made = []
    threads = [
        threading.Thread(target=lambda: made.append(Keyring(tmp_path, URL).make()))
        for _ in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 1
    assert not list(tmp_path.rglob(".draft-*"))


def test_what_is_known_of_a_game_adds_up(keys):
    keys.remember(Known("abc", "evening", owner=True))
    keys.remember(Known("abc", seats=("red",)))
    keys.remember(Known("abc", seats=("blue", "red")))
    assert keys.known("abc") == Known("abc", "evening", ("red", "blue"), owner=True)
    keys.drop("abc", "red")
    assert keys.known("abc").seats == ("blue",)
    keys.forget("abc")
    assert keys.known("abc") is None


def test_a_link_is_shown_where_there_is_nothing_better(keys):
    token = keys.make()
    keys.remember(Known("seen", link="look"))
    keys.remember(Known("played", link="look", seats=("red",)))
    keys.remember(Known("owned", link="look", owner=True))
    bearers = [keys.bearer(game) for game in ("seen", "played", "owned", "unknown", None)]
    assert bearers == ["look", token, token, token, token]


def test_a_game_is_found_by_its_name_or_the_beginning_of_its_id(keys):
    keys.remember(Known("abc1", "evening"))
    keys.remember(Known("abd2", "morning"))
    found = [keys.find(text) for text in ("abc1", "ABC", "ab", "evening", "noon", "")]
    assert found == ["abc1", "abc1", None, "abc1", None, None]


def test_an_id_cannot_lead_out_of_the_folder(tmp_path, keys):
    keys.remember(Known("../../x/y", link="look"))
    assert [file.parent for file in tmp_path.rglob("*.json")] == [keys.folder]
    assert keys.games() == [Known("../../x/y", link="look")]


def test_a_damaged_file_is_reported(keys):
    keys.make()
    (keys.folder / "token.json").write_text("{")
    with pytest.raises(Unreachable):
        _ = keys.token


def test_a_folder_that_cannot_be_made_is_reported(tmp_path):
    (tmp_path / "keys").write_text("in the way")
    with pytest.raises(Unreachable):
        Keyring(tmp_path, URL).make()
