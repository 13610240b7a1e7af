# The default dtype of torch.
# %% given imports
import torch
# %% solution dtype
torch.set_default_dtype(torch.float64)


def zeros(n):
    return torch.zeros(n)
# %% test dtype_of_the_student 1
assert zeros(2).dtype == torch.tensor([0.5]).dtype == torch.float64
# %% test dtype_of_the_test 1
torch.set_default_dtype(torch.float32)
assert zeros(2).dtype == torch.float32
