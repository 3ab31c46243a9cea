"""Saving all games in one file and getting them back."""

import zipfile

import pytest

from tests.server.test_damage import damage


def test_games_move_to_another_folder_by_a_backup(local, tmp_path):
    local.ok("new", "toy", "--seat", "ana", "--seat", "rui", "--name", "kitchen")
    file = str(tmp_path / "games.zip")
    assert local.json("backup", file)["games"] == 1
    assert "1 game" in local.ok("restore", file, "--data", str(tmp_path / "other"))
    assert "kitchen" in local.ok("games", "--data", str(tmp_path / "other"))


def test_nothing_that_is_there_is_overwritten(local, tmp_path):
    local.ok("new", "toy", "--seat", "ana", "--seat", "rui")
    file = str(tmp_path / "games.zip")
    local.ok("backup", file)
    for line in (("backup", file), ("restore", file)):
        result = local(*line)
        assert (result.code, result.out) == (5, "")
        assert "is there already" in result.err
    assert local("restore", str(tmp_path / "nothing.zip"), "--data", str(tmp_path / "x")).code == 5


DAMAGE = {
    "UPDATE commands SET seal = zeroblob(32) WHERE seq = 1": (
        "is not what was recorded from event", "não é o que foi gravado a partir do evento",
    ),
    "DELETE FROM facts WHERE key = 1": ("cannot be read", "não pode ser lido"),
    "UPDATE games SET game = CAST(x'ff' AS TEXT)": ("the name of game", "o nome da partida"),
    "PRAGMA user_version = 99": ("by a newer version", "por uma versão mais nova"),
    "PRAGMA application_id = 1": ("damaged or not of this program", "danificado ou não é"),
}  # fmt: skip


@pytest.mark.parametrize(("statement", "told"), DAMAGE.items())
def test_what_is_damaged_is_told_in_the_readers_language(local, tmp_path, statement, told):
    local.ok("new", "toy", "--seat", "ana", "--seat", "rui")
    good, bad = str(tmp_path / "good.zip"), tmp_path / "bad.zip"
    local.ok("backup", good)
    damage(local.data / "cronica.db", statement)
    with zipfile.ZipFile(bad, "w") as archive:
        archive.write(local.data / "cronica.db", "cronica.db")
    for language, words in zip(("en", "pt-BR"), told, strict=True):
        for line in (
            ("backup", str(tmp_path / "b.zip")),
            ("restore", str(bad), "--data", str(tmp_path / "new")),
        ):
            result = local(*line, "--lang", language)
            assert result.code == 5
            assert words in result.err


def test_a_folder_without_games_is_told_so(local, tmp_path):
    told = local("backup", str(tmp_path / "b.zip"), "--lang", "pt-BR").err
    assert "não há partidas" in told


def test_only_a_folder_is_saved(local, tmp_path, monkeypatch):
    assert local("backup", "f", "--server", "http://127.0.0.1:1").code == 2
    monkeypatch.setenv("CRONICA_STORE", "postgresql://db/cronica")
    assert local("backup", "f").code == 2
