"""Small logs for the tests of this room."""

from events.chain import link
from events.envelope import Event, NewCommand, NewEvent
from events.seal import GENESIS


def fact(text: str = "", kind: str = "Said", visible_to: tuple[str, ...] | None = None) -> NewEvent:
    """An event that says `text`."""
    return NewEvent(kind, 1, f'{{"text":"{text}"}}', visible_to)


def command(seat: str | None, events: int = 1, text: str = "hello") -> NewCommand:
    """A command of `seat` that causes so many events."""
    return NewCommand(seat, text, tuple(fact(f"{text} {n}") for n in range(events)))


def batch(commands: int, events: int = 2) -> list[NewCommand]:
    """Several commands of one seat, to be sent together."""
    return [command("ana", events, f"part {n}") for n in range(commands)]


def chained(*commands: NewCommand, game: str = "g", recorded_at: int = 1_000) -> list[Event]:
    """The log of a game in which each command was sent by itself."""
    events: list[Event] = []
    for number, each in enumerate(commands):
        events += link(
            game, [each], last=len(events), previous=events[-1].seal if events else GENESIS,
            command_id=f"c{number}", recorded_at=recorded_at + number,
        )  # fmt: skip
    return events
