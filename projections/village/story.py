"""The story of a game of Village: one sentence for each thing that mattered."""

from collections.abc import Callable, Sequence
from typing import Any

from events import village as facts
from events.lifecycle import Fact, GameForked, GameStarted
from projections.story import Line
from projections.village import prose
from projections.village.carla import HOME
from projections.village.prose import both, ordinal, pick, points, prestige
from projections.village.teller import Teller, capital


def story(history: Sequence[tuple[int, Fact]], started: GameStarted, language: str) -> list[Line]:
    """Tell what the facts of `history` (each with its event's number) say, in order.

    Points of customers are told once the game has ended, or if they were agreed to be open.
    """
    teller = Teller(started, language, any(isinstance(f, facts.GameEnded) for _, f in history))
    for seq, fact in history:
        handle = _HANDLERS.get(type(fact))
        if handle is not None:
            handle(teller, seq, fact)
    return teller.lines


def _started(teller: Teller, seq: int, fact: GameStarted) -> None:
    if len(fact.seats) == 1:
        teller.tell(seq, prose.ALONE, seat=fact.seats[0].id)
    else:
        teller.tell(seq, prose.FAMILIES, names=teller.seats([seat.id for seat in fact.seats]))
    for i, (seat, members) in enumerate(teller.homes.items()):
        if seat == facts.CARLA and not members:
            teller.tell(seq, prose.RIVAL, seat=seat)
            continue
        born = [teller.names[seat][member].text for member in members]
        sentence = pick(prose.HOUSE, i)
        teller.tell(seq, sentence, seat=seat, names=both(teller.words, born))


def _forked(teller: Teller, seq: int, fact: GameForked) -> None:
    teller.tell(seq, prose.FORKED)


def _round_began(teller: Teller, seq: int, fact: facts.RoundBegan) -> None:
    teller.round = fact.round
    count = ordinal(teller.words, fact.round, "feminine")
    teller.tell(seq, prose.ROUND, round=count, seat=fact.starter)


def _born(teller: Teller, seq: int, fact: facts.MemberBorn) -> None:
    teller.tell_of(seq, prose.BORN, fact, generation=teller.generation(fact.member))


def _recalled(teller: Teller, seq: int, fact: facts.MemberRecalled) -> None:
    teller.tell_of(seq, prose.RECALLED, fact, place=prose.origin(teller.words, fact.place))


def _trained(teller: Teller, seq: int, fact: facts.MemberTrained) -> None:
    teller.tell_of(seq, prose.TRAINED, fact, profession=teller.profession(fact, fact.guild))


def _travelled(teller: Teller, seq: int, fact: facts.MemberTravelled) -> None:
    seen = teller.cities[fact.seat]
    if fact.city in seen:
        return
    seen.append(fact.city)
    count = ordinal(teller.words, len(seen), "feminine")
    if len(seen) == len(teller.box.travel.cities):
        teller.tell_of(seq, prose.EVERY_CITY, fact, city=fact.city)
    elif len(seen) == 1:
        teller.tell_of(seq, prose.FIRST_CITY, fact, city=fact.city)
    else:
        teller.tell_of(seq, prose.NEXT_CITY, fact, city=fact.city, count=count)


def _seated(teller: Teller, seq: int, fact: facts.CouncilEntered) -> None:
    teller.tell_of(seq, prose.SEATED, fact)


def _advanced(teller: Teller, seq: int, fact: facts.CouncilAdvanced) -> None:
    stage = ordinal(teller.words, fact.stage, "masculine")
    teller.tell_of(seq, prose.ADVANCED, fact, stage=stage)


def _privilege(teller: Teller, seq: int, fact: facts.PrivilegeUsed) -> None:
    if fact.ring:
        teller.tell(seq, prose.RING, seat=fact.seat)
    if fact.prestige:
        teller.tell(seq, prose.RENOWN, seat=fact.seat, prestige=prestige(fact.prestige))


def _church(teller: Teller, seq: int, fact: facts.ChurchEntered) -> None:
    teller.tell_of(seq, prose.CHURCH, fact)


def _opened(teller: Teller, seq: int, fact: facts.MarketOpened) -> None:
    teller.opener = fact.seat
    teller.sales = {}


def _served(teller: Teller, seq: int, fact: facts.CustomerServed) -> None:
    teller.sales.setdefault(fact.seat, []).append(fact.customer)


def _carla_served(teller: Teller, seq: int, fact: facts.CarlaServed) -> None:
    teller.sales.setdefault(facts.CARLA, []).append(fact.customer)


def _carla_entered(teller: Teller, seq: int, fact: facts.CarlaEntered) -> None:
    teller.tell_of(seq, prose.CHURCH, facts.ChurchEntered(facts.CARLA, fact.member, facts.NOTHING))


def _closed(teller: Teller, seq: int, fact: facts.MarketClosed) -> None:
    if teller.sales:
        sales = "; ".join(_sale(teller, seat) for seat in teller.sales)
        teller.tell(seq, prose.DAY, seat=teller.opener, sales=sales)
    else:
        teller.tell(seq, prose.IDLE_DAY, seat=teller.opener)


def _sale(teller: Teller, seat: str) -> str:
    customers = [teller.box.customers[customer] for customer in teller.sales[seat]]
    wants = [prose.goods(teller.words, customer.wants) for customer in customers]
    goods = prose.in_turn(teller.words, wants)
    fields: dict[str, Any] = {"seat": capital(seat), "goods": goods}
    if seat == facts.CARLA and seat not in teller.cities:
        return teller.words.say(prose.RIVAL_SALE, **fields)
    if not teller.told_points:
        return teller.words.say(prose.SALE, **fields)
    fetched = points(sum(customer.points for customer in customers))
    return teller.words.say(prose.PRICED_SALE, points=fetched, **fields)


