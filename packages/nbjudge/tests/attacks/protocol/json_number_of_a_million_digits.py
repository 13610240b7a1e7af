"""Write a JSON number of ten million digits where the protocol has an id."""

from tools import frame, write_instead

write_instead(lambda link, request: link.sendall(frame(b'{"id":' + b"9" * 10_000_000 + b"}")))
