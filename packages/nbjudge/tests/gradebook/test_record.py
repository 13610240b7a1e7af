"""The record of grading is read as it was written, and anything else is as good as none."""

import json
from dataclasses import asdict

import pytest

from nbisolate import Measured, Stop
from nbjudge.files.text import one_line
from nbjudge.gradebook.record import NotebookRecord, Record, read_record, write_record

RECORD = Record(
    "needs-attention",
    ["adding.ipynb is empty"],
    Measured(1.5, 20.0, sandbox=False, cgroup=False, stopped=Stop.TIME),
    digest="ab",
    timestamp="2026-11-24T10:00:00",
    notebooks={
        "adding": NotebookRecord(
            "is empty", Measured(0.5, 20.0), ["given"], ["test-a"], blank=True, not_run=True
        ),
        "same": NotebookRecord(steady=True, key="cd", unchanged=True, submitted="ef", scores="gh"),
        "other": NotebookRecord(measured=Measured(1.0, 1.0, False, False, Stop.TIME)),
    },
)


def test_what_is_written_is_read(tmp_path):
    (tmp_path / "nbjudge.json").write_bytes(write_record(RECORD))
    assert read_record(tmp_path) == RECORD


# Values of a field by the type of its default, and of others by name; the rest are texts.
FILLED = {bool: True, int: 1, float: 1.5, list: ["a"]}
OTHERS = {
    "status": "needs-attention",
    "measured": {"seconds": 1.0},
    "notebooks": {"one": {"blank": True}},
}


@pytest.mark.parametrize("kind", [Record, NotebookRecord])
def test_every_field_is_read_from_its_own_entry(kind):
    """A field that `from_json` forgets would be lost with each attempt."""
    empty = asdict(kind())
    for name, default in empty.items():
        value = OTHERS.get(name, FILLED.get(type(default), "a"))
        read = asdict(kind.from_json({name: value}))
        assert {field for field in empty if read[field] != empty[field]} == {name}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"[" * 100_000, b"\xff", b"3"])
def test_no_record(tmp_path, content):
    (tmp_path / "nbjudge.json").write_bytes(content)
    assert read_record(tmp_path) is None


def test_no_file(tmp_path):
    assert read_record(tmp_path) is None


@pytest.mark.parametrize(
    "data",
    [
        {"status": [], "reasons": {}, "notebooks": [1], "measured": 3},
        {"measured": {"seconds": "1", "peak_memory_mb": True, "stopped": []}},
        {"measured": {"seconds": -1, "peak_memory_mb": 1e400, "stopped": "late"}, "digest": 3},
        {"measured": {"seconds": 10**400, "sandbox": 0}, "notebooks": {"a": {"in_process": 3}}},
        {"notebooks": {"a": {"steady": 1, "key": 3, "unchanged": "yes", "blank": 1}}},
        {"notebooks": {"a": {"not_run": 1, "submitted": 3, "scores": []}}, "timestamp": 3},
    ],
)
def test_strange_values_are_left_out(data):
    record = Record.from_json(json.loads(json.dumps(data)))
    assert (record.status, record.reasons, record.digest) == ("graded", [], None)
    assert record.measured == Measured() and record.timestamp is None
    assert all(entry == NotebookRecord() for entry in record.notebooks.values())


def test_text_of_strangers_is_one_line():
    record = Record.from_json({"reasons": ["a\x1b[2J\nb"], "notebooks": {"\x07": {}}})
    assert record.reasons == ["a?[2J b"] and list(record.notebooks) == ["?"]
    assert one_line("x" * 2000) == "x" * 997 + "..."


def test_a_submission_is_measured_by_all_its_notebooks():
    fine = Measured(1.0, 20.0, sandbox=True, cgroup=True)
    not_run = Measured()
    open_and_stopped = Measured(2.0, 30.0, sandbox=False, cgroup=True, stopped=Stop.MEMORY)
    uncounted = Measured(1.0, 10.0, sandbox=True, cgroup=False, stopped=Stop.TIME)
    parts = [fine, not_run, open_and_stopped, uncounted]
    assert Measured.of_all(parts, 9.0) == Measured(9.0, 30.0, False, False, Stop.MEMORY)
    assert Measured.of_all([fine, not_run], 2.0) == Measured(2.0, 20.0, True, True)
    assert Measured.of_all([not_run], 0.5) == Measured(0.5)
