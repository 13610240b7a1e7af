# A cell that fails.
# %% given setup
import nowhere_to_be_found
# %% solution half
def half(x):
    ### BEGIN SOLUTION
    return x / 2
    ### END SOLUTION
# %% test alone 1
assert half(4) == 2
