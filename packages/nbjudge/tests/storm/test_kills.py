"""Kill commands at random instants and file operations, and run them again (`make storm`: more)."""

import pytest
from kills import kill_often


@pytest.mark.soak
def test_30_kills(tmp_path):
    assert kill_often(tmp_path, 30, seed=1) == []
