"""tools/look_inside.py shows a sandbox from inside."""

import subprocess
import sys

from nbisolate_testing.paths import ROOT


def look(*arguments):
    command = [sys.executable, ROOT / "tools" / "look_inside.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_cell_is_run_with_the_filter_on():
    shown = look("print(open('/proc/self/status').read()); 1 / 0")
    assert shown.returncode == 0, shown.stderr
    assert "Seccomp:\t2" in shown.stdout
    assert "ZeroDivisionError" in shown.stdout


def test_without_a_cell_it_says_how_it_is_used():
    ended = look()
    assert ended.returncode == 2
    assert ended.stderr.startswith("usage: look_inside.py [-h] cell\n")
