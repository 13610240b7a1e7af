"""What the judge hears of the end of a student's process."""

import signal
import socket

from nbisolate.bridge.channel import Channel
from nbisolate.bridge.messages import ProcessExit
from nbisolate.processes.session import Session
from nbisolate.sandbox.limits import Limits


def test_the_ending_is_heard_where_the_supervisor_left_a_signal_unread():
    link, _other = socket.socketpair()
    monitor, supervisor = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with link, _other, monitor, supervisor:
        supervisor.send(b"\0")
        session = Session(Channel(link, 0), monitor, Limits())
        monitor.send(bytes([signal.SIGKILL]))
        supervisor.send(ProcessExit(3).message())
        supervisor.close()
        assert session.ending(seconds=1) == ProcessExit(3)
