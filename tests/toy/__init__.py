"""A toy game: a die, a secret, two seats. It goes through everything that real games go through."""

from events.codec import Codec
from server.rules.game import Game, Topic
from tests.toy import facts, rules, state

GAME: Game[state.Toy, rules.Command] = Game(
    name="toy",
    rules=1,
    seats=(2, 2),
    codec=Codec(facts.TYPES),
    commands=rules.Command,
    options=rules.options,
    box=rules.box,
    new=state.new,
    begin=rules.begin,
    evolve=state.evolve,
    copy=state.copy,
    pending=rules.pending,
    legal=rules.legal,
    decide=rules.decide,
    why=rules.why,
    format=rules.format_command,
    parse=rules.parse,
    view=state.view,
    outcome=state.outcome,
    story=state.story,
    bots={"careful": rules.careful},
    topics={"rolling": Topic("Rolling", "Roll the die and move on as many steps.", (2,))},
)
