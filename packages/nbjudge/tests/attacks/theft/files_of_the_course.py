"""Read the gradebook, the instructor's source, another student's submission and a home folder."""

import glob
import os

from tools import attempt

attempt("gradebook", lambda: open("__COURSE__/gradebook.db", "rb").read())
attempt("source", lambda: open("__COURSE__/source/sheet/sheet.ipynb").read())
attempt("neighbor", lambda: open("__COURSE__/submitted/ada/sheet/sheet.ipynb").read())
attempt("autograded", lambda: os.listdir("__COURSE__/autograded"))
attempt("home", lambda: open("__HOME_SECRET__").read())
attempt("home of root", lambda: open("/root/.bashrc").read())
attempt("shadow", lambda: open("/etc/shadow").read())
attempt("ssh", lambda: os.listdir("/etc/ssh"))
for path in glob.glob("/tmp/**", recursive=True) + glob.glob("/dev/shm/**", recursive=True):
    print("seen:", path)
