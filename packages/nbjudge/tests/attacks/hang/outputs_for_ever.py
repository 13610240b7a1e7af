"""Send outputs without end in the place of a reply."""

from tools import frame, write_instead

one = frame('{"output":{"output_type":"stream","name":"stdout","text":"' + "a" * 1000 + '"}}')


def speak(link, request):
    while True:
        link.sendall(one * 50)


write_instead(speak)
