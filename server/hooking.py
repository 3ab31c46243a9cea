"""Webhooks of a seat: registered, listed and removed by whoever holds it."""

import secrets
from typing import Annotated

import msgspec

from projections.words import N_
from server.access import Role
from server.answers import Answer
from server.errors import NotAllowed, NotFound
from server.hooks import Hook, Hooks
from server.notices import KINDS, Kind
from server.requests import CommandId, Request, Word
from server.seat_answers import HookView
from server.seats import known_seat
from server.service import Service
from server.signing import new_secret
from server.tokens import digest

LONGEST = 500
"""Characters of a URL at most."""
MOST = 5
"""Webhooks of one seat."""


class NewHook(Request, frozen=True):
    """A URL to be told of what happens in a game, of these kinds, as `seat` may know it."""

    url: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    events: tuple[Kind, ...] = ("your_turn", "undo_asked", "over")
    seat: Word | None = None
    command_id: CommandId | None = None


class HookQuery(Request, frozen=True):
    """Whose webhooks; left out, all that the bearer of the token may see."""

    seat: Word | None = None


class NewHookView(HookView, frozen=True, kw_only=True):
    """A webhook just registered, with the secret that signs its messages; told only now."""

    secret: str


class HookViews(Answer, frozen=True):
    """Webhooks, the oldest first."""

    webhooks: list[HookView]


def hooks_of(service: Service) -> Hooks:
    """The webhooks on record.

    Raises:
        NotAllowed: if this service keeps no such records.
    """
    return Hooks(service.access.side, service.clock)


def register(service: Service, game: str, request: NewHook, token: str) -> NewHookView:
    """Let a URL be told of what happens in a game from now on.

    Raises:
        NotAllowed: if nothing may be sent there, or the seat has enough of them.
    """
    hooks = hooks_of(service)
    with service.enter(game) as room:
        seat = known_seat(room.timeline.started, request.seat)
        seq = room.seq
    if seat is None:
        raise NotAllowed("which_seat", N_("For which seat? Say “seat”."))
    holder = digest(token) if service.access.guards(game) and token else ""
    made = _id(game, seat, holder, request.command_id)
    known = hooks.get(made)
    if known is not None and known.url == request.url:
        return _told(known)
    if sum(hook.seat == seat for hook in hooks.of(game)) >= MOST:
        message = N_("A seat has at most {n} webhooks; remove one first.")
        raise NotAllowed("too_many_webhooks", message, n=MOST)
    from server.targets import Targets  # a network is of no use to most commands

    Targets(private=service.private_webhooks).find(request.url)
    hook = Hook(
        id=made,
        game=game,
        seat=seat,
        holder=holder,
        url=request.url,
        wanted=tuple(kind for kind in KINDS if kind in request.events),
        secret=new_secret(),
        seq=seq,
    )
    hooks.add(hook)
    return _told(hook)


def listed(service: Service, game: str, query: HookQuery, role: Role) -> HookViews:
    """The webhooks of one's own seats."""
    mine = [h for h in hooks_of(service).of(game) if _may(role, h) and query.seat in (None, h.seat)]
    return HookViews(webhooks=[_view(hook) for hook in mine])


def remove(service: Service, game: str, hook_id: str, role: Role) -> HookViews:
    """Tell a webhook nothing more; what is left afterwards.

    Raises:
        NotFound: if one's own seats have no such webhook.
    """
    hooks = hooks_of(service)
    hook = hooks.get(hook_id)
    if hook is None or hook.game != game or not _may(role, hook):
        message = N_("You have no webhook “{text}” in this game.")
        raise NotFound("unknown_webhook", message, text=hook_id)
    hooks.remove(hook_id)
    return listed(service, game, HookQuery(), role)


def _id(game: str, seat: str, holder: str, command_id: str | None) -> str:
    """The id of a webhook: it follows from the command's, so that a retry finds the webhook."""
    said = f"{game}/{seat}/{holder}/{command_id or secrets.token_hex(16)}"
    return f"hook_{digest(said)[:20]}"


def _told(hook: Hook) -> NewHookView:
    return NewHookView(**msgspec.structs.asdict(_view(hook)), secret=hook.secret)


def _may(role: Role, hook: Hook) -> bool:
    return role.kind == "local" or hook.seat in role.seats


def _view(hook: Hook) -> HookView:
    return HookView(
        id=hook.id, seat=hook.seat, url=hook.url, events=hook.wanted,
        failing_since=hook.failing_since, failure=hook.failure,
    )  # fmt: skip
