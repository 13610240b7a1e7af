# Its kernel is not here.
# %% solution third
def third(x):
    ### BEGIN SOLUTION
    return x / 3
    ### END SOLUTION
# %% test third_of_three 1
assert third(3) == 1
