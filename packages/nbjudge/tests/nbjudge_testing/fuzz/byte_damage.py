"""Damage to the bytes of a notebook's file.

`BYTES` maps the name of a kind to a function of the bytes and a `random.Random`.
"""

import base64
from collections.abc import Callable
from random import Random

from nbjudge_testing.fuzz.kinds import kind_of

BYTES: dict[str, Callable[[bytes, Random], bytes]] = {}


@kind_of(BYTES)
def cut(data: bytes, chance: Random) -> bytes:
    return data[: chance.randrange(len(data))]


@kind_of(BYTES)
def hole(data: bytes, chance: Random) -> bytes:
    start = chance.randrange(len(data))
    size = chance.randint(1, 500)
    return data[:start] + bytes(size) + data[start + size :]


@kind_of(BYTES)
def bits_flipped(data: bytes, chance: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 9)):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


@kind_of(BYTES)
def bytes_replaced(data: bytes, chance: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 9)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


@kind_of(BYTES)
def padded(data: bytes, chance: Random) -> bytes:
    return chance.choice([b"[" * 50_000, b"\xef\xbb\xbf", b" " * 100_000, b"\0"]) + data


@kind_of(BYTES)
def two_in_one(data: bytes, chance: Random) -> bytes:
    return data + chance.choice([b"", b"\n", b","]) + data


@kind_of(BYTES)
def another_kind_of_file(data: bytes, chance: Random) -> bytes:
    starts = [b"PK\x03\x04", b"%PDF-1.7\n", b"<!DOCTYPE html>", b"\x1f\x8b", b"\0", b"#!/bin/sh\n"]
    return chance.choice([chance.choice(starts) + data, b"", b" \n", base64.b64encode(data)])


@kind_of(BYTES)
def conflict_marks(data: bytes, chance: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    place = chance.randrange(len(lines))
    marks = [b"<<<<<<< HEAD\n", lines[place], b"=======\n", lines[place], b">>>>>>> other\n"]
    return b"".join([*lines[:place], *marks, *lines[place + 1 :]])


@kind_of(BYTES)
def another_encoding(data: bytes, chance: Random) -> bytes:
    text = data.decode(errors="replace").replace('"source"', '"\u00fc": "\u00e4\u00f6", "source"')
    codec = chance.choice(["utf-16", "utf-16-le", "utf-32", "utf-8-sig", "latin-1", "utf-7"])
    return text.encode(codec, "replace")


@kind_of(BYTES)
def other_line_ends(data: bytes, chance: Random) -> bytes:
    end = chance.choice([b"\r\n", b"\r", b"\x0b", "\u2028".encode()])
    return data.replace(b"\n", end)


@kind_of(BYTES)
def odd_json(data: bytes, chance: Random) -> bytes:
    odd = [
        "NaN",
        "Infinity",
        "1" * 10_000,
        "1e999",
        '"\\ud83d"',
        "[" * 300 + "]" * 300,
        "tru",
        "'a'",
    ]
    return data.replace(b"{", b'{"odd": ' + chance.choice(odd).encode() + b", ", 1)


@kind_of(BYTES)
def key_twice(data: bytes, chance: Random) -> bytes:
    end = data.rindex(b"}") if b"}" in data else len(data)
    second = chance.choice([b'"cells": []', b'"cells": null', b'"metadata": 3', b'"nbformat": 3'])
    return data[:end] + b", " + second + data[end:]


@kind_of(BYTES)
def nested_deep(data: bytes, chance: Random) -> bytes:
    depth = chance.choice([100, 5000, 200_000])
    deep = b'{"a": ' * depth + b"1" + b"}" * depth
    return data.replace(b'"metadata": {}', b'"metadata": ' + deep, 1)


@kind_of(BYTES)
def too_large(data: bytes, chance: Random) -> bytes:
    return data + b" " * chance.choice([1_000_000, 25_000_000])
