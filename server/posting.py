"""Posting a message to the target of a webhook: to the address looked at, and nowhere else."""

import asyncio
import functools
import ssl
from collections.abc import Mapping

import httpx

from server.targets import Target

PATIENCE = 15.0
"""Seconds for a whole exchange."""


async def post(target: Target, headers: Mapping[str, str], body: str) -> int:
    """Post JSON; the status that comes back. What else comes back is not read, nor followed.

    Raises:
        OSError: if there is no answer in time.
    """
    # The address is connected to; the name is what certificate and server are asked for.
    url = httpx.URL(
        scheme=target.scheme, host=target.address, port=target.port, raw_path=target.path.encode()
    )
    host = f"[{target.host}]" if ":" in target.host else target.host
    sent = {
        **headers, "host": f"{host}:{target.port}", "content-type": "application/json",
        "user-agent": "cronica",
    }  # fmt: skip
    try:
        async with (
            asyncio.timeout(PATIENCE),
            httpx.AsyncClient(verify=_trust(), trust_env=False, timeout=PATIENCE) as client,
            client.stream(
                "POST", url, headers=sent, content=body,
                extensions={"sni_hostname": target.host},
            ) as answer,
        ):  # fmt: skip
            return answer.status_code
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
        raise OSError(str(error) or type(error).__name__) from error


@functools.cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()
