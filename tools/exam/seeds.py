"""The seed of an exam, and the random numbers that come from it.

Whoever has the seed can make all sheets and keys. The generators are public, so the seed is all
that a student doesn't have. It has 128 bits, because a short one could be found by trying all seeds
until one makes the student's own sheet.
"""

import hashlib
import hmac
import json
import os
import random
import secrets
import stat
from pathlib import Path

BYTES = 16
# The practice sheet is handed out, so its seed is no secret.
PRACTICE = b"practice"


class SeedError(Exception):
    """Reason why a seed can't be used: one sentence."""


def read_or_make_seed(path: Path) -> bytes:
    """Return the seed of a file; if there is no file, make one that only its owner may read.

    Raises SeedError if others may read the file, or if it holds no seed.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read_seed(path)
    seed = secrets.token_bytes(BYTES)
    with open(descriptor, "w", encoding="ascii") as file:
        file.write(seed.hex() + "\n")
    return seed


def _read_seed(path: Path) -> bytes:
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise SeedError(f"Others may read {path}, which decides the sheets: chmod 600 {path}")
    try:
        seed = bytes.fromhex(path.read_text(encoding="ascii"))
    except ValueError:
        seed = b""
    if len(seed) != BYTES:
        raise SeedError(
            f"{path} should hold {2 * BYTES} hexadecimal digits. If no sheet is printed yet, "
            "delete it, and the command makes another."
        )
    return seed


def random_for(seed: bytes, *names: str | int) -> random.Random:
    """Return random numbers that only somebody with the seed can compute.

    Arguments:
        seed: of the exam, or PRACTICE.
        names: what the numbers are for, such as the exam, the student's id and the task.
    """
    message = json.dumps(names).encode()
    digest = hmac.digest(seed, message, hashlib.sha256)
    return random.Random(int.from_bytes(digest, "big"))
