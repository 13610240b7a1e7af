# A magic command in the cell that imports, and tests that look at figures.
# needs: matplotlib
# shared: figure_lines
# %% given imports
%matplotlib inline
import matplotlib.pyplot as plt
import numpy as np
# %% solution draw
def draw(numbers):
    """Draw numbers as a line with a title."""
    ### BEGIN SOLUTION
    plt.figure()
    plt.plot(np.asarray(numbers))
    plt.title("Numbers")
    return np.mean(numbers)
    ### END SOLUTION
# %% test after_magic 1
assert draw([1, 2, 3]) == 2
# %% test figure_title 1
draw([1, 2])
assert plt.gca().get_title() == "Numbers"
# %% test figure_lines 1
from matplotlib import pyplot

draw([4, 2])
lines = pyplot.gcf().axes[0].lines
assert len(lines) == 1 and list(lines[0].get_ydata()) == [4, 2]
