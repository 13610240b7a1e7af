# A test cell that ends its process.
# %% solution square
def square(x):
    return x * x
# %% test ends_the_process 1
import os

assert square(3) == 9
os._exit(0)
# %% test after_the_end 1
assert square(4) == 16
