"""Who can reach a service, and how it may be offered."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.exposure import Exposure, Unsafe, is_loopback
from server.limits import NONE, PUBLIC
from server.main import config
from server.service import Service
from tests.stores import MemoryStore


def exposure(host: str = "127.0.0.1", **more: Any) -> Exposure:
    return Exposure(host=host, port=8765, **more)


@pytest.fixture(scope="session")
def tls(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for this machine, and its key."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl to make a certificate with")
    folder = tmp_path_factory.mktemp("tls")
    certificate, key = folder / "cert.pem", folder / "key.pem"
    line = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([openssl, *line, *files], check=True, capture_output=True)
    return certificate, key


@pytest.mark.parametrize(
    ("host", "only_here"),
    [
        ("127.0.0.1", True),
        ("127.8.9.10", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.0.2.1", False),
        ("", False),
        ("no such host.invalid", False),
    ],
)
def test_what_only_this_machine_can_reach(host: str, only_here: bool) -> None:
    assert is_loopback(host) == only_here


def test_on_this_machine_whoever_asks_is_trusted() -> None:
    here = exposure()

    here.check()
    assert here.trusting
    assert "localhost" in here.hosts
    assert here.limits({}) == NONE
    assert here.url == "http://127.0.0.1:8765"


@pytest.mark.parametrize("more", [{"doubting": True}, {"proxies": ("127.0.0.1",)}])
def test_others_are_not(more: dict[str, Any]) -> None:
    there = exposure(**more)

    there.check()
    assert not there.trusting
    assert there.hosts == ()
    assert there.limits({}) == PUBLIC
    assert there.limits({"rate": 0, "batch": 7}).batch == 7
    assert there.limits({"rate": 0}).rate == 0


def test_nothing_is_sent_in_the_clear_over_a_network() -> None:
    with pytest.raises(Unsafe, match="--behind-proxy"):
        exposure("0.0.0.0").check()
    exposure("0.0.0.0", proxies=("192.0.2.1",)).check()


@pytest.mark.parametrize("given", ["certificate", "key"])
def test_tls_needs_both_files(given: str) -> None:
    with pytest.raises(Unsafe, match="both files"):
        msgspec.structs.replace(exposure(), **{given: Path("there.pem")}).check()


def test_files_that_are_no_certificate_are_refused(tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.pem"
    rubbish.write_text("rubbish")
    for file in (rubbish, tmp_path / "missing.pem"):
        with pytest.raises(Unsafe, match="cannot be used"):
            exposure("0.0.0.0", certificate=file, key=file).check()


def test_with_a_certificate_everybody_may_come(tls: tuple[Path, Path]) -> None:
    there = exposure("0.0.0.0", certificate=tls[0], key=tls[1])

    there.check()
    assert (there.trusting, there.url) == (False, "https://0.0.0.0:8765")


def test_only_a_proxy_says_where_a_request_comes_from() -> None:
    service = Service(MemoryStore())

    plain = config(service, exposure())
    behind = config(service, exposure(proxies=("192.0.2.1",)))

    assert plain.proxy_headers is False
    assert (behind.proxy_headers, behind.forwarded_allow_ips) == (True, ["192.0.2.1"])
