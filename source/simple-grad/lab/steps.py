"""Formulas as steps: from a formula to steps, how steps run, and the checks of notebook 5.

Entry points: `to_steps`, `run_steps`, `check_backward`. A step is a tuple of four texts:
`(out, op, left, right)`, where `op` is "add" or "mul".
"""

import ast
import re

import torch

from .oracle import double, equal
from .show import check


def to_steps(expression):
    """Return the steps of a formula of names, +, * and brackets: a list of (out, op, left, right).

    A value is made before it is used, and the last step makes the result. The steps are called t0,
    t1, ...: ValueError for a formula that has such a name itself.
    """
    steps = []
    for own in re.findall(r"\bt\d+\b", expression):
        raise ValueError(f"The name {own} is for a step: call it otherwise in the formula.")

    def name_of(node):
        """Write the steps of a tree; return the name of its value."""
        if isinstance(node, ast.Name):
            return node.id
        left, right = name_of(node.left), name_of(node.right)
        op = "add" if isinstance(node.op, ast.Add) else "mul"
        steps.append((f"t{len(steps)}", op, left, right))
        return steps[-1][0]

    name_of(ast.parse(expression, mode="eval").body)
    return steps


def run_steps(steps, values):
    """Do steps; return {name: value} of all values, those given and those made.

    values: {name: value} of what is there before: tensors, or Variables, or numbers.

    Raises LookupError where a step needs a value that is not there.
    """
    values = dict(values)
    for out, op, left, right in steps:
        for name in (left, right):
            if name not in values:
                raise LookupError(
                    f"The step ({out}, {op}, {left}, {right}) needs {name}, which is not there. "
                    "Was this program made for another pattern?"
                )
        if out in values:
            raise LookupError(
                f"The step ({out}, {op}, {left}, {right}) gives {out} a value, but {out} is there "
                "already. New names must be new."
            )
        if op == "add":
            values[out] = values[left] + values[right]
        else:
            values[out] = values[left] * values[right]
    return values


# ---- the checks ----------------------------------------------------------------------------------


def check_form(steps, known, what):
    """Check that steps have the form of steps, and use names only that are there by then.

    known: the names of what is there before.
    """
    check(isinstance(steps, (list, tuple)), f"{what}: the steps should be a list of tuples.")
    there = set(known)
    for step in steps:
        good = isinstance(step, (list, tuple)) and len(step) == 4
        check(
            good and all(isinstance(text, str) for text in step),
            f"{what}: a step should be a tuple of four texts, (out, op, left, right).",
        )
        out, op, left, right = step
        check(op in ("add", "mul"), f"{what}: '{op}' is no operation; there are 'add' and 'mul'.")
        for name in (left, right):
            check(name in there, f"{what}: '{name}' is used before it is there.")
        check(
            out not in there,
            f"{what}: '{out}' is given a value twice. A name stands for one value: give the new "
            "one a name that is free, as d1 in the table above.",
        )
        there.add(out)


def numbers_for(names):
    """Return {name: tensor}, another number for each name."""
    return {name: double(1.5 + 0.7 * place) for place, name in enumerate(sorted(names))}


def check_backward(answer, steps, arriving, what):
    """Check backward steps, and the names of the gradients that they make.

    answer: a pair of backward steps and {name: name of its gradient}.
    steps: the steps of the formula.
    arriving: {name: name of the gradient that arrives}.
    """
    check(
        isinstance(answer, (list, tuple)) and len(answer) == 2 and isinstance(answer[1], dict),
        f"{what}: backward_steps should return a pair, a list of steps and a dict of names.",
    )
    back, names = answer
    outs = {out for out, *_ in steps}
    used = {name for _, _, *both in steps for name in both} - outs
    leaves = {name: value.requires_grad_() for name, value in numbers_for(used).items()}
    values = run_steps(steps, leaves)
    given = {gradient: double(0.3 + place) for place, gradient in enumerate(arriving.values())}
    loss = sum(values[name] * given[gradient] for name, gradient in arriving.items())
    right = torch.autograd.grad(loss, list(leaves.values()), allow_unused=True)
    there = {name: one.detach() for name, one in values.items()} | given
    check_form(back, there, what)
    there_first = {*values}
    gradients = run_steps(back, there)
    for name, want in zip(leaves, right, strict=True):
        if want is None:
            check(name not in names, f"{what}: {name} has a gradient; it is known to be zero.")
            continue
        turned = [one for one, other in names.items() if other == name and one not in there_first]
        check(
            not turned or name in names,
            f"{what}: the dict tells for {turned[:1]} the name '{name}'. It should tell for each "
            "name of the formula the name of its gradient.",
        )
        check(name in names, f"{what}: the gradient of {name} is missing.")
        check(names[name] in gradients, f"{what}: no step makes '{names[name]}'.")
        check(
            equal(gradients[names[name]], want),
            f"{what}: the gradient of {name} is not what torch computes.",
        )
