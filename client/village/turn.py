"""Where the game stands: whose choice it is, what is under way."""

from rich.text import Text

from client.village import prices
from client.village.blocks import Block, flow
from client.village.pieces import ALERT, LABEL, POINT, QUIET, Scene, points
from projections.words import N_

CHOICES = {
    "turn": N_("{seat} must take a cube or pay at the well"),
    "free": N_("{seat} may choose any action, for free"),
    "well": N_("{seat} may choose any action, by the well"),
    "action": N_("{seat} may use the action: {where}"),
    "produce": N_("{seat} may produce at once: {where}"),
    "market": N_("{seat} may serve a customer"),
    "privilege": N_("{seat} may use a privilege"),
    "cubes": N_("{seat} must choose cubes: {count}"),
    "good": N_("{seat} must choose a good"),
    "call": N_("{seat} may call members out of the black bag"),
    "promote": N_("{seat} may promote members in the church"),
    "death": N_("{seat} must choose who dies"),
    "carla": N_("{seat} must choose the cube that Carla takes: {where}"),
}


def status(table: Scene, width: int) -> Block:
    """The game, the round, whose choice it is and what is under way, in as few lines as it fits."""
    view, words = table.view, table.words
    parts = [
        Text(view.box.name, LABEL),
        Text(words.say("round {round}", round=view.board.round), QUIET),
        *_due(table),
        *_owed(table),
        *_under_way(table),
    ]
    pieces = [Text.assemble(part, (" ·", QUIET)) for part in parts[:-1]]
    return flow([*pieces, parts[-1]], width)


def _due(table: Scene) -> list[Text]:
    turn, words = table.view.turn, table.words
    if turn.over:
        over = words.say("the game is over")
        return [Text(f"{over}: {words.term(turn.rank)}" if turn.rank else over, ALERT)]
    if turn.pending is None:
        return []
    due = turn.pending
    text = words.say(CHOICES[due.choice], seat=due.seat, where=due.where, count=due.count)
    return [Text(text, table.style(due.seat))]


def _owed(table: Scene) -> list[Text]:
    """Whose family must still lose somebody, beside who is asked for just that."""
    words, due = table.words, table.view.turn.pending
    asked = due.seat if due is not None and due.choice == "death" else ""
    owed = {s: f.owed - (s == asked) for s, f in table.view.farms.items()}
    deaths = {s: words.count("{n} death due", "{n} deaths due", n) for s, n in owed.items() if n}
    return [Text(f"{seat}: {text}", ALERT) for seat, text in deaths.items()]


def _under_way(table: Scene) -> list[Text]:
    turn, words = table.view.turn, table.words
    parts = []
    if turn.market is not None:
        parts.append(words.say("market day of {seat}", seat=turn.market.opener))
    if turn.mass is not None:
        parts.append(words.say("mass"))
    if turn.trigger and not turn.over:
        parts.append(words.say("{seat} brought on the end", seat=turn.trigger))
    if turn.last:
        parts.append(words.say("last actions: {seats}", seats=", ".join(turn.last)))
    return [Text(part) for part in parts]


def headline(table: Scene, width: int) -> Block:
    """The status, then what each seat has, with as much of the labels and names as fits a line."""
    return [*status(table, width), *_summaries(table, width)]


def _summaries(table: Scene, width: int) -> Block:
    words, seats = table.words, table.view.seats
    full = [_told(table, seat) for seat in seats]
    if sum(line.cell_len + 2 for line in full) <= width + 2:
        return flow(full, width, "  ")
    labels = (words.say("grain"), words.say("coins"), words.say("time"))
    head = Text("/".join((POINT, *labels)), QUIET)
    named = [_counted(table, seat, table.named(seat)) for seat in seats]
    if sum(line.cell_len + 2 for line in named) + head.cell_len <= width:
        return flow([head, *named], width, "  ")
    marked = [_counted(table, seat, table.mark(seat)) for seat in seats]
    return flow([head, *marked], width, "  ")


def _told(table: Scene, seat: str) -> Text:
    """Points, grain, coins and time in words."""
    words, farm = table.words, table.view.farms[seat]
    stock = f"{prices.grain(words, farm.grain)} {prices.coins(words, farm.coins)}"
    time = words.say("time {n}/{all}", n=farm.space, all=table.view.box.life_time)
    line = Text.assemble(
        arrow(table, seat), table.named(seat), " ", (points(total(table, seat)), LABEL)
    )
    return line.append(f" {stock} {time}", QUIET)


def _counted(table: Scene, seat: str, name: Text) -> Text:
    """Points, grain, coins and time as bare numbers."""
    farm = table.view.farms[seat]
    numbers = f"/{farm.grain}/{farm.coins}/{farm.space}"
    return Text.assemble(
        arrow(table, seat), name, " ", (total(table, seat), LABEL), (numbers, QUIET)
    )


def arrow(table: Scene, seat: str) -> str:
    """What stands before a seat's name: an arrow if it must choose."""
    due = table.view.turn.pending
    return "▸" if due is not None and due.seat == seat else ""


def total(table: Scene, seat: str) -> str:
    """The points of a seat, with `?` where customers lie face down."""
    score, farm = table.view.score[seat], table.view.farms[seat]
    hidden = score["customers"] is None and farm.customers_served
    return f"{score['total']}+?" if hidden else f"{score['total']}"
