"""Signatures of webhooks, by the rules of Standard Webhooks (symmetric, v1)."""

import base64
import hmac
import secrets

PREFIX = "whsec_"


def new_secret() -> str:
    """A secret for one webhook."""
    return PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def signed(secret: str, message: str, seconds: int, body: str) -> dict[str, str]:
    """The headers of a message sent at a time in seconds since the epoch."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.digest(key, f"{message}.{seconds}.{body}".encode(), "sha256")
    return {
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }
