"""The ids of commands."""

import os
from base64 import urlsafe_b64encode

COMMAND_ID_BYTES = 9


def new_command_id() -> str:
    """12 characters by chance: stored with each command, they need to be new in one game only."""
    return urlsafe_b64encode(os.urandom(COMMAND_ID_BYTES)).decode()
