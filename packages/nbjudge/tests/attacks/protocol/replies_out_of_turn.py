"""Send the answers to a thousand questions before they are asked."""

from tools import frame, write_instead


def speak(link, request):
    for number in range(request["id"], request["id"] + 1000):
        link.sendall(frame(f'{{"id":{number},"value":["i","3"]}}'))


write_instead(speak)
