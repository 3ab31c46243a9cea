"""Short help on the rules of Village, in our own words, with pages of the rulebook.

Numbers printed on the components are not repeated here: the board, and `cronica box village`, show
those of the box in use.
"""

from projections.words import N_
from server.rules.game import Topic

_MASS = Topic(
    N_("The mass"),
    N_(
        "Each round ends with a mass. Four pieces come out of the black bag, which always holds "
        "the monks. First, in turn order from the starting player, you may `call` family members "
        "out of it with a coin each; chance draws the rest. Monks go back, family members enter "
        "the first stage of the church.\n\n"
        "Then each player in turn order may `promote` members in the church for grain, also "
        "several steps at once. Last, whoever has most members in the church gets prestige; on a "
        "tie whoever has the furthest one."
    ),
    (11,),
)
_COUNCIL = Topic(
    N_("The council chamber"),
    N_(
        "Send a member from the farm to the first stage (`council 2`: one of the second "
        "generation), or move one on (`advance council-1 2`): that takes time, and green cubes or "
        "a scroll. After the move you may use the privilege of the stage reached or of an earlier "
        "one. Instead of moving you may just use a privilege that one of yours has reached "
        "(`privilege 2`).\n\n"
        "The privileges: (1) the next-start ring: you start the next round; (2) influence cubes "
        "of your choice; (3) a good of your choice; (4) pay a coin for prestige. Members from the "
        "second stage on are worth points at the end."
    ),
    (9,),
)
_CRAFTS = Topic(
    N_("Crafts"),
    N_(
        "One good for each action. Either with time: `train smithy 1` sends a member from the "
        "farm to a guild and lets it produce there at once; later `produce plow` takes only "
        "the time of producing. Or without anybody there: `buy plow` pays cubes, or grain at "
        "the stables. The mill turns grain and time into coins (`mill`); nobody works there."
    ),
    (7,),
)
_DEATH = Topic(
    N_("Time and death"),
    N_(
        "Much costs time: the marker moves on along the life-time track of the farm. Each time "
        "it crosses the quill, one of your family dies, at the end of your turn (on a market day "
        "at once). It is always one of the lowest number among those who can be seen on farm and "
        "board; those in the black bag are safe. If nobody can be seen, nobody dies.\n\n"
        "The dead are written into the chronicle, in the section of what they did, while that "
        "has room; else they lie in the graves and bring nothing. Many entries bring many points, "
        "so dying early in the right profession is a plan, not a misfortune."
    ),
    (5, 12),
)
_SOLO = Topic(
    N_("Solo, against Carla"),
    N_(
        "Alone you play the game for two against Carla, who owns and scores nothing. Each time you "
        "take a cube she takes one too: of the same colour from the same space, else from the next "
        "space clockwise that has it; if none is left, one of your choice from the same space, "
        "else from the next one with cubes (`carla black`). After a well action she takes none.\n\n"
        "From the market her cube opens a market day, and she serves the first customer; on a day "
        "that your cube opened she serves once, after your first sale or pass. From the church her "
        "lowest waiting member goes into the black bag. At a mass there is one of hers on each "
        "stage at most; she contests the majority.\n\n"
        "Her cubes go along her track. Where one passes a fate tile with a quill, her lowest "
        "number dies, in the section of the action space that the cube came from (market: the "
        "graveyard). You always start. Your points bring you a rank.\n\n"
        "The expansions Inn, Port and Marriage and what they change about Carla are left out: "
        "their own rules are not part of this game."
    ),
    (15, 16, 17, 18, 19),
)

