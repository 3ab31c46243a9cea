"""What each decision asks, as a message to translate."""

from projections.village.state import Choice, State
from projections.words import N_
from server.rules.game import Pending

PROMPTS = {
    "turn": N_("Take a cube from an action space, or give three of one colour at the well."),
    "free": N_("The board is empty: choose any action for your last one."),
    "well": N_("The well is paid: choose any action, or pass."),
    "action": N_("Use the action of {where}, or pass."),
    "produce": N_("The training is done: produce at once, or pass."),
    "privilege": N_("Use a privilege up to stage {where}, or pass."),
    "market": N_("Serve a customer, or pass (for the whole market day)."),
    "cubes": N_("Choose {count} influence cubes from the supply."),
    "good": N_("Choose {count} goods from the supply."),
    "call": N_("The mass: call a family member out of the black bag with a coin, or pass."),
    "promote": N_("The mass: promote family members in the church for grain, or pass."),
    "carla": N_("Choose the cube that Carla takes at {where}."),
    "death": N_("The life time has run out: choose who dies."),
}


def pending(state: State) -> Pending | None:
    """Who must choose next, and what; None when the game is over."""
    choice = state.turn.pending
    if choice is None:
        return None
    return Pending(choice.seat, choice.choice, PROMPTS[choice.choice], _fields(choice))


def _fields(choice: Choice) -> dict[str, str | int]:
    fields: dict[str, str | int] = {}
    if choice.where:
        fields["where"] = choice.where
    if choice.count:
        fields["count"] = choice.count
    return fields
