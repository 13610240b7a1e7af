"""Takes the node that was recorded last, as PyTorch does; leaves are filled at once.

points: 10
"""

import heapq
import itertools

import torch


def run_backward(output):
    tie = itertools.count()
    heap = [(-output.grad_fn._sequence_nr(), next(tie), output.grad_fn)]
    box = {output.grad_fn: {output.output_nr: torch.ones_like(output)}}
    while heap:
        _, _, node = heapq.heappop(heap)
        for (child, number), g in zip(node.next_functions, run_node(node, box.pop(node))):
            if child is None or g is None:
                continue
            if is_leaf(child):
                old = child.variable.grad
                child.variable.grad = g.clone() if old is None else old + g
                continue
            if child not in box:
                box[child] = {}
                heapq.heappush(heap, (-child._sequence_nr(), next(tie), child))
            box[child][number] = g if number not in box[child] else box[child][number] + g
