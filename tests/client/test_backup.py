"""Saving all games in one file and getting them back."""


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


def test_only_a_folder_is_saved(local, tmp_path, monkeypatch):
    assert local("backup", "f", "--server", "http://127.0.0.1:1").code == 2
    monkeypatch.setenv("CRONICA_STORE", "postgresql://db/cronica")
    assert local("backup", "f").code == 2
