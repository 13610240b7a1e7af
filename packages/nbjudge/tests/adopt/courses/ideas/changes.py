# Test cells that change a student's objects.
# %% solution basket
class Basket:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)


basket, prices = Basket(), {"tea": 3}


def cost():
    return sum(prices[item] for item in basket.items)
# %% test changes_objects 1
basket.add("tea")
prices["jam"] = 4
basket.items.append("jam")
assert cost() == 7
# %% test still_changed 1
assert cost() == 7 and len(basket.items) == 2
# %% solution later
spent = cost()
# %% test student_sees_the_change 1
assert spent == 7
