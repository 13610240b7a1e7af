# A course of last year, of which a class was graded with plain nbgrader. Two cells differ.
# %% solution answers
import argparse


def shout(word):
    ### BEGIN SOLUTION
    print(word.upper())
    ### END SOLUTION


def parse(words):
    ### BEGIN SOLUTION
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int)
    return parser.parse_args(words)
    ### END SOLUTION


class Word:
    def __init__(self, text):
        self.text = text


def words(text):
    ### BEGIN SOLUTION
    return set(text.split())
    ### END SOLUTION


def by_text(text):
    ### BEGIN SOLUTION
    return {"all": words(text), "first": [Word(text)]}
    ### END SOLUTION


def double(x):
    ### BEGIN SOLUTION
    return x + x
    ### END SOLUTION
# %% test shouts 2
import contextlib
import io

with contextlib.redirect_stdout(io.StringIO()) as said:
    shout("hey")
assert said.getvalue() == "HEY\n", "say HEY"
# %% test parses 3
import argparse

text = "red green blue cyan"
assert words(text) and by_text(text) and isinstance(parse(["--size", "3"]), argparse.Namespace)
# %% test doubles 1
assert double(3) == 6
assert double("a") == "aa"
