"""The sentences of the story, and how the chronicler speaks of people, places and goods.

Where there is more than one sentence for the same thing, the event's number picks one, so that the
story reads like a story and is yet the same every time.
"""

from collections.abc import Mapping, Sequence

from projections.village.names import Name
from projections.words import G_, N_, NN_, Counted, Gender, Words

FAMILIES = (
    N_("Into the village came {names}, each at the head of a family."),
    N_("The village had room for the families of {names}."),
)
ALONE = (N_("Into the village came {seat}, at the head of a family."),)
RIVAL = N_("{seat} and her family were there already, and meant to be talked about more.")
HOUSE = (
    N_("{seat}'s house began with {names}."),
    N_("On {seat}'s farm lived {names}."),
)
ROUND = (
    N_("The {round} round began, and {seat} went first."),
    N_("{seat} opened the {round} round."),
)
BORN = (
    G_("{seat}'s house had a newborn, {name}, of the {generation} generation."),
    G_("{name}, of the {generation} generation, was born on {seat}'s farm."),
    G_("On {seat}'s farm a cradle was filled: {name}, of the {generation} generation."),
)
RECALLED = (
    G_("{seat} called {name} home from {place}."),
    G_("{name} came back from {place} to {seat}'s farm."),
)
TRAINED = (
    G_("{seat}'s {name} learned a trade and became a {profession}."),
    G_("{name}, of {seat}'s house, became a {profession}."),
    G_("{seat} had {name} trained as a {profession}."),
)
FIRST_CITY = (
    G_("{seat}'s {name} set out into the world and came to the city of {city}."),
    G_("{name} was the first of {seat}'s house to leave the village, and saw {city}."),
)
NEXT_CITY = (
    G_("{seat}'s {name} reached {city}, the {count} city for the family."),
    G_("{name} brought {seat}'s house news from {city}, its {count} city."),
)
EVERY_CITY = (G_("{seat}'s {name} reached {city}: no city was left that the family had not seen."),)
SEATED = (
    G_("{seat}'s {name} took a seat in the council chamber."),
    G_("The council chamber admitted {name}, of {seat}'s house."),
)
ADVANCED = (
    G_("{seat}'s {name} rose to the {stage} stage of the council chamber."),
    G_("In the council chamber {name}, of {seat}'s house, reached the {stage} stage."),
)
RING = (
    N_("{seat} took the ring from the council chamber, to go first in the next round."),
    N_("The council chamber gave its ring to {seat}, who would open the next round."),
)
RENOWN = (N_("With a coin in the council chamber {seat} bought renown: {prestige}."),)
CHURCH = (
    G_("{seat}'s {name} entered the church and waited for a mass."),
    G_("{name}, of {seat}'s house, chose the church and put on the habit."),
)
DAY = (
    N_("{seat} held a market day: {sales}."),
    N_("On {seat}'s market day the stalls were busy: {sales}."),
)
IDLE_DAY = (
    N_("{seat} held a market day, but no customer was served."),
    N_("On {seat}'s market day every customer left with empty hands."),
)
SALE = N_("{seat} sold {goods}")
PRICED_SALE = N_("{seat} sold {goods} ({points})")
RIVAL_SALE = N_("{seat} served whoever wanted {goods}")
CALLED = N_("Before the mass, coins called {called} out of the black bag.")
CALLED_AND_DRAWN = N_("Coins called {called} to the mass, and the black bag gave up {drawn}.")
DRAWN = (
    N_("At the mass the black bag gave up {drawn}."),
    N_("The mass began, and chance chose {drawn}."),
)
MONKS_ONLY = N_("The mass was held among monks alone.")
RISEN = (
    N_("Grain smoothed the way up in the church: {risen}."),
    N_("There were promotions in the church: {risen}."),
)
RISE = G_("{seat}'s {name} to the {stage} stage")
MAJORITY = (
    N_("Nobody counted for more in the church than {seat}'s house: {prestige}."),
    N_("Most of the church stood with {seat}'s house, to its credit: {prestige}."),
)
SHARED_MAJORITY = N_("{names} counted for the same in the church: {prestige} for each.")
EMPTY_CHURCH = N_("The church stood empty, and nobody was praised.")
WRITTEN = (
    G_(
        "In the {round} round {seat}'s {profession} {name}, of the {generation} generation, "
        "died and was written into the chronicle."
    ),
    G_(
        "In the {round} round death came for {name}, {seat}'s {profession} of the {generation} "
        "generation; the chronicle keeps the name."
    ),
    G_(
        "{seat}'s {profession} {name}, of the {generation} generation, died in the {round} round, "
        "and the chronicle tells of it."
    ),
)
BURIED = (
    G_(
        "In the {round} round {seat}'s {profession} {name}, of the {generation} generation, died; "
        "the chronicle had no room, and the grave bears no name."
    ),
    G_(
        "{seat}'s {profession} {name}, of the {generation} generation, died in the {round} round "
        "and lies in an anonymous grave."
    ),
)
BESIDE = (
    G_(
        "In the {round} round {seat}'s {profession} {name}, of the {generation} generation, died; "
        "no grave was left, and the earth beside the graveyard had to do."
    ),
)
SPARED = (N_("Time asked {seat}'s house for a life, but there was nobody to be seen."),)
END = {
    "chronicle": N_("With that the chronicle was full; {seat} had brought on the end."),
    "graves": N_("With that the last grave was taken; {seat} had brought on the end."),
}
LAST_ACTION = N_("One last action was left to {names}.")
LAST_ACTIONS = N_("One last action was left to each of these, in turn: {names}.")
LAST_MASS = N_("The bells rang for the last mass.")
WON = (
    N_("{seat}'s house goes down in history as the most renowned, with {points}."),
    N_("Of all the families {seat}'s is remembered best: {points}."),
)
RANKED = N_("{seat}'s house is remembered with {points}, and for that called: {rank}.")
SHARED_WIN = N_("{names} share the highest renown, with {points} each.")
OTHERS = N_("After that came {others}.")
STANDING = N_("{seat} with {points}")
FORKED = N_("From here on this story goes its own way.")

