"""Write up to 300 MB into every folder that takes it, into one file and into many."""

import os

from tools import attempt


def fill(folder):
    for number in range(10):
        with open(f"{folder}/bomb{number}", "wb") as file:
            file.write(bytes(30 * 2**20))


def one_file():
    with open("/tmp/bomb", "wb") as file:
        for _ in range(30):
            file.write(bytes(10 * 2**20))


for folder in (".", "/tmp", "/dev/shm"):
    attempt(f"disk {folder}", lambda folder=folder: fill(folder))
    for name in os.listdir(folder):
        if name.startswith("bomb"):
            os.remove(f"{folder}/{name}")
attempt("one file", one_file)
for folder in ("/", "/dev", "/var/tmp", "/run", "/mnt", "/usr", "/etc", "/stage"):
    attempt(f"file in {folder}", lambda folder=folder: open(f"{folder}/bomb", "w"))
