"""Sleep in every call of a test."""

import time


def total(numbers):
    time.sleep(60)


mean = make_box = total
