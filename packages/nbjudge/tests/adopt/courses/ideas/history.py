# What IPython keeps of the cells before.
# %% solution square
def square(x):
    return x * x
# %% test source_of_an_earlier_cell 1
assert "def square" in In[1] and "for" not in In[1]
# %% test names_of_the_shell 1
assert get_ipython().user_ns["square"](3) == 9
