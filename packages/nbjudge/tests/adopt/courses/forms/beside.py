# Classes of the instructor's module beside the notebook.
# %% given
import cards
# %% solution deal
from cards import Card


def deal(rank):
    return Card(rank)


def highest(hand):
    return max(hand, key=lambda card: card.rank)
# %% test one_class
import cards

assert isinstance(deal(3), cards.Card)
assert type(deal(3)) == cards.Card and not isinstance(deal(3), cards.Deck)
# %% test compared_by_the_instructor
from cards import Card

assert deal(3) == Card(3)
assert deal(3) != Card(4)
assert highest([Card(2), Card(9)]) == Card(9)
# %% test given_class
assert isinstance(deal(2), cards.Card)
# %% wrong deal deal: one_class compared_by_the_instructor given_class
def deal(rank):
    return {"rank": rank}
# %% wrong deal rank: compared_by_the_instructor
def deal(rank):
    return Card(rank + 1)
