"""A sequence to learn, and the steps of a recurrent network that save a weight."""

import torch


def make_stream(length):
    """Return a list of pairs (x, target): the target of a step is the x of the step before."""
    numbers = torch.rand(length + 1, 1, generator=torch.Generator().manual_seed(1))
    return [(numbers[i + 1 : i + 2], numbers[i : i + 1]) for i in range(length)]


def steps_that_save_a_weight(cell, inputs):
    """Return the numbers of the steps whose graph saves a weight, counted from 1.

    Arguments:
        cell: a recurrent cell, such as `nn.RNNCell`. Its state starts as zeros.
        inputs: the `x` of each step, a list of tensors of shape (1, input_size).
    """
    weights = {each.data_ptr() for each in cell.parameters()}
    h, found = torch.zeros(1, cell.hidden_size), []
    for number, x in enumerate(inputs, 1):
        saved = set()

        def note(tensor, saved=saved):
            saved.add(tensor.data_ptr())
            return tensor

        with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
            h = cell(x, h)
        if weights & saved:
            found.append(number)
    return found
