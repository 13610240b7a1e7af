"""Executes the text of the program, and reads the tensors' flags.

points: 3
"""


def predict_flags(program):
    names = {"torch": torch, "nn": nn}
    exec(text_of(program), names)
    return {
        name: (value.requires_grad, value.is_leaf)
        for name, value in names.items()
        if isinstance(value, torch.Tensor)
    }
