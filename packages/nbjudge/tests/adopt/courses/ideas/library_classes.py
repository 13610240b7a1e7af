# Objects of a library that are not plain values.
# %% solution library
import argparse
import re


def parse(words):
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int)
    return parser.parse_args(words)


def find(text):
    return re.search(r"(\d+)", text)
# %% test class_of_a_namespace 1
import argparse

options = parse(["--size", "3"])
assert isinstance(options, argparse.Namespace) and options.size == 3
assert options == argparse.Namespace(size=3)
# %% test class_of_a_match 1
import re

match = find("all 42")
assert isinstance(match, re.Match) and match.group(1) == "42"
