"""Why the system did not do what it was asked for, in words of our own."""

import errno
from typing import Any

from projections.words import N_, Said

_CAUSES = {
    errno.ENOENT: N_("there is no such file or folder"),
    errno.ENOTDIR: N_("a part of its path is no folder"),
    errno.EISDIR: N_("it is a folder"),
    errno.EACCES: N_("it is not allowed"),
    errno.EPERM: N_("it is not allowed"),
    errno.EROFS: N_("nothing can be written there"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EADDRINUSE: N_("something else is served there already"),
    errno.EADDRNOTAVAIL: N_("it is no address of this machine"),
    errno.ECONNREFUSED: N_("nothing is served there"),
    errno.ECONNRESET: N_("the connection broke off"),
    errno.ETIMEDOUT: N_("it takes too long"),
    errno.EHOSTUNREACH: N_("no way leads there"),
    errno.ENETUNREACH: N_("no way leads there"),
}


def cause(error: BaseException) -> Any:
    """The cause of an error, also one that others wrap; its own words where it is unknown."""
    inner: BaseException | None = error
    while inner is not None:
        said = getattr(inner, "said", None)
        if isinstance(said, Said):
            return said
        if isinstance(inner, OSError) and inner.errno in _CAUSES:
            return Said(_CAUSES[inner.errno])
        inner = inner.__cause__ or inner.__context__
    return str(error)
