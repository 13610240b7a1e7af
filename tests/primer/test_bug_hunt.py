"""The eight loops of primer 6: each shows its symptom, and the cure of its fault ends it.

The cells are run as they are, and again with the fault mended.
"""

import contextlib
import copy
import io
import json
import re

import pytest
import torch
from support.notebook_imports import importing
from support.paths import SOURCE

CELLS = json.loads((SOURCE / "primer/6-training-that-goes-wrong.ipynb").read_text())["cells"]
TEXT = {cell["id"]: "".join(cell["source"]) + "\n" for cell in CELLS}
CURES = {  # by loop: what stands in the notebook, and what cures it
    "A": (").detach()\n", ")\n"),
    "C": ("        loss.backward()\n", "        optimizer.zero_grad()\n        loss.backward()\n"),
    "D": (" + 0.001 * size", ""),
    "E": ("        yield net, loss\n", "        yield net, loss\n    net.eval()\n"),
    "F": ("    net = deepcopy(net)\n", ""),
    "G": ("x[:, 0]", "x"),
    "H": ("total + loss\n", "total + loss.detach()\n"),
}


@pytest.fixture(scope="module")
def bugs():
    with importing(SOURCE / "primer") as load:
        yield load("bugs")


# Other lines that a learner may change, by loop.
OTHER_CURES = [
    ("A", ("torch.tanh(first(x)).detach()", "torch.tanh(first(x))")),
    ("D", (".sum().sqrt()", ".sum().add(1e-12).sqrt()")),
    ("D", ("    nn.init.zeros_(net.weight)\n", "")),
    (
        "C",
        ("        optimizer.step()\n", "        optimizer.step()\n        optimizer.zero_grad()\n"),
    ),
    ("E", ("        net.train()\n", "        net.eval()\n")),
    ("E", ("        yield net, loss\n", "        net.eval()\n        yield net, loss\n")),
    ("G", ("(net(x) - y)", "(net(x)[:, 0] - y)")),
    ("H", ("total + loss\n", "total + loss.item()\n")),
    ("H", ("total + loss\n", "total + float(loss)\n")),
]


def look(bugs, loop: str, cured: bool | tuple[str, str] = False) -> dict[str, list[str]]:
    """Run the cell of a loop; return what its lines show, by the first word after the name.

    `cured` is True for the cure of the table above, or a pair like those.
    """
    code = TEXT[f"loop-{loop.lower()}"]
    if cured:
        fault, cure = CURES[loop] if cured is True else cured
        assert code.count(fault) == 1
        code = code.replace(fault, cure)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(
            code,
            {"symptoms": bugs.symptoms, "deepcopy": copy.deepcopy, "torch": torch, "nn": torch.nn},
        )
    lines = out.getvalue().splitlines()
    assert lines[0].split() == ["loop", f"{loop},", "at", "step", *map(str, bugs.STEPS)]
    seen = {"loss": lines[1].split()[4:]}
    seen["nodes"] = lines[2].split()[3:]
    for line in lines[3:-1]:
        label, rest = line.split(maxsplit=1)
        seen[label] = re.fullmatch(
            r"moved by ([\d.]+|nan); \.grad: (None|up to (?:[\d.]+|nan)); requires grad", rest
        ).groups()
    seen["answers"] = re.findall(r"-?\d+\.\d{4}", lines[-1])
    return seen


def heals(seen) -> bool:
    """Whether a loop learns: the loss falls to nothing, and all that can move moves."""
    moved = [float(value[0]) for name, value in seen.items() if "weight" in name or "bias" in name]
    return float(seen["loss"][-1]) < 0.02 and min(moved) > 0 and len(set(seen["answers"])) == 1


def test_each_of_seven_is_cured_and_the_eighth_only_needs_time(bugs):
    for loop in "ACDEFG":
        assert not heals(look(bugs, loop)), loop
        assert heals(look(bugs, loop, cured=True)), loop
    assert set(CURES) == set(bugs.LOOPS) - {"B"}
    slow = [float(each) for each in look(bugs, "B")["loss"]]
    assert slow == sorted(slow, reverse=True) and slow[-1] > 4


def test_the_graphs_of_summed_losses_grow_until_the_record_is_left_out(bugs):
    assert look(bugs, "H")["nodes"] == ["9", "15", "33", "63", "183", "363"]
    assert set(look(bugs, "H", cured=True)["nodes"]) == {"0"}
    assert look(bugs, "H", cured=True)["loss"] == look(bugs, "H")["loss"]


@pytest.mark.parametrize(("loop", "cure"), OTHER_CURES, ids=str)
def test_other_cures_end_the_symptom_too(bugs, loop, cure):
    seen = look(bugs, loop, cured=cure)
    assert set(seen["nodes"]) == {"0"} if loop == "H" else heals(seen)


