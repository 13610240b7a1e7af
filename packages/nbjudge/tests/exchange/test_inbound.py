"""What is read of a folder in `inbound/`, where every student can write."""

import os

import pytest

from nbjudge.exchange.inbound import InboundFolder, read_secret
from nbjudge.files.file_names import SECRET
from nbjudge.files.leaks import LEAST_SECRET, LONGEST_SECRET
from nbjudge.files.tree import read_start

TEXT = "s" * LEAST_SECRET


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "eve+ps+now+AAAA"
    folder.mkdir()
    return folder


def secret_of(folder, owner=None):
    return read_secret(
        InboundFolder("eve", folder, os.getuid() if owner is None else owner, 0, True)
    )


def test_the_secret_in_a_file_of_somebody_else_is_none(folder, tmp_path):
    """It may be a hard link to the secret of another attempt, on whose page one could write."""
    theirs = tmp_path / "theirs"
    theirs.write_text(TEXT)
    os.link(theirs, folder / SECRET)
    assert secret_of(folder, owner=os.getuid()) == TEXT
    assert secret_of(folder, owner=os.getuid() + 1) is None


def test_a_link_to_a_secret_is_none(folder, tmp_path):
    (tmp_path / "theirs").write_text(TEXT)
    (folder / SECRET).symlink_to(tmp_path / "theirs")
    assert secret_of(folder) is None


def test_the_secret_in_a_folder_that_is_a_link_is_none(folder):
    (folder / SECRET).write_text(TEXT)
    link = folder.with_name("eve+ps+now+BBBB")
    link.symlink_to(folder)
    assert secret_of(folder) == TEXT and secret_of(link) is None
    assert read_start(folder / SECRET, 9) == TEXT[:9].encode()
    assert read_start(link / SECRET, 9) is None


@pytest.mark.parametrize(
    "text", ["", TEXT[1:], "s" * (LONGEST_SECRET + 1), "\u00df" * LEAST_SECRET]
)
def test_a_secret_that_could_be_guessed_or_is_no_text_is_none(folder, text):
    (folder / SECRET).write_text(text)
    assert secret_of(folder) is None
