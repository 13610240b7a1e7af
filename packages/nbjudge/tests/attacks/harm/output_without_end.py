"""Print 50 MB, display 10,000 pictures, and send them all before the first test."""

from IPython.display import HTML, display

for _ in range(500):
    print("x" * 100_000)
for _ in range(2000):
    display(HTML("<b>" + "y" * 1000 + "</b>"))
