"""The numbers in the texts of primer are what its cells print, or what PyTorch says here."""

import json
import os
import re
import subprocess
import sys

import pytest
from support.paths import SOURCE

FOLDER = SOURCE / "primer"
# Runs the code cells of notebooks, each in names of its own, and prints what each cell printed.
RUN = """
import contextlib, io, json, sys
import IPython.display
IPython.display.display = lambda *args, **kwargs: None
sys.path.insert(0, ".")
printed = {}
right = json.loads(sys.argv[1])
for path in sys.argv[2:]:
    names = {"__name__": "__main__"}
    for cell in json.load(open(path))["cells"]:
        if cell["cell_type"] == "code":
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec("".join(cell["source"]), names)
                if path[0] + "/" + cell["id"] in right:
                    names["guess"](**right[path[0] + "/" + cell["id"]])
            printed[path[0] + "/" + cell["id"]] = out.getvalue()
    if "red" in names and "blue" in names:
        printed["runs"] = {"red": names["red"], "blue": names["blue"]}
    if "VALUES" in names:
        printed["values"], printed["arrived"] = names["VALUES"], names["arrived"]
print(json.dumps(printed))
"""
# What a learner guesses who knows it all, by the cell that takes the guesses.
RIGHT = {
    "1/guess-traps": {"silent": "letter"},
    "1/guess-record": {
        "x_requires_grad": False, "y_requires_grad": True, "x_is_a_leaf": True,
        "y_is_a_leaf": False, "grad_fn_of_b_is_None": True,
    },
    "1/guess-surprise": {"twice_is_a_leaf": True, "c_is_a_leaf": False},
    "1/guess-stop": {
        "d": False, "d_times_w": True, "n": False, "w_times_x_after": False, "y_before": True,
    },
    "1/guess-middle": {"how_many": 4},
    "2/guess-by-hand": {"x": 4, "a": 3, "b": 1},
    "2/guess-again": {"x_again": 8, "a_again": 6, "b_again": 2},
    "2/guess-vectors": {
        "x_in_1": 2, "x_in_2_for_1000": 2000, "x_in_2_for_1_and_10": 11, "x_in_3": 24,
        "x_in_4_for_the_mean": 1,
    },
    "2/guess-jacobian-picture": {
        "square": "diagonal", "total": "row", "differences": "band",
    },
    "2/guess-reward": {"first": "red"},
    "3/guess-graph-run": {"a": -39, "w1": -10, "w2": -12, "w3": -6, "w4": -8},
    "3/guess-cut": {"a_where_b_is_detached": -24, "a_where_w1_is_frozen": -39},
    "3/guess-twice": {
        "a_plus_b_works": True, "a_times_x_plus_b_works": False, "b_in_the_end": 2,
        "x_times_2_works": False,
    },
    "3/guess-saved": {
        "only_last_saves_less_than_all": True, "only_first_saves_less_than_all": False,
    },
    "3/guess-loop": {"y_for_3": 192, "slope_for_3": 64, "slope_for_60": 2, "slope_for_100": 1},
    "3/guess-changing": {"layer_1": True, "layer_2": True, "layer_3": False},
    "4/guess-module": {"has_backward": False},
    "4/guess-square": {"gradient": [2, 40, 600]},
    "4/guess-ctx": {"with_an_attribute": 6, "with_save_for_backward": "error"},
    "4/guess-straight": {"round": 0, "Straight": 1},
    "4/guess-gradcheck": {"sin_single": False, "sin_double": True, "Straight_double": False},
    "4/guess-one-line": {"doubles": "A"},
    "5/guess-orders": {
        "zero_backward_step": "at 3", "backward_step_zero": "at 3", "backward_zero_step": "at 0",
        "backward_step": "elsewhere",
    },
    "5/guess-halves": {"after_one_half": 6, "after_both_halves": 20},
    "5/guess-modes": {"same_with_no_grad": False, "saves_with_eval": True},
    "5/guess-data": {"data": 6, "detach": "error", "no_grad": "error"},
    "6/guess-online-error": {"complete_steps": 1},
    "6/guess-retain": {"with_retain_graph": 2, "first_to_save_a_weight": 2},
}  # fmt: skip
PRINTED = {
    "1/own-line": "t requires grad: False\n",
    "1/traps": "A whole number: "
    "Only Tensors of floating point and complex dtype can require gradients\n"
    "A letter is missing. The tensor requires grad: False\n",
    "1/surprise": "twice is a leaf: True\n"
    "c is a leaf: False   its record: torch::autograd::CopyBackwards\n"
    "v[:] += 1: a view of a leaf Variable that requires grad is being used in an in-place "
    "operation.\n",
    "1/stop": "d, detached, requires grad: False\nd * w requires grad: True\n"
    "n, made under no_grad, requires grad: False\n"
    "w * x, made after w was frozen, requires grad: False\n"
    "y, made before w was frozen, requires grad: True\n",
    "2/again": "gradients of x, a, b: 8.0 6.0 2.0\n5 * w, backward three times: 15.0\n",
    "2/vectors-error": "grad can be implicitly created only for scalar outputs\n",
    "2/vectors": "x + a, (1, 1) arrives:       gradient of x 2, of a [1.0, 1.0]\n"
    "x + a, (1000, 1000) arrives: gradient of x 2000, of a [1000.0, 1000.0]\n"
    "x + a, (1, 10) arrives:      gradient of x 11, of a [1.0, 10.0]\n"
    "x * a, (1, 10) arrives:      gradient of x 24, of a [3.0, 30.0]\n"
    "(x + a).sum():               gradient of x 2, of a [1.0, 1.0]\n"
    "(x + a).mean():              gradient of x 1, of a [0.5, 0.5]\n",
    "3/graph-run": "  a: -39.0  w1: -10.0  w2: -12.0  w3: -6.0  w4: -8.0\n",
    "3/cut": "b detached:\n  a: -24.0  w1: None  w2: -12.0  w3: -6.0  w4: -8.0\n"
    "w1 frozen:\n  a: -39.0  w1: None  w2: -12.0  w3: -6.0  w4: -8.0\n",
    "3/saved": "all layers are trained:    200,000 bytes\n"
    "under no_grad:                   0 bytes\n"
    "only the last is trained:   40,000 bytes\n"
    "only the first is trained: 200,000 bytes\n",
    "3/changing": "1 layers: [True, False, False]\n3 layers: [True, True, True]\n"
    "2 layers: [True, True, False]\n",
    "3/loop": "x = 3: y = 192, slope 64\nx = 60: y = 120, slope 2\nx = 100: y = 100, slope 1\n",
    "4/module": "the layer has a backward: False\nthe node of its result: AddmmBackward0\n",
    "4/square": "the squares: [1.0, 4.0, 9.0] and the gradient of x: [2.0, 40.0, 600.0]\n"
    "the node of y: SquareBackward\n",
    "4/gradcheck": "sin, single precision:      fails, and warns\n"
    "sin, double precision:      passes\nStraight, double precision: fails\n",
    "4/honor": "gradcheck passes\ngradgradcheck passes\n",
    "4/one-line": "program A: [2.0, 4.0, 6.0]\ntensor([2., 4., 6.])\nprogram B: [1.0, 2.0, 3.0]\n",
    "5/by-hand": "after backward:   w 2.0   .grad -2.0\n"
    "after step:       w 2.2   .grad -2.0\nafter zero_grad:  w 2.2   .grad None\n",
}


