"""The toy's rules: commands, what is legal, what follows, and the notation."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from events.dice import Dice
from events.lifecycle import Fact
from server.rules import toml
from server.rules.game import Illegal, Invalid, Pending, Unreadable
from tests.toy.facts import OrderDrawn, Passed, Rolled, SecretTaken, TurnEnded
from tests.toy.state import Toy, outcome

BOX: dict[str, Any] = {"die": {"1": 1, "2": 1, "3": 1, "4": 1, "5": 1, "6": 1}, "passes": 3}


class Secret(msgspec.Struct, frozen=True, tag="secret", forbid_unknown_fields=True):
    """Choose the secret number, once."""

    number: int


class Roll(msgspec.Struct, frozen=True, tag="roll", forbid_unknown_fields=True):
    """Roll, once or (for a pass) twice."""

    twice: bool = False


class Pass(msgspec.Struct, frozen=True, tag="pass", forbid_unknown_fields=True):
    """Stay where you are."""


Command = Secret | Roll | Pass


def options(given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """`target`, the place that ends the game, and whether there are `secrets`."""
    for name in given:
        if name not in ("target", "secrets"):
            refusal = Invalid("unknown_option", "There is no option “{text}”.", text=name)
            refusal.nearest = ("target", "secrets")
            raise refusal
    target = given.get("target", 20)
    if not isinstance(target, int) or not 1 <= target <= 500:
        raise Invalid("option_target", "“target” must be 1 to 500, not {text}.", text=str(target))
    return {"target": target, "secrets": bool(given.get("secrets", True))}


def box(options: Mapping[str, Any], text: str | None) -> dict[str, Any]:
    """The die and the passes, or those of a box file."""
    given = {**BOX, **(toml.loads(text) if text else {})}
    if set(given) != set(BOX) or not isinstance(given["passes"], int):
        raise Invalid("box_field", "The box has “die” and “passes”, not {names}.",
                      names=", ".join(sorted(given)))  # fmt: skip
    if any(int(face) < 1 for face in given["die"]):
        message = "Field die.{text}: a face is at least 1."
        raise Invalid("box_field", message, text=min(given["die"]))
    return given


def begin(state: Toy, dice: Dice) -> list[Fact]:
    """Draw who begins."""
    return [OrderDrawn(dice.draw("order", dict.fromkeys(state.players, 1), 1))]


def pending(state: Toy) -> Pending | None:
    """Secrets first, in order; then turns. Nobody chooses before the set-up."""
    if not state.order or outcome(state):
        return None
    for seat in state.order:
        if state.secrets and state.players[seat].secret is None:
            return Pending(seat, "secret", "{seat}, choose your secret number", {"seat": seat})
    return Pending(state.turn, "turn", "{seat}, roll or pass", {"seat": state.turn})


def legal(state: Toy, seat: str) -> Sequence[Command]:
    """All commands of a seat."""
    asked = pending(state)
    if asked is None or asked.seat != seat:
        return ()
    if asked.kind == "secret":
        return [Secret(number) for number in range(1, 7)]
    rolls: list[Command] = [Roll()]
    return [*rolls, Roll(twice=True), Pass()] if state.players[seat].passes else rolls


def decide(state: Toy, command: Command, dice: Dice) -> list[Fact]:
    """What follows from a legal command."""
    asked = pending(state)
    if asked is None or command not in legal(state, asked.seat):
        raise why(state, asked.seat if asked else "", command)
    seat = asked.seat
    if isinstance(command, Secret):
        return [SecretTaken(seat, command.number)]
    after = TurnEnded(state.order[(state.order.index(seat) + 1) % len(state.order)])
    if isinstance(command, Pass):
        return [Passed(seat), after]
    player = state.players[seat]
    facts: list[Fact] = [Passed(seat)] if command.twice else []
    steps = 0
    for count in range(1 + command.twice):
        label = f"roll {seat} {player.rolls + count + 1}"
        draw = dice.draw(label, state.box["die"], 1)
        steps += int(draw.drawn[0])
        facts.append(Rolled(seat, draw, int(draw.drawn[0])))
    return facts if player.place + steps >= state.target else [*facts, after]


def why(state: Toy, seat: str, command: Command) -> Illegal:
    """Why a command is not legal."""
    asked = pending(state)
    if asked is None or asked.seat != seat:
        return Illegal("not_your_turn", "It is not {seat}'s turn.", seat=seat)
    if isinstance(command, Secret) and asked.kind != "secret":
        return Illegal("secret_chosen", "{seat} has all the secrets there are.", page=1, seat=seat)
    if isinstance(command, Secret):
        return Illegal("secret_number", "A secret is 1 to 6, not {n}.", page=1, n=command.number)
    if asked.kind == "secret":
        return Illegal("secret_first", "{seat} must choose a secret first.", page=1, seat=seat)
    return Illegal("no_passes", "{seat} has no pass left.", page=2, seat=seat)


def format_command(command: Command) -> str:
    """The command's line."""
    match command:
        case Secret(number):
            return f"secret {number}"
        case Roll(twice):
            return "roll twice" if twice else "roll"
        case Pass():
            return "pass"


def parse(text: str) -> Command:
    """The command of a line."""
    match text.split():
        case ["secret", number] if number.isdecimal() and len(number) < 10:
            return Secret(int(number))
        case ["roll"]:
            return Roll()
        case ["roll", "twice"]:
            return Roll(twice=True)
        case ["pass"]:
            return Pass()
        case _:
            raise Unreadable("unreadable", "“{text}” is no command of the toy.", text=text)


def careful(game: Any, state: Toy, seat: str, legal: Sequence[Command], dice: Dice) -> Command:
    """A bot: the first legal command."""
    return legal[0]
