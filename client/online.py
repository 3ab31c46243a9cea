"""Commands about people: join a game, see who sits there, give seats away, be forgotten."""

import json
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import quote

import typer

from client.columns import columns
from client.company import introduce
from client.complete import seats as complete_seats
from client.dice import check_dice, recorded
from client.errors import UNKNOWN, ClientError, Misused, Refused
from client.games import announce
from client.keyring import Known
from client.session import Session
from projections.words import N_

Yes = Annotated[bool, typer.Option("--yes", "-y", help=N_("Do not ask whether it is meant."))]


UNDO = {
    "open": N_("Undo: anybody may take back anything, what others decided after it included."),
    "turn": N_("Undo: only your own decisions, until somebody else decides or something is drawn."),
    "consent": N_("Undo: your own decisions; what others decided since only if they agree."),
}
"""What the terms of a game say of undo."""


class NoLink(ClientError):
    """The link for spectators is not known here."""

    status = 403
    code = "no_link"
    exit_code = UNKNOWN


def join(
    ctx: typer.Context,
    *,
    code: Annotated[str, typer.Argument(metavar="CODE", help=N_("The invitation."))],
    name: Annotated[str, typer.Option(metavar="NAME", help=N_("What the others call you."))],
    address: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help=N_("How to reach you; the others do not see it.")),
    ] = None,
) -> None:
    """Take the seat of an online game that an invitation is for."""
    with Session(ctx.obj) as session:
        token, entropy = session.keys.make(), secrets.token_hex(16)
        shown = session.get_with(code, "/join").data
        answer = session.post(
            "/join", code=code, name=name, token=token, entropy=entropy, address=address
        )
        game, seat = answer.data["game"], answer.data["seat"]
        mine = Known(game["id"], game["name"], seats=(seat,), commitment=shown["commitment"])
        session.keys.remember(mine)
        session.choose(game["id"])
        if recorded(session, seat) == entropy:  # not where somebody else had the seat before
            session.keys.remember(mine._replace(entropy={seat: entropy}))
        check_dice(session)
        session.show(answer, _joined)


def seats(ctx: typer.Context) -> None:
    """Show who sits in the game, and when they were last seen."""
    with Session(ctx.obj) as session:
        session.show(session.get(session.path("seats")), _seats)


def invite(
    ctx: typer.Context,
    *,
    seat: Annotated[
        str, typer.Argument(metavar="SEAT", help=N_("Which seat."), autocompletion=complete_seats)
    ],
) -> None:
    """Invite somebody to a seat; whoever sits there is asked for it, unless long away."""
    with Session(ctx.obj) as session:
        answer = session.post(session.path("seats", seat, "invite"), command_id=None)
        session.show(answer, _invited)


def release(
    ctx: typer.Context,
    *,
    seat: Annotated[
        str | None,
        typer.Argument(metavar="SEAT", help=N_("Which seat."), autocompletion=complete_seats),
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help=N_("Tell the owner that you keep it."))
    ] = False,
    yes: Yes = False,
) -> None:
    """Give up your seat, so that the owner can invite somebody else."""
    with Session(ctx.obj) as session:
        game = session.get(session.path()).data["game"]
        seat = seat or _only_seat(session, game["id"])
        if not keep:
            _confirm(session, N_("Give up the seat {seat}?"), yes=yes, seat=seat)
        path = session.path("seats", seat, "release")
        answer = session.post(path, command_id=None, agrees=not keep)
        if not keep:
            session.keys.drop(game["id"], seat.casefold())
        session.show(answer, _seats)


def link(ctx: typer.Context) -> None:
    """Show how others can watch the game."""
    with Session(ctx.obj) as session:
        answer = session.get(session.path("me"))
        known = session.keys.known(answer.data["game"])
        found = answer.data["link"] or (known.link if known else "")
        if not found:
            raise NoLink(N_("Only whoever made the game has a link for others to watch it."))
        told = {"game": answer.data["game"], "link": found}
        _write(session, told, lambda: _watching(session, **told))


def my_data(ctx: typer.Context) -> None:
    """Show all that the service holds of you, in every game."""
    with Session(ctx.obj) as session:
        held = [mine for game in _games(session) if (mine := _mine(session, "GET", game))]
        told = {"service": session.service, "games": held}
        _write(session, told, lambda: _held(session, held))


def erase_me(ctx: typer.Context, *, yes: Yes = False) -> None:
    """Let the service forget you in every game; what was played stays."""
    with Session(ctx.obj) as session:
        question = N_("Give up all your seats and games at {text}, with your name and address?")
        _confirm(session, question, yes=yes, text=session.service)
        erased = []
        for game in _games(session):
            gone = _mine(session, "DELETE", game)
            erased += [gone] if gone else []
            session.keys.forget(game)
        session.keys.destroy()
        told = {"service": session.service, "games": erased}
        _write(session, told, lambda: _erased(session, erased))


