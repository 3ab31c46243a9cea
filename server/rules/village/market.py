"""The market day, in full (p. 8)."""

from events import village as facts
from events.dice import Draw
from events.lifecycle import Fact
from events.village import CARLA
from projections.village.state import Choice, State
from server.rules.village import carla
from server.rules.village.actions import offer
from server.rules.village.table import Table


def deaths_due(state: State) -> list[str]:
    """Seats that crossed the quill on this market day: they choose at once (p. 12).

    What the opener owed before the day waits for the end of the turn.
    """
    day = state.turn.market
    assert day is not None
    return [
        seat
        for seat in state.seats
        if state.farms[seat].owed > (day.deferred if seat == day.opener else 0)
    ]


def step(table: Table) -> None:
    """Let the next seat serve or pass, or end the day."""
    day = table.state.turn.market
    assert day is not None
    if day.seats and any(table.state.board.blue):
        if day.seats[0] == CARLA:
            carla.serve(table)
        else:
            offer(table, Choice(day.seats[0], "market"))
        return
    table.emit(facts.MarketClosed(day.sales))
    if day.sales:
        table.emit(_refill(table))


def _refill(table: Table) -> Fact:
    """Gaps are filled from the front of the queue, the queue from the stack."""
    board = table.state.board
    queue = list(board.queue)
    blue = tuple(space or (queue.pop(0) if queue else "") for space in board.blue)
    draws: list[Draw] = []
    stack = list(board.stack)
    while stack and len(queue) < table.state.box.market.queue:
        number = len(table.state.box.customers) - len(stack) + 1
        draw = table.dice.draw(f"customer {number}", dict.fromkeys(stack, 1), 1)
        draws.append(draw)
        queue.append(draw.drawn[0])
        stack.remove(draw.drawn[0])
    return facts.MarketFilled(blue, tuple(queue), tuple(draws))
