"""Announce a frame of 4 GB, so that the judge makes room for it."""

from tools import write_instead

write_instead(lambda link, request: link.sendall(b"\xff" * 4096))
