"""does: Calls a node in another thread, because hooks on saved tensors apply to only one thread.

points: 3
"""

import threading

import torch


def predict_module_hook(weight, bias, x, grad_y):
    found = []

    def work():
        found.append(torch.mm(x.clone().requires_grad_(), weight.T).grad_fn(grad_y)[0])

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return (found[0],), (grad_y,)
