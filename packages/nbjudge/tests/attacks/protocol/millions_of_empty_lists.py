"""Send 15 MB of empty lists and of handles, which take far more memory once they are parsed."""

from tools import frame, write_instead


def speak(link, request):
    lists = b",".join([b'["l",[]]'] * 1_600_000)
    link.sendall(frame(b'{"id":%d,"value":["l",[%s]]}' % (request["id"], lists)))


write_instead(speak)