TOPICS: dict[str, Topic] = {
    "goal": Topic(
        N_("What the game is about"),
        N_(
            "You lead a family through the generations. Its members farm, learn a craft, travel, "
            "enter the council or the church, and in time they die. Whoever has most prestige when "
            "the village chronicle or the graveyard is full wins.\n\n"
            "Points come from journeys, from places in council and church, from customers served, "
            "from family members written into the chronicle, and from coins left over.\n\n"
            "On your turn you take one cube from an action space (say `take crafts pink`) and may "
            "then use the action of that space. Cubes pay for things later; a black plague cube "
            "only costs time. Time is money too: when your life time has run once round, one of "
            "your oldest dies."
        ),
        (4, 5, 14),
    ),
    "setup": Topic(
        N_("The start"),
        N_(
            "Each family starts with its first generation on the farm and a coin. To make up for "
            "starting later, later places get grain, a cube by chance, a cube of choice or a coin; "
            "the option `compensation=false` leaves that out. With fewer players the market, the "
            "chronicle and the graveyard have fewer places."
        ),
        (3,),
    ),
    "turn": Topic(
        N_("Your turn"),
        N_(
            "Take one cube from any action space: an influence cube goes to your farm, a plague "
            "cube back to the supply and costs time. Then you may use the action of that space, or "
            "`pass`; only a market day must be held. An action that you cannot use or pay for is "
            "passed by itself. Instead of a cube you can give cubes at the well. When the last "
            "cube is gone, the round ends with a mass."
        ),
        (5,),
    ),
    "round": Topic(
        N_("The round"),
        N_(
            "At the start of each round cubes go into the green bag: colours as the set-up card "
            "says, and all plague cubes of the supply. From the bag the action spaces are stocked "
            "by chance; what stays in it stays for the next round. Whoever took the next-start "
            "ring in the council chamber begins."
        ),
        (4, 12),
    ),
    "harvest": Topic(
        N_("Grain harvest"),
        N_(
            "With at least one family member on the farm you take grain; with a horse and a plow "
            "you take more, with an ox and a plow most. Nothing is spent by it. The farm holds "
            "only a few sacks."
        ),
        (6,),
    ),
    "family": Topic(
        N_("Family"),
        N_(
            "A child is born: the lowest number of your reserve comes to the farm (`birth`). Or "
            "bring one of yours home from the board (`recall smithy 1`); from the black bag nobody "
            "comes home."
        ),
        (6,),
    ),
    "crafts": _CRAFTS,
    "produce": _CRAFTS,
    "market": Topic(
        N_("Market day"),
        N_(
            "Whoever takes the cube must hold a market day and serves first, once for free. Then "
            "all in turn may serve a customer of the blue spaces (`serve 2`): give the goods it "
            "wants and, but for that first sale, a green cube and time. Passing is final for the "
            "day; it ends when all have passed or nobody waits any more. Customers lie face down "
            "and count at the end. Afterwards the queue moves up."
        ),
        (8,),
    ),
    "travel": Topic(
        N_("Travel"),
        N_(
            "Send a member from the farm to one of the first two cities (`travel N1 1`), or one "
            "that is in a city along a road to the next (`travel N2 1 from N1`). Every trip takes "
            "time, a wagon and the cubes of the road. The first visit of your family brings a disc "
            "and the city's reward; the number of cities counts at the end."
        ),
        (10,),
    ),
    "council": _COUNCIL,
    "privilege": _COUNCIL,
    "church": Topic(
        N_("Church"),
        N_(
            "Put a member from the farm into the black bag, for a brown cube or for time "
            "(`church 2 with time`). At a mass it may be drawn and enter the church, where it can "
            "be promoted; each stage is worth more points at the end."
        ),
        (10, 11),
    ),
    "well": Topic(
        N_("The well"),
        N_(
            "Instead of taking a cube give three influence cubes of one colour "
            "(`well pink pink pink`) and use any action (`use travel`), also where no cube is left."
        ),
        (10,),
    ),
    "mass": _MASS,
    "call": _MASS,
    "promote": _MASS,
    "coins": Topic(
        N_("Coins"),
        N_(
            "A coin stands for any influence cube in any payment (`buy plow with orange coin`), "
            "calls a member out of the black bag at a mass, buys prestige at the fourth stage of "
            "the council chamber, and counts at the end if you keep it."
        ),
        (12,),
    ),
    "death": _DEATH,
    "time": _DEATH,
    "end": Topic(
        N_("The end of the game"),
        N_(
            "The end comes when the last place of the chronicle or of the graveyard is taken. "
            "Each of the others then has one last action. If the board is empty by then, any "
            "action is free. If somebody else than its opener brings the end about on a market "
            "day, all have one last action. Then follow the last mass and the scoring."
        ),
        (13,),
    ),
    "free": Topic(
        N_("A last action on an empty board"),
        N_(
            "No cube is left, so you choose any action without taking one or paying for it "
            "(`use council`). You may still decline it afterwards; a market day is held."
        ),
        (13,),
    ),
    "score": Topic(
        N_("Scoring"),
        N_(
            "Prestige from play; the number of cities visited; members in the council chamber "
            "from the second stage on and in the church at any stage; the number of your entries "
            "in the chronicle, if there are enough; customers; coins. Ties are broken by grain, "
            "then by living members; who is still tied shares the place.\n\n"
            "How many points that is in each case, `cronica box` lists; `score` adds up what "
            "everybody has by now."
        ),
        (14,),
    ),
    "solo": _SOLO,
    "carla": _SOLO,
}
