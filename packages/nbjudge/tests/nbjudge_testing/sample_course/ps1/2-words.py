# %% markdown
# # Words
#
# Write three functions on texts.

# %% solution words
def words(text):
    """Return the words of a text in lower case."""
    ### BEGIN SOLUTION
    return text.lower().split()
    ### END SOLUTION

# %% test test-words-values 2
assert words("To be") == ["to", "be"], "Words are in lower case."
### BEGIN HIDDEN TESTS
assert words("  a\n b ") == ["a", "b"], "White space is not part of a word."
### END HIDDEN TESTS

# %% solution counts
def counts(text):
    """Return how often each word of the text occurs, as a dictionary."""
    ### BEGIN SOLUTION
    from collections import Counter

    return dict(Counter(words(text)))
    ### END SOLUTION

# %% test test-counts-values 3
assert counts("to be or not to be")["to"] == 2, "The word `to` occurs twice."
### BEGIN HIDDEN TESTS
assert counts("") == {}, "An empty text has no words."
### END HIDDEN TESTS

# %% solution is_palindrome
def is_palindrome(text):
    """Return True if the text reads the same backwards."""
    ### BEGIN SOLUTION
    return text == text[::-1]
    ### END SOLUTION

# %% test test-is_palindrome-values 3
assert is_palindrome("level") is True, "`level` reads the same backwards."
### BEGIN HIDDEN TESTS
assert is_palindrome("levels") is False, "`levels` does not."
### END HIDDEN TESTS

# %% manual-text words_writeup 4
# What does `split` do with two spaces?
