"""What only this client can check of a game's dice: that the log holds what it saw and sent."""

from typing import Any

from client.errors import REFUSED, ClientError
from client.session import Session
from projections.words import N_


class Mistrust(ClientError):
    """The service does not keep to what it said."""

    status = 409
    code = "dice_changed"
    exit_code = REFUSED


def check_dice(session: Session) -> None:
    """Check that the dice are those committed to when this client joined, with its own entropy.

    Raises:
        Mistrust: if the log says otherwise. Whoever runs the service may have chosen the dice.
    """
    known = session.keys.known(session.game)
    if known is None or not known.commitment:
        return
    if _first(session, "GameStarted")["commitment"] != known.commitment:
        raise Mistrust(N_("The dice are not those that the service committed to when you joined."))
    for seat, entropy in known.entropy.items():
        if recorded(session, seat) != entropy:
            message = N_("The log does not hold the entropy that you sent for {seat}.")
            raise Mistrust(message, seat=seat)


def recorded(session: Session, seat: str) -> str | None:
    """The entropy of a seat as it stands in the log."""
    for event in _opening(session):
        if event["type"] == "SeatJoined" and event["data"]["seat"] == seat:
            return str(event["data"]["entropy"])
    return None


def _first(session: Session, kind: str) -> Any:
    return next(e["data"] for e in _opening(session) if e["type"] == kind)


def _opening(session: Session) -> Any:
    """The beginning of the log, in which everybody joins."""
    return session.get(session.path("events"), until=20).data["events"]