def tell_secrets(session: Session, game: Any) -> None:
    """Write what only a game's maker is told: invitations, and how to watch."""
    secrets = game.get("secrets")
    if not secrets or not secrets["invitations"]:
        return
    where = _where(session)
    session.screen.line()
    session.screen.say(N_("A line for each seat: send the others theirs, and take one yourself:"))
    for seat, code in secrets["invitations"].items():
        session.screen.line(f"  {seat:<8}cronica join {spelled(code)} --name NAME{where}")
    _watching(session, game["id"], secrets["link"])
    session.screen.say(UNDO[game["terms"].get("undo", "open")])


def spelled(code: str) -> str:
    """An invitation as it is easily read out: in groups of four."""
    return "-".join(code[n : n + 4] for n in range(0, len(code), 4))


def _joined(session: Session, answer: Any) -> None:
    game = answer["game"]
    session.screen.say(N_("You are {seat} in {name}."), seat=answer["seat"], name=game["name"])
    introduce(session, game)
    announce(session, game)


def _seats(session: Session, answer: Any) -> None:
    if not answer["chairs"]:
        session.screen.say(N_("Nobody joins this game: all its seats are yours."))
        return
    for line in columns([_chair(session, chair) for chair in answer["chairs"]]):
        session.screen.line(line)


def _chair(session: Session, chair: Any) -> tuple[str, str, str]:
    say = session.words.say
    if not chair["taken"]:
        return chair["seat"], "–", say(N_("nobody sits here"))
    when = say(N_("last seen {when}"), when=_moment(chair["seen_at"]))
    if chair["wanted_at"]:
        when += say(N_("; the owner asks for the seat"))
    return chair["seat"], chair["name"], when


def _invited(session: Session, answer: Any) -> None:
    if answer["invitation"] is None:
        message = N_("Somebody sits at {seat}, and is told that you ask for the seat. Invite again "
                     "when they have given it up, or were away for long.")  # fmt: skip
        session.screen.say(message, seat=answer["seat"])
        return
    code = spelled(answer["invitation"])
    session.screen.line(f"{answer['seat']:<8}cronica join {code} --name NAME{_where(session)}")


def _watching(session: Session, game: str, link: str) -> None:
    session.screen.say(N_("Who has this line can watch:"))
    session.screen.line(f"  cronica use {game} --link {link}{_where(session)}")


def _held(session: Session, held: list[Any]) -> None:
    if not held:
        session.screen.say(N_("Nothing is held of you at {text}."), text=session.service)
    for mine in held:
        title = N_("{game}, made by you") if mine["owner"] else N_("{game}")
        session.screen.say(title, "bold", game=mine["game"])
        for seat in mine["seats"]:
            said = [seat["seat"], seat["name"], seat["address"], _moment(seat["joined_at"])]
            session.screen.line("  " + " · ".join(part for part in said if part))
        for hook in mine.get("webhooks", ()):
            session.screen.line(f"  {hook['url']}")


def _erased(session: Session, erased: list[Any]) -> None:
    count = session.words.count("{n} game", "{n} games", len(erased))
    session.screen.say(N_("Forgotten at {text}: {names}."), text=session.service, names=count)


def _games(session: Session) -> list[str]:
    """The ids of all games at the service that may hold something of this client."""
    if not session.keys.token:
        return []
    listed = session.get("/games", limit=1000).data["games"]
    known = [known.game for known in session.keys.games() if not known.watched]
    return list(dict.fromkeys([*known, *(game["id"] for game in listed)]))


def _mine(session: Session, method: str, game: str) -> Any:
    """What is (or was) held in one game; None if nothing is, or the game is out of reach."""
    path = f"/games/{quote(game, safe='')}/me"
    try:
        answer = session.get(path) if method == "GET" else session.delete(path)
    except Refused as refused:
        if refused.status == UNKNOWN_GAME:
            return None
        raise
    return answer.data if answer.data["owner"] or answer.data["seats"] else None


UNKNOWN_GAME = 404


def _only_seat(session: Session, game: str) -> str:
    known = session.keys.known(game)
    mine = known.seats if known else ()
    if len(mine) != 1:
        raise Misused(N_("Which seat? Name it: cronica release SEAT"))
    return mine[0]


def _confirm(session: Session, question: str, *, yes: bool, **params: Any) -> None:
    """Go on only if it is meant.

    Raises:
        Misused: if it is not, or nobody can be asked.
    """
    if yes:
        return
    if session.common.as_json or not session.screen.interactive:
        raise Misused(N_("This cannot be taken back; say --yes if you mean it."))
    session.screen.say(question, **params)
    if input("yes/no> ").strip().casefold() not in ("y", "yes", "s", "sim"):
        raise Misused(N_("Nothing was changed."))


def _where(session: Session) -> str:
    return f" --server {session.server}" if session.server else ""


def _write(session: Session, told: Any, draw: Callable[[], None]) -> None:
    if session.common.as_json:
        session.screen.raw(json.dumps(told, ensure_ascii=False).encode())
    else:
        draw()


def _moment(milliseconds: int) -> str:
    when = datetime.fromtimestamp(milliseconds / 1000).astimezone()
    return f"{when:%Y-%m-%d %H:%M}"
