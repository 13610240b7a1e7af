"""Small programs as data, for the task of notebook 1.

A program is a list of steps `(name, how, inputs)`, a tuple of a str, a str and a tuple of str:

| how | inputs | what it does |
| --- | --- | --- |
| `tensor` | none | `name = torch.tensor(2.0)` |
| `parameter` | none | `name = nn.Parameter(torch.tensor(2.0))` |
| `multiply` | two | `name = first * second` |
| `no_grad` | two | the same, made under `torch.no_grad()` |
| `detach` | one | `name = first.detach()` |
| `long` | one | `name = first.long()`, whole numbers |
| `freeze` | one | `first.requires_grad_(False)`; `name` is that same tensor's |

Entry points: `random_program` makes one; `text_of` and `picture_of` show one.
"""

import random

MAKERS = ("tensor", "parameter")  # steps without inputs
PRODUCTS = ("multiply", "no_grad")  # steps with two inputs


def random_program(seed, kinds, length=9):
    """Return a random program that uses its earlier tensors, the same for the same seed.

    Arguments:
        seed: an int.
        kinds: the values of `how` to use besides `tensor`, `parameter` and `multiply`.
        length: the number of steps.
    """
    draw = random.Random(seed)
    program = [("t1", "parameter", ()), ("t2", "tensor", ()), ("t3", "multiply", ("t1", "t2"))]
    while len(program) < length:
        made = list({name: None for name, _, _ in program})
        how = draw.choice([*MAKERS, *["multiply"] * 4, *kinds, *kinds])
        if how == "freeze":
            # PyTorch freezes leaves only.
            name = draw.choice([name for name, how, _ in program if how == "parameter"])
            program.append((name, how, (name,)))
        else:
            count = 0 if how in MAKERS else 2 if how in PRODUCTS else 1
            inputs = tuple(draw.choice(made) for _ in range(count))
            program.append((f"t{len(made) + 1}", how, inputs))
    return program


def text_of(program):
    """Return a program as Python source that needs `torch` and `nn`: one line for each step."""
    return "\n".join(LINES[how].format(name, *inputs) for name, how, inputs in program)


LINES = {
    "tensor": "{0} = torch.tensor(2.0)",
    "parameter": "{0} = nn.Parameter(torch.tensor(2.0))",
    "multiply": "{0} = {1} * {2}",
    "no_grad": "with torch.no_grad(): {0} = {1} * {2}",
    "detach": "{0} = {1}.detach()",
    "long": "{0} = {1}.long()",
    "freeze": "{0}.requires_grad_(False)",
}


def picture_of(program, marked=""):
    """Return a program as DOT text, the tensor called `marked` with a red frame."""
    lines = ["digraph {", "rankdir=LR; node [shape=box]"]
    for name, how, inputs in program:
        if how == "freeze":
            lines.append(f'"{name}" [xlabel="frozen"]')
            continue
        style = " color=red penwidth=2" if name == marked else ""
        lines.append(f'"{name}" [label="{name}\\n{how}"{style}]')
        lines += [f'"{each}" -> "{name}"' for each in inputs]
    return "\n".join([*lines, "}"])