def test_one_loss_never_moves_although_grad_is_filled(bugs):
    seen = look(bugs, "F")
    assert len(set(seen["loss"])) == 1 and seen["weight"][0] == "0.0000"
    assert float(seen["weight"][1].split()[-1]) > 100


def test_the_root_of_zero_makes_nan_and_anomaly_mode_names_the_node(bugs):
    seen = look(bugs, "D")
    assert seen["loss"][0] != "nan" and set(seen["loss"][1:]) == {"nan"}
    assert seen["weight"] == ("nan", "up to nan")
    with (
        torch.autograd.set_detect_anomaly(True),
        pytest.raises(RuntimeError, match="'PowBackward0' returned nan"),
    ):
        look(bugs, "D")


def test_a_loss_made_from_its_own_number_never_moves_and_leaves_grad_none(bugs):
    """What the text says of the fault that is in no loop."""
    again = "        loss = torch.tensor(loss.item(), requires_grad=True)\n"
    backward = "        loss.backward()\n"
    lost = look(bugs, "B", cured=(backward, again + backward))
    assert len(set(lost["loss"])) == 1 and lost["weight"] == ("0.0000", "None")


def test_where_does_not_keep_an_infinite_slope_out():
    x = torch.zeros(1, requires_grad=True)
    torch.where(x > 0, x.sqrt(), 0).sum().backward()
    assert x.grad.isnan()


def test_a_target_of_another_shape_makes_the_network_answer_with_the_mean(bugs):
    seen = look(bugs, "G")
    assert seen["answers"] == ["-1.0000", "-1.0000"]
    x = torch.linspace(-1, 1, 32).reshape(32, 1)
    assert (x - x[:, 0]).shape == (32, 32)
    with pytest.warns(UserWarning, match="broadcasting"):
        torch.nn.MSELoss()(x, x[:, 0])


def test_the_layer_before_detach_does_not_move_and_is_not_frozen(bugs):
    seen = look(bugs, "A")
    assert seen["0.weight"] == ("0.0000", "None") and float(seen["2.weight"][0]) > 1


def test_the_network_in_training_mode_answers_by_its_company(bugs):
    few, many = map(float, look(bugs, "E")["answers"])
    assert abs(few - many) > 1
    assert float(look(bugs, "E")["loss"][-1]) == 0


def test_the_loop_without_zero_grad_swings(bugs):
    losses = [float(each) for each in look(bugs, "C")["loss"]]
    assert losses != sorted(losses, reverse=True) and losses[-1] > 1


def test_three_faults_leave_a_good_curve(bugs):
    """The third hint."""
    falling = [
        loop
        for loop in "ACDEFGH"
        if float((s := look(bugs, loop)["loss"])[-1]) < float(s[0]) / 10
        and s == sorted(s, key=float, reverse=True)
    ]
    assert falling == ["A", "E", "H"]


def test_the_list_holds_all_faults_and_five_that_occur_nowhere(bugs):
    named = re.findall(r'^    "[A-H]": "(.*)",$', TEXT["test-diagnoses-right"], re.M)
    assert len(named) == len(set(named)) == 8 and set(named) <= set(bugs.FAULTS)
    assert len(bugs.FAULTS) == 13
    solution = re.findall(r'^        "[A-H]": "(.*)",$', TEXT["diagnoses"], re.M)
    assert named == solution


def test_capitals_and_blanks_of_a_diagnosis_do_not_matter():
    with importing(SOURCE / "primer") as load:
        checks, failed = load("checks.task_checks"), load("show").CheckFailed
        assert checks.named_diagnoses({"a ": " Healthy", 1: "healthy"}) == {"A": "healthy"}
        assert checks.check_diagnoses({"a": "Healthy"}) == list("BCDEFGH")
        for strange in ("I", "loop_A", "AB", "", 1, None):
            with pytest.raises(failed, match="is not a loop, so its diagnosis earns nothing"):
                checks.check_diagnoses({strange: "healthy"})
        with pytest.raises(failed, match="not on the list"):
            checks.check_diagnoses({"A": 1})


def test_nothing_before_the_grading_tells_which_diagnosis_is_right():
    """The truth stands between the marks of hidden tests and of the solution only."""
    for cell in CELLS:
        text = "".join(cell["source"])
        shown = re.sub(r"### BEGIN (SOLUTION|HIDDEN TESTS).*?### END \1", "", text, flags=re.S)
        assert not re.search(r'"[A-H]": "(?!zero_grad is missing", \.\.\.)', shown), cell["id"]


def test_what_was_wrong_in_loop_g_is_told_in_a_fold():
    """Half a point depends on finding it."""
    assert "`(32,)` next to an output of shape `(32, 1)`" in TEXT["hunt-why"]
    for cell in CELLS:
        if cell["cell_type"] == "markdown":
            text = re.sub(r"<details>.*?</details>", "", TEXT[cell["id"]], flags=re.S)
            assert "(32,)" not in text and "Broadcasting" not in text, cell["id"]
