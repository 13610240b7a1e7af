"""Send half a frame, then nothing."""

from tools import frame, write_instead

write_instead(lambda link, request: link.sendall(frame(b'{"id":1,"value":["i","3"]}')[:20]))
