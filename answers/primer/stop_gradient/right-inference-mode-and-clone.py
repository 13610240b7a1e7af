"""Runs first in inference mode and clones its result, which makes it a normal tensor.

points: 2
"""

def stop_gradient(first, second, x):
    with torch.inference_mode():
        features = first(x)
    # second cannot save an inference tensor, a clone is a normal one
    return second(features.clone())
