import json
import subprocess
import sys
from pathlib import Path

from server.embedded import open_embedded

ROOT = Path(__file__).parents[2]
HEAVY = ("starlette", "uvicorn", "httpx", "anyio", "sqlite_utils")
MOVE = """
import json, sys
from pathlib import Path
from server.embedded import open_embedded
service = open_embedded(Path(sys.argv[1]))
body = json.dumps({"commands": sys.argv[3], "command_id": "c"}).encode()
answer = service.send("POST", f"/games/{sys.argv[2]}/commands", {}, body, "pt-BR")
service.close()
print(answer.status, *sorted(name for name in sys.modules if "." not in name))
"""


def test_a_game_outlives_its_process(tmp_path: Path) -> None:
    service = open_embedded(tmp_path / "games")
    body = {"kind": "toy", "seats": [{"id": "ana"}, {"id": "rita"}]}
    created = service.send("POST", "/games", {}, json.dumps(body).encode(), "en")
    service.close()

    again = open_embedded(tmp_path / "games")
    game = json.loads(created.body)
    listed = again.send("GET", "/games", {}, b"", "en")
    again.close()

    assert json.loads(listed.body)["games"] == [game]


def test_the_tables_are_kept_beside_the_log(tmp_path: Path) -> None:
    service = open_embedded(tmp_path)
    body = {"kind": "toy", "seats": [{"id": "ana"}, {"id": "rita"}]}
    service.send("POST", "/games", {}, json.dumps(body).encode(), "en")
    rebuilt = service.send("POST", "/tables/rebuild", {}, b"", "en")
    service.close()

    assert rebuilt.status == 200
    assert json.loads(rebuilt.body)["games"] == 1
    assert (tmp_path / "tables.db").exists()


def test_a_move_imports_nothing_for_networks_or_schemas(tmp_path: Path) -> None:
    service = open_embedded(tmp_path)
    body = {"kind": "village", "seats": [{"id": "ana"}, {"id": "rita"}]}
    created = service.send("POST", "/games", {}, json.dumps(body).encode(), "en")
    game = json.loads(created.body)["id"]
    legal = service.send("GET", f"/games/{game}/legal", {}, b"", "en")
    service.close()

    words = [sys.executable, "-c", MOVE, str(tmp_path), game]
    line = json.loads(legal.body)["commands"][0]["text"]
    run = subprocess.run([*words, line], cwd=ROOT, capture_output=True, text=True, check=True)

    status, *modules = run.stdout.split()
    assert status == "200"
    assert not set(HEAVY) & set(modules)
