"""The warm process that notebooks are forked from."""

import contextlib

from nbjudge.processes.nursery import Nursery


def test_a_warm_process_that_was_ended_from_outside_is_started_anew():
    with contextlib.closing(Nursery()) as nursery:
        socket = nursery.start()
        assert nursery.start() is socket
        process = nursery.process
        process.kill()
        process.wait()
        assert nursery.start() is not socket
        assert nursery.process.pid != process.pid and nursery.process.poll() is None
