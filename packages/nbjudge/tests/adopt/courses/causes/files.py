# Files beside the notebook, and one that the student's function writes.
# shared: written_file
# %% solution files
### BEGIN SOLUTION
def read_towns():
    """The names in towns.csv."""
    with open("towns.csv") as file:
        return [line.split(",")[0] for line in file][1:]


def write_towns(names):
    """Write names to names.txt, one a line."""
    with open("names.txt", "w") as file:
        file.write("\n".join(names))


import toolbox

rounded = toolbox.half_up(2.5)
### END SOLUTION
# %% test data_file 1
assert read_towns() == ["Abbey", "Brook", "Castle", "Dale"]
# %% test judge_reads_too 1
with open("towns.csv") as file:
    assert len(file.readlines()) == len(read_towns()) + 1
# %% test module_beside 1
import toolbox

assert rounded == toolbox.half_up(2.5) == 3
# %% test written_file 1
write_towns(["x", "y"])
with open("names.txt") as file:
    assert file.read().split() == ["x", "y"]
