"""What older texts about autograd teach is in the notebooks, or is left out for a reason.

The assignments grew from five of them: a lab handout on hooks and the graph, a tour of autograd, a
note on why a module needs no backward, a tutorial on dynamic graphs, and a small autograd on a
tape. TOPICS lists their contents beyond the titles of the notebooks, each with the cells that cover
it (assignment/notebook#cell), or with the reason for leaving it out.
"""

import json
import re

import pytest
from course import deleted, read_assignments
from support.paths import SOURCE

TOPICS = """\
Hooks and the graph
- the class of a node, and its documentation, where the reader looks up the edges
  autograd/3-autograd-graph#look-text
- a task that sends the reader into the documentation
  primer/2-backward#jacobian-task
- the saved tensors of a node: _saved_...
  autograd/3-autograd-graph#saved
- a hook that runs before its node: register_prehook
  simple-grad/4-aggregates#undefined
- Node.metadata
  Left out: debugging tools keep notes there, and nothing in the lab needs one.

A tour of autograd
- automatic differentiation, compared with symbolic and numerical
  primer/1-tensors-that-remember#elsewhere
- double precision, half precision, whole numbers
  primer/1-tensors-that-remember#traps-why
- computation graph, dynamic
  primer/3-graphs-on-the-fly#graph-text primer/3-graphs-on-the-fly#loop-text
- the signature of backward: gradient, create_graph, inputs; torch.autograd.grad
  primer/2-backward#grads-task
- retain_graph, and when it does not help
  primer/6-training-that-goes-wrong#retain
- upstream gradient, local derivative
  primer/2-backward#words
- grad_fn after backward
  primer/3-graphs-on-the-fly#twice
- vector-Jacobian product
  primer/2-backward#jacobian-task simple-grad/2-operators#jacobians
- broadcasting, and its backward
  primer/2-backward#grads-task simple-grad/2-operators#bias simple-grad/2-operators#task-expand
- a tensor hook to change a gradient, and to clip it
  primer/4-where-is-backward#one-line primer/4-where-is-backward#clip-text
- a tensor hook to look at an intermediate tensor
  autograd/2-reverse-order#leaves

Why a module needs no backward
- where PyTorch keeps its backward formulas
  primer/4-where-is-backward#module-why autograd/4-visited-memory#end
- a Function whose forward is computed by NumPy
  primer/4-where-is-backward#square
- a backward that lies on purpose
  primer/4-where-is-backward#straight
- the engine: dependencies, input buffers, ready nodes
  autograd/5-run-the-graph#task
- acyclic, reverse topological order
  primer/3-graphs-on-the-fly#graph-text primer/3-graphs-on-the-fly#replay-text
- forward mode and reverse mode
  primer/2-backward#jacobian-task simple-grad/2-operators#modes
- where an operation is recorded
  primer/4-where-is-backward#module-why

Dynamic graphs
- the graph watched as it grows, line by line
  primer/3-graphs-on-the-fly#graph
- Variable
  primer/1-tensors-that-remember#traps-why
- .data, and why not
  primer/5-training#data
- each forward pass makes a new graph, with new memory
  primer/6-training-that-goes-wrong#retain-why autograd/3-autograd-graph#leak
- static and dynamic; debugging
  primer/3-graphs-on-the-fly#loop-text
- a network whose layers change from call to call
  primer/3-graphs-on-the-fly#changing
- inference: memory, speed, eval() and no_grad
  primer/3-graphs-on-the-fly#saved primer/5-training#modes
- a training loop with an optimizer
  primer/5-training#epoch-task
- mixed precision
  autograd/4-visited-memory#end
- data loaders, a GPU
  Left out: every cell runs in seconds on any machine.

A small autograd on a tape
- unneeded steps are left out in advance
  simple-grad/5-compiler#task-needed simple-grad/5-compiler#pruned
- finite differences, once and twice
  simple-grad/2-operators#task-numeric simple-grad/2-operators#compare
- Jacobians, v times J, forward mode
  simple-grad/2-operators#jacobians simple-grad/2-operators#modes
- zeros make zeros, because v times J is linear; infinity is the exception
  simple-grad/2-operators#jacobians-why
- which gradients are known to be zero depends on how the program was written
  simple-grad/3-twice#grows
- undefined tensors in PyTorch
  simple-grad/4-aggregates#undefined
- the second loss, made explicit; the tape gets longer
  simple-grad/3-twice#twice simple-grad/3-twice#grows
- propagate of one line runs several times
  simple-grad/3-twice#grows-text
- where forward reads, backward writes
  simple-grad/2-operators#predict-sum
- each gradient belongs to a loss: dL0/da, dL1/da
  simple-grad/3-twice#twice-text
- time and memory of recomputed values
  simple-grad/4-aggregates#versions-text simple-grad/4-aggregates#checkpoint-trade
- two gradients that both arrive
  simple-grad/4-aggregates#both
- zeros for None, counted
  simple-grad/4-aggregates#zeros
- why nothing arrives for r the second time
  simple-grad/4-aggregates#three-why
- fusion
  simple-grad/4-aggregates#fused-beside-why simple-grad/6-one-node#end
- changes in place, versions, views
  simple-grad/3-twice#guard simple-grad/3-twice#task-guarded simple-grad/3-twice#guard-end
- forward mode out of two walks backward
  simple-grad/3-twice#task-jvp
- a tensor kept by a closure is a saved tensor
  simple-grad/6-one-node#end
- decisions at run time are made once
  simple-grad/5-compiler#task-compile simple-grad/5-compiler#step-text
- limits of tracing; guards
  simple-grad/5-compiler#mask-text simple-grad/5-compiler#end
- a compiler to compare with
  simple-grad/6-one-node#aot
- an aggregate that a compiler makes, with a backward for each pattern of None
  simple-grad/6-one-node#task-aggregate simple-grad/6-one-node#after
- a * 1.0 is a
  Left out as a rule of mul. Dead code falls out of a recorded program:
  simple-grad/5-compiler#task-needed.
- a printed trace, dL0_dv1 = v3
  Left out: the pictures of the tape show it, simple-grad/3-twice#once.
- a helper that adds two gradients which may be None
  Left out: handling None is the point of fused, simple-grad/4-aggregates#task-fused.
- the source of TorchScript's differentiation
  Left out: it is retired. simple-grad/6-one-node#aot prints the lists of its successor.
"""
LISTED = re.findall(r"^- (.*)\n((?:  .*\n)+)", TOPICS, re.M)
CELL = re.compile(r"([\w-]+/[\w-]+)#([\w-]+)")
CELLS = {
    (f"{assignment.name}/{name}", cell["id"])
    for assignment in read_assignments().values()
    for name in assignment.notebooks
    for cell in json.loads((SOURCE / assignment.name / f"{name}.ipynb").read_text())["cells"]
}


@pytest.mark.parametrize(("topic", "where"), LISTED, ids=[topic for topic, _ in LISTED])
def test_a_topic_is_in_a_cell_or_left_out_for_a_reason(topic, where):
    named = {found.groups() for found in CELL.finditer(where)}
    assert named or "Left out" in where
    assert {pair for pair in named - CELLS if pair[0].split("/")[1] not in deleted()} == set()


def test_every_topic_is_read():
    assert len(LISTED) == TOPICS.count("\n- ") > 0
