"""Tables of what many games came to, in Markdown."""

from collections.abc import Callable, Iterator, Sequence
from statistics import mean, stdev

from benchmarks.played import NAMES, Played, Setting
from events.village import CARLA
from projections.village.score import CATEGORIES
from projections.village.state import SECTIONS
from server.rules.village.boxes import standard_box


def tables(games: dict[Setting, list[Played]]) -> Iterator[str]:
    """All figures, in Markdown."""
    yield from _table(games, "Lengths, deaths and ends", _LENGTHS)
    ended = {
        setting: [game for game in all_of if game.ended_by] for setting, all_of in games.items()
    }
    ended = {setting: all_of for setting, all_of in ended.items() if all_of}
    yield from _table(ended, "Scores of the games that ended", _SCORES)
    yield from _table(ended, "Mean points by category", _CATEGORIES)
    yield from _table(ended, "Shares of the wins by place in the turn order", _WINS)
    yield from _table(ended, "Games that ended with a full section of the chronicle", _FULL)
    solo = {setting: all_of for setting, all_of in ended.items() if setting.players == 1}
    yield from _table(solo, "Solo", _SOLO)


Column = tuple[str, Callable[[list[Played]], str]]


def _table(
    games: dict[Setting, list[Played]], title: str, columns: Sequence[Column]
) -> Iterator[str]:
    if not games:
        return
    yield f"\n### {title}\n"
    yield "| game | " + " | ".join(head for head, _ in columns) + " |"
    yield "|---|" + "--:|" * len(columns)
    for setting, all_of in games.items():
        yield f"| {setting} | " + " | ".join(figure(all_of) for _, figure in columns) + " |"


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


def _spread(values: Sequence[float]) -> str:
    deviation = f" ± {stdev(values):.1f}" if len(values) > 1 else ""
    return f"{mean(values):.1f}{deviation}"


def _range(values: Sequence[int]) -> str:
    return f"{mean(values):.1f} ({min(values)}–{max(values)})"


def _totals(game: Played) -> list[int]:
    return [sum(points.values()) for points in game.points]


def _counted(what: Callable[[Played], bool]) -> Callable[[list[Played]], str]:
    return lambda games: _share(sum(map(what, games)), len(games))


def _is_full(section: str) -> Callable[[Played], bool]:
    return lambda game: section in game.full


def _reached(rank: str) -> Callable[[Played], bool]:
    return lambda game: game.rank == rank


def _won(place: int) -> Callable[[list[Played]], str]:
    def share(games: list[Played]) -> str:
        wins = [game.wins[place] for game in games if place < len(game.wins)]
        return _share(sum(wins), len(wins))

    return share


def _category(name: str) -> Callable[[list[Played]], str]:
    return lambda games: f"{mean(points[name] for game in games for points in game.points):.1f}"


_LENGTHS: list[Column] = [
    ("games", lambda games: str(len(games))),
    ("without an end", _counted(lambda game: not game.ended_by)),
    ("rounds", lambda games: _range([game.rounds for game in games])),
    ("commands", lambda games: _range([game.commands for game in games])),
    ("deaths a family", lambda games: f"{mean(mean(game.deaths) for game in games):.1f}"),
    ("ended by graves", _counted(lambda game: game.ended_by == "graves")),
    ("by the chronicle", _counted(lambda game: game.ended_by == "chronicle")),
    ("in the chronicle", lambda games: f"{mean(game.written for game in games):.1f}"),
    ("beside full graves", _counted(lambda game: game.unplaced > 0)),
    (
        "rounds short of cubes",
        lambda games: _share(sum(g.short for g in games), sum(g.rounds for g in games)),
    ),
]
_SCORES: list[Column] = [
    ("mean", lambda games: _spread([total for game in games for total in _totals(game)])),
    ("winner", lambda games: _spread([max(_totals(game)) for game in games])),
    ("last", lambda games: _spread([min(_totals(game)) for game in games])),
    ("first to last", lambda games: f"{mean(max(t) - min(t) for t in map(_totals, games)):.1f}"),
    ("least", lambda games: str(min(total for game in games for total in _totals(game)))),
    ("most", lambda games: str(max(total for game in games for total in _totals(game)))),
]
_CATEGORIES: list[Column] = [(name, _category(name)) for name in CATEGORIES]
_WINS: list[Column] = [(name, _won(place)) for place, name in enumerate(NAMES)]
_FULL: list[Column] = [(section, _counted(_is_full(section))) for section in SECTIONS]
_RANKS = [title.name for title in solo.titles] if (solo := standard_box("big-box").solo) else []
_SOLO: list[Column] = [
    *((rank, _counted(_reached(rank))) for rank in _RANKS),
    ("ended by Carla", _counted(lambda game: game.trigger == CARLA)),
    ("Carla's dead", lambda games: f"{mean(game.hers for game in games):.1f}"),
    ("her seven gone", _counted(lambda game: game.home == 0)),
]
