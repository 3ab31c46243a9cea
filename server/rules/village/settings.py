"""The options of a new game of Village, for people."""

from projections.words import N_
from server.rules.game import Setting

_YES, _NO = ("true", "false"), ("false", "true")

SETTINGS = {
    "edition": Setting(
        N_("Which box is played with: the Big Box, or that of 2011."), ("big-box", "original")
    ),
    "compensation": Setting(N_("Who starts later gets something to make up for it."), _YES),
    "coins_in_well": Setting(N_("Coins may stand for cubes at the well."), _YES),
    "open_customers": Setting(N_("Everybody sees the points of the customers served."), _NO),
    "shuffle": Setting(N_("The seats draw their order."), _NO),
    "solo": Setting(N_("One seat plays against Carla, as a lone seat always does."), _NO),
}
