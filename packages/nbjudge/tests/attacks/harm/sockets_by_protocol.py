"""Open sockets of protocols that no notebook needs, in families that notebooks use."""

import errno
import os
import socket

from tools import attempt

INET = (socket.AF_INET, socket.AF_INET6)
STREAM, DATAGRAM, RAW, SEQUENCED, DCCP = 1, 2, 3, 5, 6
TRIED = {
    "MPTCP": [(family, STREAM, 262) for family in INET],
    "UDP-Lite": [(family, DATAGRAM, 136) for family in INET],
    "ping": [(socket.AF_INET, DATAGRAM, 1), (socket.AF_INET6, DATAGRAM, 58)],
    "SCTP": [(family, kind, 132) for family in INET for kind in (STREAM, SEQUENCED)],
    "DCCP": [(family, DCCP, protocol) for family in INET for protocol in (0, 33)],
    "L2TP": [(family, DATAGRAM, 115) for family in INET],
    "netlink": [
        (socket.AF_NETLINK, kind, protocol) for kind in (DATAGRAM, RAW) for protocol in range(1, 23)
    ],
}


def any_of(kinds):
    """The error must be the filter's: the kernel's own says that it was asked for a module."""
    for kind in kinds:
        try:
            return kind, socket.socket(*kind)
        except OSError as error:
            if error.errno != errno.EAFNOSUPPORT:
                return kind, error
    raise PermissionError(os.strerror(errno.EAFNOSUPPORT))


for name, kinds in TRIED.items():
    attempt(name, lambda kinds=kinds: any_of(kinds))
