# Processes that run a student's function.
# %% solution square
def square(x):
    return x * x
# %% test pool_of_processes 1
import multiprocessing

with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(square, range(4)) == [0, 1, 4, 9]
