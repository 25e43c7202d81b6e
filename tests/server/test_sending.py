"""What a turn of the event loop has to say is sent at its end, whoever goes meanwhile."""

import asyncio
import socket

import pytest
import uvloop

from motherlode.server.socket import QuietTransport


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_client_that_goes_in_the_same_turn_takes_nothing_from_the_others(loop):
    async def send() -> tuple[bytes, bytes]:
        pairs = [socket.socketpair() for _ in range(2)]
        running = asyncio.get_running_loop()
        transports = []
        for ours, _ in pairs:
            ours.setblocking(False)
            transports.append((await running.create_connection(asyncio.Protocol, sock=ours))[0])
        gone, stays = (QuietTransport(transport) for transport in transports)
        transports[0].abort()  # as where reading fails: its protocol is told later in this turn
        for quiet in (gone, stays):
            quiet.write(b"one ")
            quiet.write(b"two")
        await asyncio.sleep(0.05)
        received = []
        for _, theirs in pairs:
            theirs.settimeout(5)
            received.append(theirs.recv(100))
            theirs.close()
        stays.close()
        await asyncio.sleep(0.05)
        return received[0], received[1]

    with asyncio.Runner(loop_factory=loop) as runner:
        assert runner.run(send()) == (b"", b"one two")


def test_what_was_written_is_sent_before_a_connection_is_closed():
    async def send() -> bytes:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        transport, _ = await asyncio.get_running_loop().create_connection(asyncio.Protocol, sock=ours)
        quiet = QuietTransport(transport)
        quiet.write(b"goodbye")
        assert quiet.get_write_buffer_size() == len(b"goodbye")
        quiet.close()
        await asyncio.sleep(0.05)
        with theirs:
            theirs.settimeout(5)
            return theirs.recv(100)

    assert asyncio.run(send()) == b"goodbye"
