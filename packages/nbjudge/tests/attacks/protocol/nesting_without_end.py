"""Send a list in a list in a list, 100,000 deep, to end the judge by recursion."""

from tools import frame, write_instead

deep = b"[" * 100_000 + b"]" * 100_000


def speak(link, request):
    link.sendall(frame(b'{"id":%d,"value":%s}' % (request["id"], deep)))


write_instead(speak)
