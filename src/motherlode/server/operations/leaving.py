"""How a server leaves: a proxy hears first that it is to send nobody any more, then the server stops listening."""

import asyncio
import contextlib

LEAVE_S = 10.0  # for a proxy that does not ask
CHECKS = 3  # answers that the server is not well: deploy/haproxy.cfg believes the second, and has heard it by the third


class Leaving:
    """Whether the server is about to leave, and whether the proxy in front of it knows."""

    def __init__(self) -> None:
        self.has_begun = False
        self._num_told = 0
        self._is_known = asyncio.Event()

    def tell(self) -> None:
        """Somebody asked how the server is, and is told."""
        if self.has_begun:
            self._num_told += 1
        if self._num_told == CHECKS:
            self._is_known.set()

    async def wait(self) -> None:
        """Wait until the proxy knows that this process leaves, but no longer than it may take."""
        self.has_begun = True
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._is_known.wait(), LEAVE_S)