POINTS = NN_("{n} point", "{n} points")
PRESTIGE = NN_("{n} prestige point", "{n} prestige points")

PROFESSIONS = {
    "farm": G_("farmer"),
    "wainwright": G_("wainwright"),
    "stables": G_("stable hand"),
    "scriptorium": G_("scribe"),
    "smithy": G_("smith"),
    "council": G_("councillor"),
    "church": G_("cleric"),
    "crafts": G_("artisan"),
    "waiting": G_("novice"),
    "grave": G_("villager"),
    "beside": G_("villager"),
}
TRAVELLER = G_("traveller")
FROM = {
    "wainwright": N_("the wainwright's shop"),
    "stables": N_("the stables"),
    "scriptorium": N_("the scriptorium"),
    "smithy": N_("the smithy"),
    "council": N_("the council chamber"),
    "church": N_("the church"),
}
FROM_CITY = N_("the city of {city}")
GENERATIONS = {1: G_("first"), 2: G_("second"), 3: G_("third"), 4: G_("fourth")}
GOODS = {
    "grain": NN_("a sack of grain", "{n} sacks of grain"),
    "scroll": NN_("a scroll", "{n} scrolls"),
    "horse": NN_("a horse", "{n} horses"),
    "plow": NN_("a plow", "{n} plows"),
    "ox": NN_("an ox", "{n} oxen"),
    "wagon": NN_("a wagon", "{n} wagons"),
}


def points(n: int) -> Counted:
    """So many points, in a sentence."""
    return Counted(POINTS, n)


def prestige(n: int) -> Counted:
    """So much prestige, in a sentence."""
    return Counted(PRESTIGE, n)


def pick(sentences: Sequence[str], seq: int) -> str:
    """One of several sentences, the same one for the same event."""
    return sentences[seq % len(sentences)]


def profession(words: Words, place: str, gender: Gender) -> str:
    """What somebody at that place does for a living."""
    return words.agree(gender, PROFESSIONS.get(_kind(place), TRAVELLER))


def origin(words: Words, place: str) -> str:
    """A place that somebody comes home from."""
    kind = _kind(place)
    return words.say(FROM[kind]) if kind in FROM else words.say(FROM_CITY, city=place)


def _kind(place: str) -> str:
    """A place without its stage."""
    return place.partition("-")[0]


def generation(words: Words, member: str) -> str:
    """The generation of a member, which is its number."""
    number = int(member[:-1])
    known = GENERATIONS.get(number)
    return words.agree("feminine", known) if known else ordinal(words, number, "feminine")


def ordinal(words: Words, n: int, gender: Gender) -> str:
    """A number as in "the 3rd", in the gender of what it counts."""
    suffixes = {1: G_("{n}st"), 2: G_("{n}nd"), 3: G_("{n}rd")}
    last = 0 if n % 100 in (11, 12, 13) else n % 10
    return words.agree(gender, suffixes.get(last, G_("{n}th")), n=n)


def goods(words: Words, wanted: Mapping[str, int]) -> str:
    """A customer's wish, as "a horse and 2 sacks of grain"."""
    return both(words, [words.count(*GOODS[good], count) for good, count in wanted.items()])


def people(words: Words, named: Sequence[tuple[str, Name]]) -> str:
    """Members of several families, each with its seat."""
    return both(words, [f"{name.text} ({seat})" for seat, name in named])


def both(words: Words, parts: Sequence[str]) -> str:
    """A list as it is spoken: "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return words.say(N_("{names} and {name}"), names=", ".join(parts[:-1]), name=parts[-1])


def in_turn(words: Words, parts: Sequence[str]) -> str:
    """What was done one after the other: "a, then b"."""
    told = parts[0]
    for part in parts[1:]:
        told = words.say(N_("{before}, then {after}"), before=told, after=part)
    return told
