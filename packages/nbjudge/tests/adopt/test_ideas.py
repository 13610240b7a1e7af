"""The right answer gets plain nbgrader's points in a plain run, whatever its test cells do.

A notebook in `tests/adopt/courses/ideas/` has one idea and one to four test cells, 100 together.
Most of them do what a judge outside the submission cannot follow. The solution is graded in plain
nbgrader, with judged cells and with in-process cells, and the points are compared cell by cell.
`nbjudge check` finds the tags that are needed.
"""

import pytest

from nbjudge.adopt.evidence import Evidence
from nbjudge.adopt.find_tags import find_tags
from nbjudge.adopt.plain import PlainExecute
from nbjudge.adopt.trial import RELEASE, SOLUTIONS, Trial
from nbjudge.commands.course import load_course
from nbjudge.plugins.execute import JudgeExecute
from nbjudge.tags import IN_PROCESS
from nbjudge_testing.small_courses import COURSES, make_course

pytestmark = [pytest.mark.soak, pytest.mark.torch]

SOLUTION = SOLUTIONS[0]
# In plain nbgrader the kernel ends, and the notebook has no points at all.
DIFFER_ANYHOW = {"ends": {"ends_the_process", "after_the_end"}}
# The test cells that need the tag, by notebook.
NEED_THE_TAG = {
    "awaits": {"gathered"},
    "binds": {"given_cell_reads_it", "solution_reads_it"},
    "callbacks": {"callback_changes_a_list", "generator_as_argument"},
    "changes": {"changes_objects", "still_changed", "student_sees_the_change"},
    "deleted": {"deleted_function", "rebound_function"},
    "dtypes": {"dtype_of_the_student", "dtype_of_the_test"},
    "exits": {"code_of_the_exit"},
    "figures": {"class_of_the_axes"},
    "files": {"file_as_argument", "student_reads_a_file", "student_writes_a_file"},
    "globals": {"global_list_is_filled", "global_of_an_earlier_cell", "global_of_the_cell"},
    "graphs": {"computes_with_a_graph", "tensor_with_a_graph_as_argument"},
    "history": {"names_of_the_shell", "source_of_an_earlier_cell"},
    "identity": {"argument_is_returned", "list_is_returned"},
    "imports": {"import_of_an_earlier_cell", "import_of_the_cell"},
    "inputs": {"global_input", "patched_input", "replaced_stdin"},
    "large": {"large_array"},
    "library_classes": {"class_of_a_match", "class_of_a_namespace"},
    "main_module": {"import_of_main", "main_is_changed"},
    "names": {"dir_of_the_notebook", "globals_of_the_notebook"},
    "operators": {"order_of_two_objects", "sum_of_two_objects"},
    "outputs": {
        "after_the_capture_magic",
        "captured_output",
        "redirected_stdout",
        "replaced_stdout",
    },
    "patch_stays": {"patch_of_an_earlier_cell", "patch_of_the_cell"},
    "patches": {"patched_function", "patched_module", "patched_print"},
    "pickles": {"pickle_in_a_file", "pickle_in_memory"},
    "pools": {"pool_of_processes"},
    "recursion": {"recursion_limit", "recursion_limit_of_an_earlier_cell"},
    "subclasses": {"subclass", "subclass_as_argument"},
    "surroundings": {"environment", "environment_of_an_earlier_cell", "working_folder"},
    "torch_threads": {"graph_of_the_student"},
    "unpicklable": {"generator_goes_on", "generator_is_bound", "lock_goes_on", "lock_is_bound"},
    "warned": {"recorded_warning", "warning_as_error"},
    "written": {"after_the_writefile_magic", "module_of_the_student"},
}


@pytest.fixture(scope="module")
def evidence(tmp_path_factory):
    """The solution and the release, graded in plain nbgrader and with judged cells."""
    folder = tmp_path_factory.mktemp("ideas")
    course = make_course(folder / "course", COURSES / "ideas")
    (folder / "trial").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(course)
        trial = Trial(*load_course("ideas", []), folder / "trial")
        wanted = dict.fromkeys((SOLUTION, RELEASE), trial.notebooks)
        plain = trial.grade("plain", PlainExecute, wanted)
        return Evidence(trial, plain, trial.grade("judged", JudgeExecute, wanted))


@pytest.fixture(scope="module")
def points(evidence):
    """The points of the solution, by way of grading and by (notebook, cell)."""
    trial = evidence.trial
    wanted, tags = {SOLUTION: trial.notebooks}, dict.fromkeys(evidence.keys, (IN_PROCESS,))
    in_process = trial.grade("in_process", JudgeExecute, wanted, tags=tags)
    ways = {"plain": evidence.plain, "judged": evidence.judged, "in_process": in_process}
    return {
        way: {key: graded[SOLUTION].outcomes[key].points for key in evidence.keys}
        for way, graded in ways.items()
    }


def differing(points, way):
    """The cells with other points than in plain nbgrader, by notebook."""
    found = {}
    for (notebook, cell), plain in points["plain"].items():
        if points[way][notebook, cell] != plain:
            found.setdefault(notebook, set()).add(cell)
    print(found)
    return found


def test_plain_nbgrader_gives_all_points_for_the_right_answer(points):
    """All but for what is named above, and half of the points of the cell with partial credit."""
    assert len(points["plain"]) == 100
    others = {key: value for key, value in points["plain"].items() if value != 1}
    assert others == {
        ("partial", "half_of_the_points"): 1.5,
        **{("ends", cell): None for cell in DIFFER_ANYHOW["ends"]},
    }


def test_judged_cells_differ_that_need_the_tag(points):
    assert differing(points, "judged") == NEED_THE_TAG | DIFFER_ANYHOW


def test_in_process_cells_get_the_points_of_plain_nbgrader(points):
    assert differing(points, "in_process") == DIFFER_ANYHOW


def test_check_finds_the_tags(evidence, capfd):
    """It tags some more: cells that differ only since others are tagged."""
    found = {}
    for notebook, cell in find_tags(evidence, workers=2):
        found.setdefault(notebook, set()).add(cell)
    print(capfd.readouterr().err, found)
    for notebook, cells in NEED_THE_TAG.items():
        assert cells <= found.pop(notebook)
    assert found == {}
