"""What each decision asks, as a message to translate."""

from projections.village.state import State
from projections.words import N_, NN_
from server.rules.game import Pending

PROMPTS = {
    "turn": N_("Take a cube from an action space, or give three of one colour at the well."),
    "free": N_("The board is empty: choose any action for your last one."),
    "well": N_("The well is paid: choose any action, or pass."),
    "action": N_("Use the action of {where}, or pass."),
    "produce": N_("The training is done: produce at once, or pass."),
    "privilege": N_("Use a privilege up to stage {where}, or pass."),
    "market": N_("Serve a customer, or pass (for the whole market day)."),
    "call": N_("The mass: call a family member out of the black bag with a coin, or pass."),
    "promote": N_("The mass: promote family members in the church for grain, or pass."),
    "carla": N_("Choose the cube that Carla takes at {where}."),
    "death": N_("The life time has run out: choose who dies."),
}
COUNTED = {
    "cubes": NN_(
        "Choose {n} influence cube from the supply.", "Choose {n} influence cubes from the supply."
    ),
    "good": NN_("Choose {n} good from the supply.", "Choose {n} goods from the supply."),
}


def pending(state: State) -> Pending | None:
    """Who must choose next, and what; None when the game is over."""
    choice = state.turn.pending
    if choice is None:
        return None
    if choice.choice in COUNTED:
        one, many = COUNTED[choice.choice]
        return Pending(choice.seat, choice.choice, one, {"n": choice.count}, many)
    fields = {"where": choice.where} if choice.where else {}
    return Pending(choice.seat, choice.choice, PROMPTS[choice.choice], fields)
