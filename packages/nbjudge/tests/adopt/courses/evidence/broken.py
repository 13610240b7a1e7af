# A cell that fails takes others along.
# %% given setup
import nowhere_to_be_found
start = nowhere_to_be_found.start()
# %% solution half
def half(x):
    ### BEGIN SOLUTION
    return x / 2
    ### END SOLUTION
# %%
begun = start + 1
# %% test first 1
assert half(start) == 1
# %% test second 1
assert half(begun) == 2
# %% test alone 1
assert half(4) == 2
