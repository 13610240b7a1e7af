"""Send 200,000 tiny outputs past the limits of the process itself, to keep the judge busy."""

from tools import frame, student

me = student()
me.channel.sock.setblocking(True)
one = frame('{"output":{"output_type":"stream","name":"stdout","text":"a"}}')
two = frame('{"output":{"output_type":"display_data","data":{"text/plain":"b"}}}')
for _ in range(50):
    me.channel.sock.sendall((one + two) * 2000)
me.channel.sock.setblocking(False)
