"""Frames over a socket: a JSON header and a block of bytes.

The other side may be a submission, so its bytes are not trusted: every length is checked before it
is used, and bytes that are no frame raise a `ProtocolError`.
"""

import json
import select
import socket
import struct
import time
from typing import Any

LENGTHS = struct.Struct("!II")
MAX_HEADER = 16 * 2**20


class ProtocolError(Exception):
    """Error for bytes from the other side that are not part of the protocol."""


class ChannelClosedError(Exception):
    """Error for a socket whose other side has ended."""


class DeadlinePassedError(Exception):
    """Error for a time-out: no whole frame was sent or received before the deadline."""


class Channel:
    """One end of a stream socket that carries frames.

    The channel makes `sock` non-blocking and owns it. `max_blob` is the size in bytes of the
    largest block that is accepted from the other side.
    """

    def __init__(self, sock: socket.socket, max_blob: int):
        self.sock = sock
        self.max_blob = max_blob
        self.buffer = bytearray()
        sock.setblocking(False)

    def send(self, header: Any, blob: bytes = b"", deadline: float | None = None) -> None:
        """Send one frame, whose header is anything that JSON can represent.

        `deadline` is the time to give up, in seconds of ``time.monotonic``; None to wait without
        end. Raise `ChannelClosedError` if the other side has ended, and `DeadlinePassedError` if it
        did not read the frame in time. Raise `ProtocolError`, and send nothing, if the header is
        larger than the other side accepts.
        """
        text = json.dumps(header, separators=(",", ":")).encode("utf-8", "surrogatepass")
        if len(text) > MAX_HEADER:
            raise ProtocolError("a value is larger than the limit")
        data = memoryview(LENGTHS.pack(len(text), len(blob)) + text + blob)
        while data:
            try:
                data = data[self.sock.send(data) :]
            except BlockingIOError:
                self._wait(deadline, write=True)
            except OSError as error:
                raise ChannelClosedError from error

    def receive(self, deadline: float | None = None) -> tuple[Any, bytes]:
        """Return the next frame: its header and its block of bytes.

        `deadline` is the time to give up, in seconds of ``time.monotonic``; None to wait without
        end. Raise `ChannelClosedError` if the other side has ended, and `ProtocolError` if a length
        or the header is not part of the protocol. After `DeadlinePassedError`, the bytes received
        so far are kept for the next call.
        """
        while (frame := self._take()) is None:
            try:
                data = self.sock.recv(2**18)
            except BlockingIOError:
                self._wait(deadline)
                continue
            except OSError as error:
                raise ChannelClosedError from error
            if not data:
                raise ChannelClosedError
            self.buffer += data
            # While a peer keeps sending, data is always ready, and `_wait`, which checks the
            # deadline too, is not called.
            if deadline is not None and time.monotonic() > deadline:
                raise DeadlinePassedError
        return frame

    def _take(self) -> tuple[Any, bytes] | None:
        if len(self.buffer) < LENGTHS.size:
            return None
        size, blob_size = LENGTHS.unpack_from(self.buffer)
        if size > MAX_HEADER or blob_size > self.max_blob:
            raise ProtocolError("a value is larger than the limit")
        end = LENGTHS.size + size + blob_size
        if len(self.buffer) < end:
            return None
        text = bytes(self.buffer[LENGTHS.size : LENGTHS.size + size])
        blob = bytes(self.buffer[LENGTHS.size + size : end])
        del self.buffer[:end]
        try:
            return json.loads(text), blob
        except (ValueError, RecursionError) as error:
            raise ProtocolError("a message is not JSON") from error

    def _wait(self, deadline: float | None, write: bool = False) -> None:
        seconds = None if deadline is None else deadline - time.monotonic()
        if seconds is not None and seconds <= 0:
            raise DeadlinePassedError
        poll = select.poll()
        poll.register(self.sock, select.POLLOUT if write else select.POLLIN)
        if not poll.poll(None if seconds is None else seconds * 1000):
            raise DeadlinePassedError

    def close(self) -> None:
        """Close the socket, which tells the other side that this one has ended."""
        self.sock.close()
