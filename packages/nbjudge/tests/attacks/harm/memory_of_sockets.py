"""Take memory that no process shows: the buffers of sockets, made large and filled."""

import socket

from tools import attempt


def fill():
    held = []
    for _ in range(100):
        for end in (pair := socket.socketpair()):
            end.setblocking(False)
            for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
                end.setsockopt(socket.SOL_SOCKET, option, 2**30)
        held.append(pair)
    sent = 0
    for pair in held:
        for end in pair:
            try:
                for _ in range(200):
                    sent += end.send(bytes(2**16))
            except BlockingIOError:
                pass
    if sent < 100 * 2**20:
        raise MemoryError("they hold little")
    return sent


attempt("buffers of 100 MB", fill)
