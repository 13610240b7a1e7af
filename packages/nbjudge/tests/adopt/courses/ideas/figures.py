# Figures that student's code draws.
# needs: matplotlib
# %% given imports
%matplotlib inline
import matplotlib.pyplot as plt
# %% solution draw
def draw(numbers):
    plt.figure()
    plt.plot(numbers)
    plt.title("Numbers")
    return plt.gca()
# %% test current_figure 1
draw([1, 2, 3])
assert len(plt.gcf().axes) == 1
assert plt.gca().get_title() == "Numbers"
plt.close("all")
# %% test class_of_the_axes 1
import matplotlib.axes

assert isinstance(draw([1]), matplotlib.axes.Axes)
plt.close("all")
