"""Commands that are killed at random moments and run again; `run_fuzz.py` does it more often."""

import pytest

from nbjudge_testing.fuzz.kills import kill_often


@pytest.mark.soak
def test_30_kills(tmp_path):
    assert kill_often(tmp_path, 30, seed=1) == []
