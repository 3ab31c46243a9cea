"""Every word of Village that a message's field may hold, marked for the catalogues.

The words are those of the facts and of the notation; a reader's language shows them translated.
"""

from projections.words import NN_, T_, Words

ACTION_SPACES = (
    T_("harvest"),
    T_("family"),
    T_("crafts"),
    T_("market"),
    T_("travel"),
    T_("council"),
    T_("church"),
)
CUBES = (T_("orange"), T_("green"), T_("brown"), T_("pink"), T_("black"))
GOODS = (T_("scroll"), T_("horse"), T_("plow"), T_("ox"), T_("wagon"))
TREASURE = (T_("grain"), T_("coin"), T_("coins"), T_("time"))
GUILDS = (T_("wainwright"), T_("stables"), T_("scriptorium"), T_("smithy"), T_("mill"))
PLACES = (
    T_("farm"),
    T_("village"),
    T_("reserve"),
    T_("bag"),
    T_("chronicle"),
    T_("grave"),
    T_("graves"),
    T_("beside"),
    T_("home"),
    T_("waiting"),
)
CATEGORIES = (T_("prestige"), T_("customers"))
"""Categories of scoring that are not named after a space or a place."""
RANKS = (
    T_("apprentice"),
    T_("journeyman"),
    T_("master"),
    T_("grandmaster"),
    T_("genius"),
    T_("polymath"),
)
"""Titles of the solo game."""

KINDS = (
    T_("action space"),
    T_("colour"),
    T_("guild"),
    T_("good"),
    T_("city"),
    T_("thing to choose"),
    T_("stage of the church"),
)
"""What a word of the notation may be meant to name."""


COUNTED = {
    "orange": NN_("{n} orange", "{n} orange"),
    "green": NN_("{n} green", "{n} green"),
    "brown": NN_("{n} brown", "{n} brown"),
    "pink": NN_("{n} pink", "{n} pink"),
    "black": NN_("{n} black", "{n} black"),
    "scroll": NN_("{n} scroll", "{n} scrolls"),
    "horse": NN_("{n} horse", "{n} horses"),
    "plow": NN_("{n} plow", "{n} plows"),
    "ox": NN_("{n} ox", "{n} oxen"),
    "wagon": NN_("{n} wagon", "{n} wagons"),
    "grain": NN_("{n} grain", "{n} grain"),
    "coin": NN_("{n} coin", "{n} coins"),
}
"""So many of a piece, in the forms that a language has for one and for several."""


def place_name(words: Words, place: str) -> str:
    """A place in the reader's language; on a track with its stage, `council-2`."""
    track, dash, stage = place.partition("-")
    return words.term(track) + dash + stage if stage.isdecimal() else words.term(place)
