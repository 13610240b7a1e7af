"""Send a frame byte by byte, slowly."""

import time

from tools import frame, write_instead


def speak(link, request):
    for byte in frame(b'{"id":%d,"value":["l",[' % request["id"] + b'["i","3"],' * 1000):
        link.send(bytes([byte]))
        time.sleep(0.05)


write_instead(speak)
