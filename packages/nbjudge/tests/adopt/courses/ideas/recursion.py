# The recursion limit.
# %% solution depth
def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)
# %% test recursion_limit 1
import sys

sys.setrecursionlimit(20_000)
assert depth(5_000) == 5_000
# %% test recursion_limit_of_an_earlier_cell 1
assert depth(6_000) == 6_000
