"""The documents are true: every command they show is run, and every command is shown.

In a ```console block each line that begins with `$ ` is run by bash, the lines of one file in order
and in one empty folder. `# exit N` after a command states the exit code it must have; a line that
ends with `&` is a service that runs until the end of the file. The ports shown
(48700 to 48799) stand for free ones, as somebody may be using those.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.error import URLError

import pytest

from client.app import COMMANDS
from tests.processes import free_port

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("README.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```console\n(.*?)^```", re.M | re.S)
EXIT = re.compile(r"  # exit (\d+)$")
PORT = re.compile(r"\b487\d\d\b")
URL = re.compile(r"https?://\S+")


def commands(page):
    """The commands of a page with the exit code that each must have."""
    shown = "".join(BLOCK.findall(page.read_text(encoding="utf-8")))
    found = []
    for line in shown.splitlines():
        if line.startswith("$ "):
            stated = EXIT.search(line)
            found.append((EXIT.sub("", line[2:]), int(stated[1]) if stated else 0))
    return found


class Shell:
    """A folder of its own in which commands are run as a reader would."""

    def __init__(self, folder):
        self.folder = folder
        self.services = []
        self.ports = {}
        binaries = folder / "bin"
        binaries.mkdir()
        script = binaries / "cronica"
        script.write_text(f"#!{sys.executable}\nfrom client.main import main\nmain()\n")
        script.chmod(0o755)
        if shutil.which("curl") is None:
            curl = binaries / "curl"
            fetch = "from sys import *\nfrom urllib.request import urlopen"
            show = "stdout.buffer.write(urlopen(argv[-1]).read())"
            curl.write_text(f"#!{sys.executable}\n{fetch}\n{show}\n")
            curl.chmod(0o755)
        paths = (str(binaries), str(Path(sys.executable).parent), os.environ["PATH"])
        self.environ = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("CRONICA", "LC_", "LANG"))},
            "PATH": os.pathsep.join(paths),
            "PYTHONPATH": str(ROOT),
            "HOME": str(folder),
            "CRONICA_DATA": str(folder / "data"),
            "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1",
        }

    def run(self, line):
        return subprocess.run(
            ["bash", "-o", "pipefail", "-c", self.with_ports(line)],
            cwd=self.folder,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def start(self, line):
        """Start a service and wait until it answers at the URL that it names."""
        process = subprocess.Popen(
            ["bash", "-c", f"exec {self.with_ports(line)}"],
            cwd=self.folder,
            env=self.environ,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.services.append(process)
        assert process.stdout is not None
        [url] = URL.findall(process.stdout.readline())
        while process.poll() is None:
            try:
                urllib.request.urlopen(f"{url}/games").close()
                return
            except URLError:
                time.sleep(0.05)
        pytest.fail(f"{line} ended with {process.returncode}")

    def with_ports(self, line):
        """The line with free ports in place of those shown, the same ones in all lines."""
        return PORT.sub(lambda shown: self.port(shown[0]), line)

    def port(self, shown):
        if shown not in self.ports:
            self.ports[shown] = str(free_port())
        return self.ports[shown]

    def close(self):
        for process in self.services:
            process.send_signal(signal.SIGINT)
            process.communicate()


@pytest.fixture
def shell(tmp_path):
    shell = Shell(tmp_path)
    yield shell
    shell.close()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_of_the_documents_runs(page, shell):
    for line, code in commands(page):
        if line.endswith("&"):
            shell.start(line.removesuffix("&").strip())
            continue
        done = shell.run(line)
        assert done.returncode == code, f"$ {line}\n{done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr, line


def test_ports_shown_stand_for_free_ones(shell):
    line = shell.with_ports("serve --port 48765; games http://127.0.0.1:48765; legal --port 48766")

    one, other = shell.ports["48765"], shell.ports["48766"]
    assert line == f"serve --port {one}; games http://127.0.0.1:{one}; legal --port {other}"
    assert "48765" not in (one, other)


def test_the_page_on_playing_shows_every_command():
    shown = "\n".join(line for line, _ in commands(ROOT / "docs" / "playing.md"))
    used = set(re.findall(r"\bcronica (?:-g \S+ )?([a-z][a-z-]*)", shown))
    assert used == set(COMMANDS)


def test_links_between_the_documents_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.relative_to(ROOT)}: {target}"
