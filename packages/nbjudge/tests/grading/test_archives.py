"""Collecting from archives that strangers have made."""

import io
import logging
import os
import tarfile
import zipfile

import pytest
from commands import run_nbgrader
from nbgrader.plugins import ExtractorPlugin
from traitlets.config import Config

from nbjudge.plugins.archives import Extract

PS = "homework"
CONFIG = r"""
c = get_config()
c.CourseDirectory.course_id = "course"
c.CourseDirectory.max_file_size = 100
c.FileNameCollectorPlugin.named_regexp = r".*/(?P<student_id>[^/]+?)_(?P<file_id>\w+)"
c.ZipCollectApp.extractor_plugin = "nbjudge.plugins.archives.Extract"
c.ZipCollectApp.collector_plugin = "nbjudge.plugins.archives.Identify"
"""


@pytest.fixture
def course(tmp_path):
    (tmp_path / "downloaded" / PS / "archive").mkdir(parents=True)
    (tmp_path / "nbgrader_config.py").write_text(CONFIG)
    return tmp_path


def zipped(**files) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def tarred(*members: tuple[str, bytes, str]) -> bytes:
    """A tar file of (name, type, target of the link) members."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for name, kind, target in members:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, target
            archive.addfile(info)
    return data.getvalue()


def extract(folder, kind=Extract, **archives: bytes) -> tuple[dict[str, bytes], str]:
    """Extract archives in process; return what was written, and what was logged."""
    source, target = folder / "source", folder / "target"
    source.mkdir()
    target.mkdir()
    for name, data in archives.items():
        (source / name.replace("__", ".")).write_bytes(data)
    lines = []
    config = Config()
    config.CourseDirectory.max_file_size = 100
    plugin = kind(config=config)
    plugin.log = logging.Logger("extract")
    plugin.log.addHandler(handler := logging.Handler())
    handler.emit = lambda record: lines.append(record.getMessage())
    plugin.extract(str(source), str(target))
    found = {str(p.relative_to(target)): p for p in target.rglob("*") if not p.is_dir()}
    assert not any(path.is_symlink() for path in found.values())
    return {name: path.read_bytes() for name, path in found.items()}, "\n".join(lines)


def test_nbgraders_own_ends_at_a_damaged_archive(tmp_path):
    with pytest.raises(Exception, match=r"a\.zip"):
        extract(tmp_path, ExtractorPlugin, a__zip=b"PK no archive", b__zip=zipped(x="1"))


def test_a_damaged_archive_stops_nobody(tmp_path):
    whole = zipped(**{"1.ipynb": os.urandom(5000)})
    torn = whole[:2000] + bytes(100) + whole[2100:]
    found, said = extract(
        tmp_path,
        a__zip=b"no archive",
        b__gz=b"\x1f\x8b no archive",
        c__zip=torn,
        d__zip=zipped(x="1"),
    )
    assert found["d/x"] == b"1" and {"a.zip", "b.gz", "c.zip"} <= set(said.replace(":", "").split())


def test_nothing_is_written_elsewhere_and_no_link_is_made(tmp_path):
    names = {"../up": "1", "/abs": "2", "a/../../up": "3", "x\x1b[2J": "4", "right/x": "5"}
    links = [
        ("link", tarfile.SYMTYPE, "/etc/passwd"),
        ("hard", tarfile.LNKTYPE, "/etc/passwd"),
        ("pipe", tarfile.FIFOTYPE, ""),
        ("device", tarfile.CHRTYPE, ""),
        ("file", tarfile.REGTYPE, ""),
    ]
    found, said = extract(tmp_path, a__zip=zipped(**names), b__tar__gz=b"", c__gz=tarred(*links))
    assert found == {"a/right/x": b"5", "c/file": b""}
    assert said.count("leads elsewhere") == 4 and said.count("is not a file") == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["source", "target"]


def test_bounds_of_size_and_of_archives_in_archives(tmp_path):
    bomb = zipped(zeros=bytes(50_000_000), small="1")
    deep = zipped(x="1")
    for _ in range(5):
        deep = zipped(**{"deep.zip": deep})
    found, said = extract(tmp_path, a__zip=zipped(**{"b.zip": bomb}), c__zip=deep)
    assert "zeros is too large: more than 0.1 MB" in said
    assert found.pop("a/b/small") == b"1"
    assert list(found) == ["c/deep/deep/deep.zip"]


def test_a_class_is_collected_whatever_some_hand_in(course):
    downloaded = course / "downloaded" / PS / "archive"
    theirs = {"ada_problem.ipynb": "of ada", ".._problem.ipynb": "1", "eve_problem.ipynb": "of eve"}
    (downloaded / "class.zip").write_bytes(zipped(**theirs))
    (downloaded / "eve_problem.ipynb").write_text("once more")
    (downloaded / "zoe_problem.ipynb").symlink_to(course / "nbgrader_config.py")
    (downloaded / "bob.zip").write_bytes(b"no archive")
    said = run_nbgrader(course, "zip_collect", PS).stdout
    collected = {
        str(path.relative_to(course / "submitted")): path.read_text()
        for path in (course / "submitted").rglob("*.ipynb")
    }
    assert collected.keys() == {f"{name}/{PS}/problem.ipynb" for name in ("ada", "eve")}
    assert collected[f"ada/{PS}/problem.ipynb"] == "of ada"
    assert "Left out: bob.zip" in said and "Left out: zoe_problem.ipynb" in said
    assert "names no student" in said and "is there twice" in said
