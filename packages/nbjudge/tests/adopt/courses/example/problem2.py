# %% markdown
# Write down why, with the picture at hand: ![](picture.png)
# %% manual-text why 3
# Because.
# %% manual-text more 2
# And so on.
