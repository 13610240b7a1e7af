# Which objects are the same.
# %% solution identity
def same(x):
    return x


def fill(items):
    items.append(len(items))
    return items
# %% test argument_is_returned 1
marker = object()
assert same(marker) is marker
# %% test list_is_returned 1
items = []
assert fill(items) is items and items == [0]
