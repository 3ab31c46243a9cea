"""Draw docs/board.svg: the board as it stood at one step of the game recorded in docs/board.txt.

python -m docs.picture [STEP]
"""

import io
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from client import village
from projections.words import words
from server.embedded import Embedded, open_embedded

HERE = Path(__file__).parent
RECORD = HERE / "board.txt"
PICTURE = HERE / "board.svg"
STEP = 861
WIDTH = 100
PAPER = TerminalTheme(
    (24, 26, 31),
    (208, 208, 204),
    [(48, 52, 60), (226, 87, 76), (106, 168, 79), (212, 167, 44), (79, 148, 212), (176, 124, 198),
     (86, 182, 194), (208, 208, 204)],
    [(96, 102, 112), (226, 87, 76), (106, 168, 79), (212, 167, 44), (79, 148, 212),
     (176, 124, 198), (86, 182, 194), (240, 240, 236)],
)  # fmt: skip
FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
    font-family: Menlo, Consolas, "DejaVu Sans Mono", monospace;
    font-size: {char_height}px;
    line-height: {line_height}px;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""The frame of the picture, with fonts that are there and none from elsewhere."""


def position(step: int) -> Any:
    """What everybody may see after event `step` of the recorded game."""
    with tempfile.TemporaryDirectory() as folder:
        service = open_embedded(Path(folder))
        try:
            body = json.dumps({"text": RECORD.read_text("utf-8")}).encode()
            game = _ask(service, "POST", "/import", {}, body)["id"]
            return _ask(service, "GET", f"/games/{game}", {"at": str(step)})["view"]
        finally:
            service.close()


def _ask(
    service: Embedded, method: str, path: str, query: dict[str, str], body: bytes = b""
) -> Any:
    answer = service.send(method, path, query, body, "en")
    if answer.status >= 400:
        raise RuntimeError(answer.body.decode())
    return json.loads(answer.body)


def svg(step: int) -> str:
    """The board after event `step`, as a picture."""
    console = Console(
        width=WIDTH, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(village.board(position(step), WIDTH, words("en")))
    drawn = console.export_svg(title="cronica board", theme=PAPER, code_format=FRAME)
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(svg(int(sys.argv[1]) if len(sys.argv) > 1 else STEP), "utf-8")
