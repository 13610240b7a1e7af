"""Wait for an answer at the keyboard, and for a lock that nobody frees."""

import threading

try:
    input("name? ")
except BaseException as error:
    print("no keyboard:", type(error).__name__)


def total(numbers):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
