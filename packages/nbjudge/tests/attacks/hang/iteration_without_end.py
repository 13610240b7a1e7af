"""Return a box whose iteration never ends."""

import itertools


class Endless:
    value = 7

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return 4

    def __iter__(self):
        return itertools.repeat(3)


def make_box(items):
    return Endless()
