# A student's function reads and fills globals that only test cells bind.
# %% solution scaled
def scaled(x):
    return x * FACTOR


def note(line):
    LINES.append(line)
# %% test global_of_the_cell 1
FACTOR = 3
assert scaled(2) == 6
# %% test global_of_an_earlier_cell 1
assert scaled(3) == 9
# %% test global_list_is_filled 1
LINES = []
note("a")
note("b")
assert LINES == ["a", "b"]
