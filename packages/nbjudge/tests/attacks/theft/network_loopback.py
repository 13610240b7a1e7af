"""Send what is found to a server on this machine: TCP, UDP, abstract and file sockets, vsock."""

import socket

from tools import attempt


def connect(family, kind, address):
    with socket.socket(family, kind) as link:
        link.settimeout(1)
        link.connect(address)
        link.send(b"stolen")


UNIX, STREAM = socket.AF_UNIX, socket.SOCK_STREAM
attempt("tcp", lambda: connect(socket.AF_INET, STREAM, ("127.0.0.1", int("__PORT__"))))
attempt("tcp of version 6", lambda: connect(socket.AF_INET6, STREAM, ("::1", int("__PORT__"))))
attempt("abstract socket", lambda: connect(UNIX, STREAM, "\0__NAME__"))
attempt("socket file", lambda: connect(UNIX, STREAM, "__SOCKET__"))
attempt("vsock", lambda: connect(socket.AF_VSOCK, STREAM, (2, int("__PORT__"))))
attempt("packets", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
attempt("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
interfaces = [name for _, name in socket.if_nameindex()]
print("interfaces:", interfaces)
assert interfaces == ["lo"]
