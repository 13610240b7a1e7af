# A course whose answer cells have none of nbgrader's metadata: its source is what students get.
# %%
def shout(word):
    "Print a word in capitals."
# %% test shouts 2
import contextlib
import io

with contextlib.redirect_stdout(io.StringIO()) as said:
    shout("a")
assert said.getvalue() == "A\n"
# %% test returns_nothing 1
assert shout("b") is None