@pytest.fixture(scope="module")
def printed():
    """What the cells of the notebooks print, with the reference solutions in them."""
    notebooks = sorted(path.name for path in FOLDER.glob("*.ipynb"))
    run = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(RIGHT), *notebooks],
        cwd=FOLDER,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize("cell", PRINTED)
def test_a_cell_prints_what_the_text_says(printed, cell):
    assert re.sub(r"\d of \d\.\n$", "", printed[cell]) == PRINTED[cell]


def test_each_guess_is_answered_and_the_right_ones_are_right(printed):
    asked = [name for name in printed if "/guess-" in name]
    assert asked == list(RIGHT)
    assert all(len([name for name in asked if name[0] == number]) <= 8 for number in "123456")
    for name in asked:
        count = len(RIGHT[name])
        said = printed[name.replace("guess-", "")]
        assert said.endswith(f"{count} of {count}.\n"), said


def test_the_program_by_hand(printed):
    said = printed["2/by-hand"].splitlines()
    assert said[:3] == [
        "z = 17.0",
        "gradients of x, a, b: 4.0 3.0 1.0",
        "gradient of y, kept by retain_grad: 1.0",
    ]
    assert "not a leaf" in said[3]


def test_a_frozen_layer_in_the_middle_leaves_four_of_six(printed):
    assert printed["1/middle"].count("has a .grad") == 4
    assert printed["1/middle"].count("frozen") == 2


