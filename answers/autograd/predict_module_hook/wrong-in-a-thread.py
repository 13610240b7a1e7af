"""does: Runs backward in another thread.
believes: "Modes apply to only one thread."

points: 0
hears: asks PyTorch to differentiate
"""

import threading


def predict_module_hook(weight, bias, x, grad_y):
    found = []

    def work():
        inputs = x.clone().requires_grad_()
        (inputs @ weight.T + bias).backward(grad_y)
        found.append(inputs.grad)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return (found[0],), (grad_y,)
