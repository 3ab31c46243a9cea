"""The ids of games."""

import hashlib

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 12


def new_id(command_id: str, owner: str = "") -> str:
    """A game's id: it follows from the creating command's, so that a retry finds the game.

    Where games have owners, nobody comes upon another one's game by the id of its command.
    """
    told = f"{owner}\n{command_id}" if owner else command_id
    number = int.from_bytes(hashlib.sha256(told.encode()).digest()[:8], "big")
    return "".join(_ALPHABET[number >> (5 * place) & 31] for place in range(ID_LENGTH))
