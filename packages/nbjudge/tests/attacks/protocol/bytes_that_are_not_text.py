"""Send frames that are not JSON and not UTF-8, and lone surrogates in every text."""

from tools import frame, student, write_instead

me = student()
me.channel.sock.setblocking(True)
bad = r'{"output":{"output_type":"stream","name":"\ud800","text":"\udfff\u0000[31m"}}'
me.channel.sock.sendall(frame(bad))
write_instead(lambda link, request: link.sendall(frame(b'\xff\xfe{"id":1}')))
