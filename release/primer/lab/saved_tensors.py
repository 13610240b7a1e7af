"""What a forward pass saves for backward, and whether a second backward works."""

import torch


def tensors_saved(net, x):
    """Return how many tensors `net(x)` saves for backward."""
    return len(_saved(net, x))


def bytes_saved(net, x):
    """Return how many bytes `net(x)` saves for backward, not counting its weights and `x`.

    Memory that several nodes share counts once.
    """
    old = {each.untyped_storage().data_ptr() for each in [*net.parameters(), x]}
    memory = (tensor.untyped_storage() for tensor in _saved(net, x))
    return sum(
        {each.data_ptr(): each.nbytes() for each in memory if each.data_ptr() not in old}.values()
    )


def _saved(net, x):
    saved = []

    def note(tensor):
        saved.append(tensor)  # kept, so that no memory is used again
        return tensor

    # PyTorch calls the first function with each tensor that a node saves.
    with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
        net(x)
    return saved


def works_again(result, what):
    """Run backward through `result` again; print what happens, and return whether it works."""
    try:
        result.backward()
    except RuntimeError as error:
        print(f"{what}, the second time: {str(error)[:58]}")
        return False
    print(f"{what}, the second time: works")
    return True