def _mass_began(teller: Teller, seq: int, fact: facts.MassBegan) -> None:
    teller.called = []
    teller.risen = {}
    if fact.last:
        teller.tell(seq, prose.LAST_MASS)


def _called(teller: Teller, seq: int, fact: facts.MemberCalled) -> None:
    teller.called.append((capital(fact.seat), teller.names[fact.seat][fact.member]))


def _drawn(teller: Teller, seq: int, fact: facts.PiecesDrawn) -> None:
    lots = [(capital(seat), teller.names[seat][member]) for seat, member, _ in fact.members]
    called, drawn = prose.people(teller.words, teller.called), prose.people(teller.words, lots)
    if called and drawn:
        teller.tell(seq, prose.CALLED_AND_DRAWN, called=called, drawn=drawn)
    elif called:
        teller.tell(seq, prose.CALLED, called=called)
    elif drawn:
        teller.tell(seq, prose.DRAWN, drawn=drawn)
    else:
        teller.tell(seq, prose.MONKS_ONLY)


def _promoted(teller: Teller, seq: int, fact: facts.MemberPromoted) -> None:
    teller.risen[fact.seat, fact.member] = fact.stage


def _majority(teller: Teller, seq: int, fact: facts.MajorityAwarded) -> None:
    if teller.risen:
        teller.tell(seq, prose.RISEN, risen=both(teller.words, _rises(teller)))
    worth = prestige(fact.prestige)
    if len(fact.seats) == 1:
        teller.tell(seq, prose.MAJORITY, seat=fact.seats[0], prestige=worth)
    elif fact.seats:
        teller.tell(seq, prose.SHARED_MAJORITY, names=teller.seats(fact.seats), prestige=worth)
    else:
        teller.tell(seq, prose.EMPTY_CHURCH)


def _rises(teller: Teller) -> list[str]:
    rises = []
    for (seat, member), stage in teller.risen.items():
        name = teller.names[seat][member]
        count = ordinal(teller.words, stage, "masculine")
        fields = {"seat": capital(seat), "name": name.text, "stage": count}
        rises.append(teller.words.agree(name.gender, prose.RISE, **fields))
    return rises


def _died(teller: Teller, seq: int, fact: facts.MemberDied) -> None:
    sentences = {"grave": prose.BURIED, "beside": prose.BESIDE}.get(fact.rest, prose.WRITTEN)
    work = fact.rest if fact.place == HOME else fact.place
    teller.tell_of(
        seq,
        sentences,
        fact,
        round=ordinal(teller.words, teller.round, "feminine"),
        profession=teller.profession(fact, work),
        generation=teller.generation(fact.member),
    )


def _spared(teller: Teller, seq: int, fact: facts.DeathSpared) -> None:
    teller.tell(seq, prose.SPARED, seat=fact.seat)


def _end(teller: Teller, seq: int, fact: facts.EndTriggered) -> None:
    teller.tell(seq, prose.END[fact.by], seat=fact.seat)


def _last_actions(teller: Teller, seq: int, fact: facts.LastActionsDue) -> None:
    sentence = prose.LAST_ACTION if len(fact.seats) == 1 else prose.LAST_ACTIONS
    teller.tell(seq, sentence, names=teller.seats(fact.seats))


def _ended(teller: Teller, seq: int, fact: facts.GameEnded) -> None:
    totals = {seat: sum(scored.values()) for seat, scored in fact.points.items()}
    first = [seat for seat in fact.places if fact.places[seat] == 1]
    most = points(totals[first[0]])
    if fact.rank:
        teller.tell(seq, prose.RANKED, seat=first[0], points=most, rank=fact.rank)
    elif len(first) == 1:
        teller.tell(seq, prose.WON, seat=first[0], points=most)
    else:
        teller.tell(seq, prose.SHARED_WIN, names=teller.seats(first), points=most)
    rest = sorted((seat for seat in totals if seat not in first), key=fact.places.__getitem__)
    if rest:
        say = teller.words.say
        others = [say(prose.STANDING, seat=capital(s), points=points(totals[s])) for s in rest]
        teller.tell(seq, prose.OTHERS, others=both(teller.words, others))


_HANDLERS: dict[type[Fact], Callable[[Teller, int, Any], None]] = {
    GameStarted: _started,
    GameForked: _forked,
    facts.RoundBegan: _round_began,
    facts.MemberBorn: _born,
    facts.MemberRecalled: _recalled,
    facts.MemberTrained: _trained,
    facts.MemberTravelled: _travelled,
    facts.CouncilEntered: _seated,
    facts.CouncilAdvanced: _advanced,
    facts.PrivilegeUsed: _privilege,
    facts.ChurchEntered: _church,
    facts.MarketOpened: _opened,
    facts.CustomerServed: _served,
    facts.CarlaServed: _carla_served,
    facts.CarlaEntered: _carla_entered,
    facts.MarketClosed: _closed,
    facts.MassBegan: _mass_began,
    facts.MemberCalled: _called,
    facts.PiecesDrawn: _drawn,
    facts.MemberPromoted: _promoted,
    facts.MajorityAwarded: _majority,
    facts.MemberDied: _died,
    facts.DeathSpared: _spared,
    facts.EndTriggered: _end,
    facts.LastActionsDue: _last_actions,
    facts.GameEnded: _ended,
}
