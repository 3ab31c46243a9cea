import stat
from pathlib import Path

import pytest

from client.errors import Unreachable
from client.settings import EMBEDDED, Settings, data_folder


def test_a_game_is_remembered_for_each_service(tmp_path):
    settings = Settings(tmp_path / "data")
    settings.choose(EMBEDDED, "abc")
    settings.choose("http://localhost:1", "xyz")
    again = Settings(tmp_path / "data")
    assert (again.current(EMBEDDED), again.current("http://localhost:1")) == ("abc", "xyz")
    assert again.current("http://elsewhere") is None


def test_only_the_owner_can_read_the_file_and_nothing_else_is_left(tmp_path):
    settings = Settings(tmp_path)
    settings.choose(EMBEDDED, "abc")
    settings.choose(EMBEDDED, "def")
    assert [f.name for f in tmp_path.iterdir()] == [settings.file.name]
    assert stat.S_IMODE(settings.file.stat().st_mode) == 0o600


def test_a_damaged_file_is_reported_not_overwritten(tmp_path):
    settings = Settings(tmp_path)
    settings.file.write_text("{")
    with pytest.raises(Unreachable):
        settings.choose(EMBEDDED, "abc")
    assert settings.file.read_text() == "{"


def test_a_folder_that_is_a_file_is_unreachable(tmp_path):
    (tmp_path / "data").write_text("")
    settings = Settings(tmp_path / "data")
    assert settings.current(EMBEDDED) is None
    with pytest.raises(Unreachable):
        settings.choose(EMBEDDED, "abc")


def test_the_folder_is_named_on_the_line_or_in_the_environment_or_the_platforms(tmp_path):
    environ = {"CRONICA_DATA": str(tmp_path / "env")}
    assert data_folder(str(tmp_path / "line"), environ) == tmp_path / "line"
    assert data_folder(None, environ) == tmp_path / "env"
    assert data_folder(None, {}).name == "cronica"
    assert data_folder("~/games", {}).is_relative_to(Path.home())
