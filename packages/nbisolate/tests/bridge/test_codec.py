"""Whatever bytes come from a submission, the judge gets plain data or a clean error."""

import json
import math
import socket
import struct
import time
import tracemalloc

import numpy
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from nbisolate.bridge import codec
from nbisolate.bridge.channel import Channel, ChannelClosedError, DeadlinePassedError, ProtocolError
from nbisolate.bridge.codec import DEPTH, decode, encode
from nbisolate.bridge.codec.arrays import TENSOR_DTYPES
from nbisolate.bridge.proxies import Handles, Kind, Remote
from nbisolate.bridge.special_methods import is_handle
from nbisolate.bridge.special_methods import names as special_names
from nbisolate_testing.wire import Known, Nobody, across

MAX_BLOB = 2**16
CASES = settings().max_examples  # of the profile in conftest.py, 100 where nothing is said
PLAIN = (type(None), bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset)
EXACT = (*PLAIN, torch.Tensor, numpy.ndarray, Kind, type)

LIBRARIES = "numpy pandas scipy torch datetime zoneinfo decimal fractions collections".split()
PLAIN += (range, slice)
EXACT += PLAIN

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=-(2**3000), max_value=2**3000),
    st.floats(),
    st.complex_numbers(),
    st.text(),
    # JSON makes one character of the two halves of a pair of surrogates.
    st.text(st.characters(categories=["Cs", "Cc"])).filter(
        lambda t: json.loads(json.dumps(t)) == t
    ),
    st.binary(),
)
hashable = st.deferred(
    lambda: st.one_of(
        scalars,
        st.lists(hashable, max_size=4).map(tuple),
        st.frozensets(hashable, max_size=4),
    )
)
plain = st.deferred(
    lambda: st.one_of(
        hashable,
        st.lists(plain, max_size=5),
        st.lists(plain, max_size=5).map(tuple),
        st.sets(hashable, max_size=5),
        st.dictionaries(hashable, plain, max_size=5),
    )
)
shapes = st.lists(st.integers(0, 4), max_size=4)
arrays = st.tuples(
    st.sampled_from(["<f8", "<f4", "<f2", "<i8", "<i4", "|i1", "|u1", "<u2", "|b1", "<c16", ">f8"]),
    shapes,
    st.randoms(use_true_random=False),
)
words = st.sampled_from(
    [*codec.READERS, "p", "float32", "bool", "<f8", "|b1", "<f0", "=f3", "|O8", "<U4", "nan", "-ff"]
)
numbers = st.sampled_from([-1, 0, 1, 2, 8, 16, 2**31, 2**40 - 1, 2**40, 2**63, -(2**70), 1e308])
anything = st.deferred(
    lambda: st.one_of(
        st.none() | st.booleans() | numbers | st.floats() | words | st.text(),
        st.lists(anything, max_size=5),
        st.tuples(words, anything, anything).map(list),
        st.dictionaries(st.text(max_size=3), anything, max_size=3),
        nearly_right,
    )
)
part = st.one_of(words, numbers, st.text("0123456789abcdefx-. ", max_size=5), anything)
special = st.lists(st.sampled_from([*special_names(), "__getattribute__", "mro", ""]), max_size=4)
classes = st.deferred(
    lambda: st.one_of(
        st.tuples(st.just("K"), st.sampled_from(["int", "ValueError", "print", "type", ""])),
        st.tuples(st.just("k"), numbers | part, descriptions | part),
    ).map(list)
)
descriptions = st.one_of(
    st.none(),
    st.tuples(
        words | st.text(max_size=4) | st.sampled_from(["ValueError", "function", "SystemExit"]),
        words | st.sampled_from(["builtins", "__main__", "x"]),
        st.lists(classes, max_size=3),
        special,
        st.sampled_from(["own", "value", "fields", "identity", "x"]),
    ).map(list),
)
nearly_right = st.one_of(
    *(st.tuples(st.just(tag), part).map(list) for tag in "ifcBb"),
    st.tuples(st.sampled_from("cb"), part, part).map(list),
    st.tuples(st.sampled_from("ltszd"), st.lists(anything, max_size=4)).map(list),
    st.tuples(st.just("d"), st.lists(st.tuples(anything, anything).map(list), max_size=3)).map(
        list
    ),
    st.tuples(st.sampled_from(sorted(codec.READERS)), anything).map(list),
    st.tuples(st.sampled_from(sorted(codec.READERS)), anything, anything).map(list),
    st.tuples(st.sampled_from(sorted(codec.READERS)), anything, anything, anything).map(list),
    st.tuples(st.sampled_from("TA"), words, st.lists(numbers, max_size=3), numbers, numbers).map(
        list
    ),
    st.tuples(st.just("h"), numbers | part, classes | part).map(list),
    classes,
)


