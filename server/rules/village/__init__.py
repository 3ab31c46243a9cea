"""The rules of Village: the base game for 2 to 5 players, and solo against Carla."""

from events.codec import Codec
from events.village import FACTS
from projections.village.fold import copy, evolve, new
from projections.village.state import State
from projections.village.story import story
from projections.village.tables import MODEL
from projections.village.views import view
from server.rules.game import Game, Outcome
from server.rules.village.boxes import box, options
from server.rules.village.commands import Command
from server.rules.village.decide import begin, decide, play_out
from server.rules.village.gloss import gloss
from server.rules.village.greedy import choose as choose_greedily
from server.rules.village.legal import legal
from server.rules.village.notation import format_command, parse_command
from server.rules.village.prompts import pending
from server.rules.village.settings import SETTINGS
from server.rules.village.topics import TOPICS
from server.rules.village.why import why

RULES = 1
"""The version of these rules, pinned in each game's first event."""


def outcome(state: State) -> Outcome | None:
    """How the game ended; None while it goes on."""
    turn = state.turn
    if turn.points is None or turn.places is None:
        return None
    return Outcome({seat: sum(p.values()) for seat, p in turn.points.items()}, turn.places)


GAME: Game[State, Command] = Game(
    name="village",
    rules=RULES,
    seats=(1, 5),
    codec=Codec(FACTS),
    commands=Command,
    options=options,
    box=box,
    new=new,
    begin=begin,
    evolve=evolve,
    copy=copy,
    pending=pending,
    legal=legal,
    decide=decide,
    play_out=play_out,
    why=why,
    format=format_command,
    parse=parse_command,
    view=view,
    outcome=outcome,
    story=story,
    gloss=gloss,
    bots={"greedy": choose_greedily},
    tables=MODEL,
    topics=TOPICS,
    settings=SETTINGS,
)