def test_the_product_fails_half_way(printed):
    lines = printed["3/twice"].splitlines()
    assert lines[0] == "a + b, the second time: works"
    assert lines[1] == "gradients of a and b: 2.0 2.0"
    assert lines[2] == "a * x + b, once: gradients of x and b 4.0 1.0"
    assert lines[3].endswith("Trying to backward through the graph a second time (or dir")
    assert lines[4] == "and then: gradients of x and b 4.0 2.0"
    assert lines[5] == "the node of z still exists: AddBackward0"
    assert lines[6].startswith("x * 2, the second time: Trying to backward through the graph a")


def test_the_loop_that_carries_h_fails_in_the_two_ways_that_the_text_names(printed):
    plain, retained = printed["6/online-error"], printed["6/retain"].splitlines()
    assert plain.startswith("step 2: Trying to backward through the graph a second time")
    assert plain.endswith("complete steps: 1\n1 of 1.\n")
    assert "modified by an inplace operation" in retained[0]
    assert retained[1] == "complete steps: 2"
    assert retained[2] == "steps that save a weight: [2, 3, 4]"
    assert [line.split(":")[0] for line in retained[3:6]] == [
        "no optimizer, step 10",
        "no optimizer, step 20",
        "no optimizer, step 30",
    ]


def test_the_orders_of_the_three_lines_end_where_the_text_says(printed):
    ends = [line.split(maxsplit=1)[1] for line in printed["5/orders"].splitlines()[:4]]
    assert ends == ["at 3", "at 3", "at 0", "elsewhere"]


def test_half_batches_add_up_to_twice_the_gradient(printed):
    said = printed["5/halves"].splitlines()[:3]
    assert [float(line.split(":")[1]) for line in said] == [10, 6, 20]
    assert "a mean of its own, 6 and 14" in text_of("5-training")


def test_the_two_switches_do_what_the_table_says(printed):
    rows = [line.split() for line in printed["5/modes"].splitlines()[1:5]]
    assert printed["5/modes"].split("\n")[0].endswith("tensors saved"), "no column of times"
    assert [row[:3] for row in rows] == [
        ["False", "False", "False"],
        ["False", "True", "False"],
        ["True", "False", "True"],
        ["True", "True", "True"],
    ]
    assert [int(row[3]) > 0 for row in rows] == [True, False, True, False]


def test_data_alone_gives_a_wrong_gradient(printed):
    said = printed["5/data"].splitlines()[:3]
    assert said[0] == "data     the gradient is 6"
    assert all("modified by an inplace" in line for line in said[1:])


def test_the_graph_with_four_weights_holds_the_numbers_of_its_table(printed):
    assert {name: printed["values"][name] for name in "bcdpqL"} == {
        "b": 6, "c": 8, "d": 78, "p": 30, "q": 48, "L": -68,
    }  # fmt: skip
    text = text_of("3-graphs-on-the-fly")
    assert "3 times 2 is 6" in text and "30 + 48 is 78" in text and "-68" in text
    assert printed["arrived"]["a"] == -39


def test_the_lost_line_swings_past_the_target_and_back_for_ever(printed):
    blue, red = printed["runs"]["blue"], printed["runs"]["red"]
    assert [round(w, 3) for w in (*blue[1:3], blue[25])] == [0.6, 1.08, 2.989]
    assert [round(w, 3) for w in red[1:4]] == [0.6, 1.68, 3.024]
    assert blue[3] < 3 < red[3], "red reaches 3 first"
    turn = red.index(max(red[:10]))
    assert red[turn] > 5.9 and min(red[turn:]) < 0.1, "it swings to 6 and comes back to 0"
    assert max(red[turn + 7 :]) > 6, "and out again, farther"


def test_the_text_counts_the_hidden_checks_right():
    cells = {
        c["id"]: "".join(c["source"]) for path in FOLDER.glob("*.ipynb") for c in cells_of(path)
    }
    flags = [text for name, text in cells.items() if name.startswith("test-predict_flags-")]
    assert len(flags) == 4 and "range(40)" in cells["test-predict_flags-tools"]
    ranges = re.findall(r"range\((\d+)\)", cells["test-second_backward_fails-rows"])
    assert 8 + sum(map(int, ranges)) == 45, "8 operations alone, and random lists"
    assert "linspace(-6, 6, 25" in cells["test-Silu-gradient"]
    texts = [text_of(path.stem) for path in FOLDER.glob("*.ipynb")]
    for promise in ("40 random programs", "45 lists", "25 places"):
        assert any(promise in text for text in texts), promise


def cells_of(path):
    """The cells of a notebook."""
    return json.loads(path.read_text())["cells"]


def text_of(notebook):
    """The text of all Markdown cells of a notebook."""
    cells = cells_of(FOLDER / f"{notebook}.ipynb")
    return "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