class Opaque:
    """Not plain data."""


def same(first, second):
    """Equality of plain data that tells types apart, and takes NaN for equal to itself."""
    if type(first) is not type(second):
        return False
    if isinstance(first, float):
        return struct.pack("d", first) == struct.pack("d", second) or first != first != second
    if isinstance(first, complex):
        return same(first.real, second.real) and same(first.imag, second.imag)
    if isinstance(first, (list, tuple)):
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, dict):
        return same(list(first.items()), list(second.items()))
    if isinstance(first, (set, frozenset)):
        return len(first) == len(second) and all(any(same(a, b) for b in second) for a in first)
    return first == second


def is_exact(kind):
    """Whether a value's type is one that the codec's table names."""
    return kind in EXACT or type(kind) is Kind or kind.__module__.split(".")[0] in LIBRARIES


def types_of(value):
    """The types of a value and of everything in it."""
    yield type(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        for part in value:
            yield from types_of(part)
    if isinstance(value, dict):
        for pair in value.items():
            yield from types_of(pair)


@given(plain)
def test_plain_data_arrives_as_it_was(value):
    assert same(across(value), value)


@given(arrays)
def test_arrays_arrive_as_they_were(case):
    name, shape, random = case
    data = random.randbytes(numpy.dtype(name).itemsize * math.prod(shape))
    if name == "|b1":
        data = bytes(byte % 2 for byte in data)
    array = numpy.frombuffer(data, dtype=name).reshape(shape) if data else numpy.empty(shape, name)
    arrived = across([array])[0]
    assert type(arrived) is numpy.ndarray
    assert arrived.dtype == array.dtype and arrived.shape == array.shape
    assert arrived.tobytes() == array.tobytes()


@given(st.sampled_from(TENSOR_DTYPES), shapes)
def test_tensors_arrive_as_they_were(name, shape):
    tensor = (torch.randn(shape) * 100).to(getattr(torch, name))
    arrived = across({"tensor": tensor})["tensor"]
    assert type(arrived) is torch.Tensor
    assert arrived.dtype == tensor.dtype and arrived.shape == tensor.shape
    assert torch.equal(arrived, tensor)


def test_tensors_that_are_views_arrive_with_what_they_show():
    tensor = torch.arange(12.0).reshape(3, 4)
    assert torch.equal(across(tensor.T[1:]), tensor.T[1:])
    conjugate = torch.tensor([1 + 2j]).conj()
    assert torch.equal(across(conjugate), conjugate)


@pytest.mark.parametrize(
    "value",
    [
        Opaque(),
        print,
        Opaque,
        torch.zeros(2, requires_grad=True),
        torch.zeros(2, requires_grad=True) * 2,
        torch.zeros(2).to_sparse(),
        torch.zeros(2, device="meta"),
        numpy.zeros(1, dtype=[("a", "f4")]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_all_else_stays_behind_a_handle(value):
    assert is_handle(across([value])[0])


def test_subclasses_arrive_as_what_they_are_built_on():
    class Lie(int):
        def __eq__(self, other):
            return True

        __hash__ = int.__hash__

    class Items(list):
        def __iter__(self):
            return iter([42])

        def __len__(self):
            return 42

    assert same(across([Lie(3), Items([1, 2])]), [3, [1, 2]])


def test_a_list_in_itself_ends_in_a_handle():
    endless = []
    endless.append(endless)
    arrived = across(endless)
    for _ in range(DEPTH - 1):
        (arrived,) = arrived
    assert isinstance(arrived[0], Remote)


@settings(max_examples=7 * CASES)
@given(nearly_right | anything, st.binary(max_size=64))
def test_any_tree_is_plain_data_or_a_clean_error(tree, blob):
    try:
        value = decode(tree, blob, Handles(Nobody()))
    except ProtocolError:
        return
    assert all(map(is_exact, types_of(value)))


@settings(max_examples=5 * CASES)
@given(
    plain, st.lists(st.tuples(st.integers(0, 2**20), st.integers(0, 255)), max_size=3), st.data()
)
def test_a_bent_frame_is_plain_data_or_a_clean_error(value, changes, data):
    """Valid frames, with a few bytes changed, some cut off and some added."""
    tree, blob = encode(value, Known())
    text = json.dumps({"id": 1, "value": tree}).encode("utf-8", "surrogatepass")
    wire = bytearray(struct.pack("!II", len(text), len(blob)) + text + blob)
    for place, byte in changes:
        wire[place % len(wire)] = byte
    wire = wire[: data.draw(st.integers(0, len(wire)))] + data.draw(st.binary(max_size=8))
    receive_all(bytes(wire))


@settings(max_examples=3 * CASES)
@given(st.binary(max_size=4096))
def test_any_bytes_are_frames_or_a_clean_error(wire):
    receive_all(wire)


def receive_all(wire):
    """Send bytes and close; take frames until the end or an error of the protocol."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(wire)
        theirs.shutdown(socket.SHUT_WR)
        channel = Channel(ours, MAX_BLOB)
        try:
            while True:
                header, blob = channel.receive(time.monotonic() + 5)
                if type(header) is dict:
                    value = decode(header.get("value", []), blob, Handles(Nobody()))
                    assert all(map(is_exact, types_of(value)))
        except (ProtocolError, ChannelClosedError):
            pass


@pytest.mark.parametrize(
    "tree",
    [
        ["l", [["l", []]] * 50_000],
        ["d", [[["i", format(n * (2**61 - 1), "x")], None] for n in range(2000)]],
        ["i", "f" * 1_000_000],
        ["i", "1" * 1_000_001],
        ["T", "float32", [2**39, 2**39, 2**39], 0, 0],
        ["T", "float32", [0, 2**39], 0, 0],
        ["T", "float32", [2**39, 0, 2**39, 2**39], 0, 0],
        ["A", "<f8", [0, 2**39, 2**39], 0, 0],
        ["A", "<f8", [1] * 33, 0, 8],
        ["A", "<f8", [1] * 32, 0, 8],
        ["f", "9" * 40],
        ["h", 2**39, ["k", 1, ["x" * 1_000_000, "m", [], [], "own"]]],
        ["k", 1, ["x", "m", [["K", "int"]] * 1_000_000, [], "own"]],
    ],
    ids=lambda tree: str(tree)[:40],
)
def test_large_values_take_bounded_time_and_memory(tree):
    tracemalloc.start()
    began = time.process_time()
    try:
        decode(tree, bytes(8), Handles(Nobody()))
    except ProtocolError:
        pass
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < 100e6
    assert time.process_time() - began < 10


@pytest.mark.parametrize("text", [b"[" * 10**6, b"9" * 10**6, b'{"id":1' * 1000, b'"\xff"', b""])
def test_headers_that_are_not_json_are_a_clean_error(text):
    with pytest.raises(ProtocolError):
        receive_one(struct.pack("!II", len(text), 0) + text)


@pytest.mark.parametrize("lengths", [(2**32 - 1, 0), (0, 2**32 - 1), (2**25, 0), (2, MAX_BLOB + 1)])
def test_lengths_are_refused_before_anything_is_read(lengths):
    with pytest.raises(ProtocolError, match="larger than the limit"):
        receive_one(struct.pack("!II", *lengths))


def test_half_a_frame_waits_until_the_deadline_and_is_kept():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        channel = Channel(ours, MAX_BLOB)
        wire = struct.pack("!II", 4, 3) + b"true" + b"abc"
        for byte in wire[:-1]:
            theirs.sendall(bytes([byte]))
            with pytest.raises(DeadlinePassedError):
                channel.receive(time.monotonic())
        theirs.sendall(wire[-1:])
        assert channel.receive(time.monotonic() + 5) == (True, b"abc")


def test_a_frame_larger_than_the_other_side_takes_is_not_sent():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        with pytest.raises(ProtocolError):
            Channel(ours, MAX_BLOB).send("x" * 2**24)
        theirs.setblocking(False)
        with pytest.raises(BlockingIOError):
            theirs.recv(1)


def test_sending_to_one_who_does_not_read_ends_at_the_deadline():
    ours, theirs = socket.socketpair()
    with ours, theirs, pytest.raises(DeadlinePassedError):
        Channel(ours, MAX_BLOB).send("x", bytes(2**24), time.monotonic() + 0.1)


def receive_one(wire):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setblocking(False)
        channel = Channel(ours, MAX_BLOB)
        view = memoryview(wire)
        while view:
            try:
                view = view[theirs.send(view) :]
            except BlockingIOError:
                with pytest.raises(DeadlinePassedError):
                    channel.receive(time.monotonic())
        return channel.receive(time.monotonic() + 5)
