"""What the judge hears of the end of a student's process."""

import signal
import socket

from nbjudge.bridge.channel import Channel
from nbjudge.bridge.messages import Ending
from nbjudge.processes.session import Session
from nbjudge.sandbox.limits import Limits


def test_the_ending_is_heard_where_the_warden_left_a_signal_unread():
    link, _other = socket.socketpair()
    monitor, warden = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with link, _other, monitor, warden:
        warden.send(b"\0")
        session = Session(Channel(link, 0), monitor, Limits())
        monitor.send(bytes([signal.SIGKILL]))
        warden.send(Ending(3).message())
        warden.close()
        assert session.ending(seconds=1) == Ending(3)
