"""Send the largest blocks that are allowed, again and again, as outputs of a test."""

from tools import frame, write_instead


def flood(link, request):
    for _ in range(40):
        link.sendall(frame(b'{"output":{"output_type":"stream"}}', bytes(64 * 2**20)))


write_instead(flood)
