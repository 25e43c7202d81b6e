"""A worker process: `python -m motherlode.server.operations.worker SOCKET`, started by the supervisor."""

import os
import signal
import socket
import sys
from contextlib import suppress

from motherlode.server.app import create_app, make_server
from motherlode.server.operations.supervisor import wait_for_go


def main() -> None:
    """Serve on a socket that the supervisor has opened."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # for the supervisor alone
    server = create_app()
    listening = socket.socket(fileno=os.dup(int(sys.argv[1])))
    serving = make_server(server)
    if wait_for_go():
        with suppress(KeyboardInterrupt):  # SIGINT from the supervisor: others serve on
            serving.run(sockets=[listening])


if __name__ == "__main__":
    main()
