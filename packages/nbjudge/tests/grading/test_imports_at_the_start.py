"""Grading plain Python does not wait for IPython."""

import subprocess
import sys


def test_grading_imports_nothing_that_a_plain_notebook_does_not_need(tmp_path):
    """Half a second of the start: IPython is for magics, rich for a terminal."""
    code = (
        "from nbjudge.commands.course import load_course; load_course('', []);"
        "import nbjudge.grading.run;"
        "from nbisolate.processes.name_analysis import read_test; read_test('assert 1');"
        "import sys; print({'IPython', 'arrow', 'rich', 'webcolors'} & set(sys.modules))"
    )
    (tmp_path / "nbgrader_config.py").write_text("")
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert run.stdout == "set()\n"
