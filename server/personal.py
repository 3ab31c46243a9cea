"""What the service holds of a person in a game, to be shown to them and erased by them."""

from server.access import Role
from server.hooking import HookQuery, hooks_of, listed
from server.seat_answers import Erased, Mine
from server.service import Service
from server.tokens import digest, link_of


def mine(service: Service, game_id: str, token: str, role: Role) -> Mine:
    """All that is held of the bearer of a token in a game.

    The log holds no more of them than the seats they played; their owner also gets the link for
    spectators.
    """
    held = service.access.holdings(game_id, token) if service.guarded and token else []
    owner = service.guarded and service.access.owns(game_id, token)
    return Mine(
        game=game_id,
        everything=role.kind == "local",
        owner=owner,
        link=link_of(token, game_id) if owner else None,
        seats=held,
        webhooks=listed(service, game_id, HookQuery(), role).webhooks if held or owner else [],
    )


def erase(service: Service, game_id: str, token: str) -> Erased:
    """Keep nothing of the bearer of a token in a game. Its log stays as it is.

    Seats they held can be given to others; a game that they owned is nobody's.
    """
    held = service.access.holdings(game_id, token) if service.guarded and token else []
    owner = service.guarded and service.access.owns(game_id, token)
    if held or owner:
        service.access.erase(game_id, token)
        hooks_of(service).erase(game_id, digest(token))
    return Erased(game=game_id, owner=owner, seats=[holding.seat for holding in held])
