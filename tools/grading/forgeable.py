"""The checks whose points a submission can forge, for `c.Report.forgeable`.

The judge cannot tell the results of these from a right answer, because it asks the student's
process. The checks in `CALLING` call a function of this course there, as the notes of `nbjudge
check` say. An answer that forges each of the others is in answers/forged/.
packages/nbjudge/docs/security.md says more.

By hand: a check of a task that is worked out by hand refuses a node that is called, because the
node reads what it saved. It does not notice a node that saves nothing, a node that is called in
another thread, or one that is called inside `saved_tensors_hooks` of the answer's own.
"""

from course import deleted

BENT = "patching, in the submission's process, what the course's own functions call"
CALLING = {
    "primer/1-tensors-that-remember/test-stop_gradient": "blocked alive",
    "primer/2-backward/test-predict_grads": "a_and_b x",
    "primer/2-backward/test-jacobian": "manners",
    "primer/2-backward/test-descend": "one_step many_steps",
    "primer/3-graphs-on-the-fly/test-four_weights": "all",
    "primer/4-where-is-backward/test-Silu": "value gradient checked",
    "primer/4-where-is-backward/test-ScaleGradient": "scaled",
    "primer/5-training/test-train_epoch": "weights losses",
    "primer/5-training/test-step_in_parts": "step",
    "primer/5-training/test-validate": "loss manners",
    "primer/6-training-that-goes-wrong/test-train_online": "length losses",
    "autograd/1-backward-hooks/test-predict_module_hook": "grad_output grad_input general",
    "autograd/1-backward-hooks/test-predict_node_hook": "bias_and_input weight transpose",
    "autograd/2-reverse-order/test-trace_backward": "order rare leaves_no_trace small",
    "autograd/3-autograd-graph/test-visualize_autograd_graph": "counts structure shared parallel "
    "unseen rare small",
    "autograd/4-visited-memory/test-shared_network": "picture",
    "autograd/5-run-the-graph/test-run_backward": "chain doubled shared once leaf large rare small",
    "simple-grad/1-tape/test-add": "line rule",
    "simple-grad/1-tape/test-grad": "once every_use outputs long known_zero manners twice",
    "simple-grad/2-operators/test-expand_to": "numbers tape",
    "simple-grad/2-operators/test-sum_to": "numbers tape",
    "simple-grad/2-operators/test-matmul": "numbers tape",
    "simple-grad/2-operators/test-relu": "gate zero",
    "simple-grad/2-operators/test-numeric_grad": "central",
    "simple-grad/3-twice/test-exp": "once twice",
    "simple-grad/3-twice/test-second_gradients": "norm none",
    "simple-grad/3-twice/test-hvp": "zeros",
    "simple-grad/3-twice/test-jvp": "zeros",
    "simple-grad/4-aggregates/test-fused": "once twice around lines",
    "simple-grad/4-aggregates/test-checkpoint": "once line twice",
    "simple-grad/5-compiler/test-needed": "path manners",
    "simple-grad/5-compiler/test-compile_tape": "text numbers names",
    "simple-grad/5-compiler/test-jit": "shapes own",
    "simple-grad/6-one-node/test-aggregate": "entry twice once patterns",
}
FORGEABLE = {
    f"{function}-{check}": BENT
    for function, checks in CALLING.items()
    if function.split("/")[1] not in deleted()
    for check in checks.split()
} | {
    "autograd/4-visited-memory/test-shared_network-smallest": "an object that imitates a tensor, "
    "its arithmetic and its graph at once",
    "autograd/2-reverse-order/test-trace_backward-leaves_no_trace": "a function that leaves "
    "a hook on the network and hides it from the network's code and attributes",
}
