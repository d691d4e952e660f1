"""Where the server is: the address that settings name, or the embedded server's."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kgmem.errors import UsageError
from kgmem.settings import Settings

Say = Callable[[str], None]


class Address(NamedTuple):
    """What a driver needs to know."""

    uri: str
    user: str
    password: str


def resolve(settings: Settings, say: Say) -> Address:
    """The address of the server; without `uri` in the settings the embedded one runs afterwards. Blocks.

    Raises UsageError for an address without a password, and LocalServerError.
    """
    if settings.uri is None:
        from kgmem import local

        running = local.ensure_running(settings.home, say=say)
        return Address(running.uri, running.user, running.password)
    if settings.password is None:
        raise UsageError("KGMEM_URI is set, KGMEM_PASSWORD is not", field="KGMEM_PASSWORD")
    return Address(settings.uri, settings.user, settings.password.get_secret_value())
