# Cells that measure time.
# %% solution square
def square(x):
    return x * x
# %% test timeit_magic 1
timed = %timeit -o -q -n 3 -r 2 square(3)
assert timed.best < 1
# %% test time_magic 1
%%time
assert square(3) == 9
