"""It keeps a heap of the entries that have received a gradient and always takes the one recorded last, like PyTorch's sequence numbers.

points: 8
"""
import heapq


def grad(loss, wanted):
    """Return the gradients of `loss` with respect to each Variable of the list `wanted`.

    A gradient is a Variable, or None where it is known to be zero.
    """
    entries = tuple(tape)
    maker = {name: -number for number, entry in enumerate(entries) for name in entry.outputs}
    table, heap = {}, []

    def arrive(name, gradient):
        if gradient is None:
            return
        if name in table:
            table[name] += gradient
            return
        table[name] = gradient
        if name in maker and maker[name] not in heap:
            heapq.heappush(heap, maker[name])

    arrive(loss.name, Variable(torch.ones_like(loss.value)))
    while heap:
        entry = entries[-heapq.heappop(heap)]
        for pair in zip(entry.inputs, entry.propagate(list(map(table.get, entry.outputs)))):
            arrive(*pair)
    return [table.get(variable.name) for variable in wanted]
