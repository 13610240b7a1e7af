# The environment and the working folder.
# %% solution surroundings
import os


def mode():
    return os.environ.get("MODE", "slow")


def here():
    return os.path.basename(os.getcwd())
# %% test environment 1
import os

os.environ["MODE"] = "fast"
assert mode() == "fast"
# %% test environment_of_an_earlier_cell 1
assert mode() == "fast"
# %% test working_folder 1
import os

os.mkdir("inside")
os.chdir("inside")
assert here() == "inside"
os.chdir("..")
