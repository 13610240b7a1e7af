"""Report no name as changed, while each call binds all functions to others."""

from tools import student


def total(numbers):
    globals().update(total=mean, mean=total)
    return 6


def mean(numbers):
    globals().update(total=mean, mean=total)
    return 2


me = student()
me.changed = dict
