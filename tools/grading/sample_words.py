"""What the sample class writes in its own words: names, guesses and write-ups.

Entry points: `NAMES`, `guessed`, `WRITE_UPS`.
"""

import re

NAMES = {
    "amara": ("Amara", "Okafor"),
    "boris": ("Boris", "Novak"),
    "chen": ("Chen", "Li"),
    "divya": ("Divya", "Nair"),
    "emil": ("Emil", "Lindqvist"),
    "farah": ("Farah", "Haddad"),
    "goran": ("Goran", "Petrović"),
    "hana": ("Hana", "Suzuki"),
    "ines": ("Inês", "Costa"),
    "jonas": ("Jonas", "Weber"),
    "kofi": ("Kofi", "Mensah"),
    "lena": ("Lena", "Fischer"),
}

# The guesses of the lab's questions, as code. The first is taken most often, and mostly right.
GUESSES = {
    "input_shape": ["(4, 3)", "(3, 4)", "(4, 2)"],
    "output_shape": ["(4, 2)", "(4, 3)"],
    "factor": ["2", "1", "4"],
    "how_many": ["3", "2", "1"],
    "first_shape": ["(2,)", "(4, 3)"],
    "last_shape": ["(3, 2)", "(2, 3)"],
    "there_when_called": ["True", "False"],
    "there_when_x_is_data": ["False", "True"],
    "first_called": ['"linear2"', '"linear1"'],
    "different_numbers": ["4", "3", "6"],
    "arrives_at_linear2": ['"less"', '"10"', '"more"'],
    "difference": ["20", "0", "3.7"],
    "leaves_after_linear1": ["2", "4", "0"],
    "power_of_ten": ["-9", "-3", "-1"],
    "for_a_times_2": ["1", "2"],
    "for_a_times_a": ["2", "1"],
    "operations": ["6", "5", "3"],
    "leaves": ["4", "5", "2"],
    "leaves_of_attention": ["4", "3", "6"],
    "edges_of_sum": ['"three times"', '"twice"', '"as many"'],
    "edges_grow_in": ['"sum and backward"', '"sum"', '"all"'],
    "bytes_grow_in": ['"sum"', '"sum and backward"', '"all"'],
    "row_with_memory": ["3", "4"],
    "row_without": ["3", "6"],
    "edges_for_1": ["2", "3"],
    "edges_for_2": ["6", "4"],
    "digits_for_20": ["7", "2", "3"],
    "arrows_into_leaf": ["8", "6", "3"],
    "gradient_of_leaf": ["8", "6", "2"],
    "exp_passes_on": ["(1.0, 7.39)", "(1.0, 2.0)"],
    "product_passes_on_how_many": ["2", "1"],
    "first_of_product": ["(1.0, 2.0)", "(0.0, 1.0)"],
    "leaf_passes_on_how_many": ["0", "1"],
    "must_arrive_at_exp": ["2", "1"],
    "hasty_first_number": ["1.0", "3.0"],
    "hasty_v_is_wrong": ["True", "False"],
    "visits_for_3": ["15", "8", "4"],
    "visits_for_8": ["511", "256", "9"],
    "gradient_is_right": ["True", "False"],
    "my_visits_for_8": ["9", "8", "511"],
    # Questions about a student's own function; what is right differs.
    "own_1": ["5", "10", "24"],
    "own_2": ["2", "0", "48"],
    "own_3": ["4", "5", "1"],
}
QUESTION = re.compile(r"(\w+)=\.\.\.")
GUESSERS = ("amara", "boris", "chen", "divya", "farah", "hana", "jonas", "kofi")

# The write-ups of the lab, from four sentences that earn all points to one that earns none. Three
# students submit the same one, copied from a forum; a chat had it too.
COPIED = "The gradient that arrives at y reaches x through the weight: dL/dx = dL/dy @ weight."
HOOKS = [
    """\
1. Each entry x_ij is part of y_ik for every output k, with the factor W_kj. So the chain rule
   adds over k: dL/dx_ij = sum over k of dL/dy_ik W_kj, and that is `grad_y @ W`.
2. The node's hook also gets the gradients of the bias and of the weight. The operation received
   `W.T`, so the last one has the shape (in, out).
3. It fires after the gradient of the layer's input is there, so `weight.grad` is set by then.
4. `grad_input` is `(None,)`. There is nothing to wait for: the hook fires earlier,
   when `weight.grad` is still None.
""",
    """\
1. Chain rule: `grad_x = grad_y @ W`, since y = x @ W.T + b and every output depends on x.
2. The node gets three gradients, for bias, x and weight.
3. The hook fires when the gradient of x was computed.
4. Then grad_input is (None,) because x needs no gradient.
""",
    """\
1. grad_x is grad_y times the weight.
2. The hook on the node gets more gradients.
3. It fires during backward.
4. There is None.
""",
    "The weight is multiplied by the gradient, and the hooks print it.",
]
ORDER = [
    """\
1. `linear2`, `relu`, `linear1`: the reverse of forward. A layer needs the gradient of its output,
   and the layers after it compute that one.
2. They are the same gradient if one tensor is used once. In the skip connection two gradients
   are added, so more arrives.
3. The sigmoid stands between: its derivative y (1 - y) is at most 1/4, so less arrives.
4. Not for leaves: `linear2.bias` has its `.grad` before backward reaches `relu`.
""",
    """\
1. In reverse, because backward starts at the loss and each layer waits for the one after it.
2. Equal, except with a skip connection, where gradients add up.
3. The sigmoid changes it.
4. All leaves come last, because they were there first.
""",
    """\
1. Backward runs backwards.
2. What arrives is what left.
3. Because of the sigmoid.
4. For leaves.
""",
    "The order is reversed because PyTorch keeps a stack of all layers.",
]
QUALITY = {"amara": 0, "boris": 1, "chen": 0, "divya": 3, "emil": 2, "farah": 2, "goran": 1,
           "ines": 0, "jonas": 1}  # fmt: skip
WRITE_UPS = {
    name: dict.fromkeys(NAMES, COPIED) | {student: texts[n] for student, n in QUALITY.items()}
    for name, texts in {"hooks_writeup": HOOKS, "order_writeup": ORDER}.items()
}


def guessed(source: str, student: str) -> str:
    """Return a cell of guesses with those of a student; some guess nothing, and some not all.

    A question that `GUESSES` lacks gets one of the words in its comment, or a small number.
    """
    if student not in GUESSERS or "guess(" not in source:
        return source
    turn = GUESSERS.index(student)
    lines = []
    for line in source.splitlines():
        for name in QUESTION.findall(line):
            turn += len(name)
            words = re.findall(r'"\w+"|True|False', line.partition("#")[2])
            choice = GUESSES.get(name) or words or ["1", "2", "3"]
            right_first = [choice[0], *choice, ...]
            taken = right_first[turn % len(right_first)]
            if taken is not ...:
                line = line.replace(f"{name}=...", f"{name}={taken}")
        lines.append(line)
    return "\n".join(lines)
