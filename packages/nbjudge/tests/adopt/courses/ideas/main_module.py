# The notebook as the module __main__.
# %% solution square
def square(x):
    return x * x
# %% test import_of_main 1
import __main__

assert __main__.square(3) == 9
# %% test main_is_changed 1
import sys

module = sys.modules["__main__"]
kept, module.square = module.square, lambda x: 0
assert square(3) == 0
module.square = kept
assert square(3) == 9
