"""Submit links to the gradebook, to the course and to a home folder, and read them."""

READ = """
import os
for name in ("grades.txt", "course/gradebook.db", "home.txt"):
    try:
        data = open(name, "rb").read()
        print("DONE: read", name, data)
    except OSError as error:
        print("refused:", name, type(error).__name__, flush=True)
print(os.listdir("."))
"""


def hand_in(notebook, folder):
    (folder / "grades.txt").symlink_to("__COURSE__/gradebook.db")
    (folder / "home.txt").symlink_to("__HOME_SECRET__")
    (folder / "course").symlink_to("__COURSE__/source")
    notebook.cells[1].source += READ
