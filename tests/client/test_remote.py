"""The way over HTTP: what is asked again, and what never is."""

import json

import httpx
import pytest

from client import remote
from client.errors import Misused, Unreachable
from client.remote import Remote


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    monkeypatch.setattr(remote, "PAUSES", (0.0, 0.0))


class Flaky:
    """A server that loses its first answers in a given way, and remembers what it was asked."""

    def __init__(self, *failures):
        self.failures = list(failures)
        self.bodies = []

    def __call__(self, request):
        self.bodies.append(request.content)
        if self.failures:
            raise self.failures.pop(0)("lost", request=request)
        return httpx.Response(200, json={"ok": True})


def way_to(server):
    return Remote("http://game.example/", http=httpx.MockTransport(server))


BODY = json.dumps({"command_id": "c1", "commands": "roll"}).encode()


def test_a_lost_answer_is_asked_for_again_with_the_same_command_id():
    server = Flaky(httpx.ReadTimeout, httpx.RemoteProtocolError)
    answer = way_to(server).send("POST", "/games/a/commands", {}, BODY, "en", repeatable=True)
    assert answer.status == 200
    assert server.bodies == [BODY] * 3


def test_what_may_not_be_repeated_is_asked_once():
    server = Flaky(httpx.ReadTimeout)
    with pytest.raises(Unreachable):
        way_to(server).send("POST", "/games", {}, b"{}", "en")
    assert len(server.bodies) == 1


def test_a_refused_connection_is_tried_again_for_nothing_was_asked():
    server = Flaky(httpx.ConnectError, httpx.ConnectTimeout)
    assert way_to(server).send("POST", "/games", {}, b"{}", "en").status == 200


def test_after_a_few_attempts_the_service_is_unreachable():
    server = Flaky(*[httpx.ConnectError] * 9)
    with pytest.raises(Unreachable, match=r"game\.example"):
        way_to(server).send("GET", "/games", {}, b"", "en", repeatable=True)
    assert len(server.bodies) == 3


def test_language_and_query_travel_with_the_request():
    seen = []

    def server(request):
        seen.append((str(request.url), request.headers["accept-language"]))
        return httpx.Response(200)

    way_to(server).send("GET", "/games/a%20b/legal", {"words": "take é"}, b"", "pt-BR")
    assert seen == [("http://game.example/games/a%20b/legal?words=take+%C3%A9", "pt-BR")]


def test_a_server_is_named_by_a_url():
    with pytest.raises(Misused):
        Remote("game.example:80")


def test_a_service_that_has_moved_is_not_followed_but_named():
    def server(request):
        return httpx.Response(308, headers={"location": "https://game.example/"})

    with pytest.raises(Unreachable, match=r"https://game\.example/"):
        way_to(server).send("GET", "/games", {}, b"", "en", repeatable=True)
