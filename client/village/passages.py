"""The course of a game in lines: its start, rounds, market days, masses, its end."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from client.village import prices
from events import village
from events.lifecycle import Fact
from projections.words import N_, Words


def _shuffled(fact: village.SeatsShuffled, words: Words) -> str:
    return words.say("the seats drew their order: {seats}", seats=", ".join(fact.draw.drawn))


def _compensated(fact: village.CompensationGiven, words: Words) -> str:
    gift = village.Cost(grain=fact.grain, coins=fact.coins, cubes=fact.cubes)
    return words.say("{seat} starts with {text} more", seat=fact.seat,
                     text=prices.cost(words, gift))  # fmt: skip


def _filled(fact: village.MarketFilled, words: Words) -> str:
    new = sum(len(draw.drawn) for draw in fact.draws)
    if not new:
        return words.say("the customers at the market move up")
    return words.count("{n} customer comes to the market", "{n} customers come to the market", new)


def _round_began(fact: village.RoundBegan, words: Words) -> str:
    cubes = sum(sum(space.values()) for space in fact.spaces.values())
    text = words.count("{n} cube on the board", "{n} cubes on the board", cubes)
    return words.say("round {round} begins with {seat}: {text}", round=fact.round,
                     seat=fact.starter, text=text)  # fmt: skip


def _opened(fact: village.MarketOpened, words: Words) -> str:
    return words.say("{seat} opens a market day", seat=fact.seat)


def _passed(fact: village.MarketPassed, words: Words) -> str:
    return words.say("{seat} leaves the market", seat=fact.seat)


def _sells_nothing(fact: village.MarketPassed, words: Words) -> str:
    return words.say("{seat} has nothing (else) to sell", seat=fact.seat)


def _closed(fact: village.MarketClosed, words: Words) -> str:
    return words.count(
        "the market day ends after {n} sale", "the market day ends after {n} sales", fact.sales
    )


def _mass_began(fact: village.MassBegan, words: Words) -> str:
    return words.say("the last mass begins") if fact.last else words.say("a mass begins")


def _call_passed(fact: village.CallPassed, words: Words) -> str:
    return words.say("{seat} calls nobody (else) out of the black bag", seat=fact.seat)


def _drawn(fact: village.PiecesDrawn, words: Words) -> str:
    if not fact.draw.drawn:
        return words.say("nothing is drawn from the black bag")
    people = [f"{seat} {member[0]}" for seat, member, _ in fact.members]
    monks = Counter(fact.draw.drawn)["monk"]
    if monks:
        people.append(words.count("{n} monk", "{n} monks", monks))
    return words.say("drawn from the black bag: {text}", text=", ".join(people))


def _promotion_passed(fact: village.PromotionPassed, words: Words) -> str:
    return words.say("{seat} promotes nobody (else)", seat=fact.seat)


def _majority(fact: village.MajorityAwarded, words: Words) -> str:
    if not fact.seats:
        return words.say("the church is empty: nobody gets prestige")
    return words.say("most of the church: {seats}, {n} prestige", seats=", ".join(fact.seats),
                     n=fact.prestige)  # fmt: skip


def _end_triggered(fact: village.EndTriggered, words: Words) -> str:
    return words.say(_ENDS[fact.by], seat=fact.seat)


_ENDS = {
    "chronicle": N_("{seat} filled the last space of the chronicle: the game is ending"),
    "graves": N_("{seat} filled the last grave: the game is ending"),
}


def _last_actions(fact: village.LastActionsDue, words: Words) -> str:
    if not fact.seats:
        return words.say("nobody has an action left")
    return words.say("one last action each: {seats}", seats=", ".join(fact.seats))


def _ended(fact: village.GameEnded, words: Words) -> str:
    totals = {seat: sum(points.values()) for seat, points in fact.points.items()}
    ranked = sorted(totals, key=lambda seat: (fact.places[seat], -totals[seat]))
    text = ", ".join(f"{fact.places[seat]}. {seat} {totals[seat]}" for seat in ranked)
    if fact.rank:
        text += f" ({words.term(fact.rank)})"
    return words.say("the game is over: {text}", text=text)


FORCED: dict[type[Fact], Callable[[Any, Words], str]] = {village.MarketPassed: _sells_nothing}
SENTENCES: dict[type[Fact], Callable[[Any, Words], str]] = {
    village.SeatsShuffled: _shuffled,
    village.CompensationGiven: _compensated,
    village.MarketFilled: _filled,
    village.RoundBegan: _round_began,
    village.MarketOpened: _opened,
    village.MarketPassed: _passed,
    village.MarketClosed: _closed,
    village.MassBegan: _mass_began,
    village.CallPassed: _call_passed,
    village.PiecesDrawn: _drawn,
    village.PromotionPassed: _promotion_passed,
    village.MajorityAwarded: _majority,
    village.EndTriggered: _end_triggered,
    village.LastActionsDue: _last_actions,
    village.GameEnded: _ended,
}
