"""Answer the running cell twice: the second reply is there before a test asks."""

from tools import frame, student

me = student()
me.channel.sock.setblocking(True)
for number in range(1, 20):
    me.channel.sock.sendall(frame(f'{{"id":{number},"ok":true,"value":["i","3"]}}'))
