"""Sentences of the primer about PyTorch that were false once, each with the test that runs it.

The tests are in `test_primer_facts.py`, which asks other versions of torch too and reads no
notebook. This list ties them to the words: whoever changes a sentence looks at its test.
"""

import ast
import json

import pytest
from support.paths import ROOT, SOURCE

FACTS = {
    node.name
    for node in ast.parse((ROOT / "tests/primer/test_primer_facts.py").read_text()).body
    if isinstance(node, ast.FunctionDef)
}
SENTENCES = [  # number of the notebook, cell, sentence, the test that runs it
    (
        1, "record-words",
        "(This holds for operations that have a gradient. `w.long()`, `w > 0`, `w.argmax()` and "
        "`torch.ones_like(w)` have none, so they are not recorded.)",
        "test_an_operation_without_a_gradient_is_not_recorded",
    ),
    (
        1, "middle-text",
        "But a frozen leaf gets no gradient any more, not even through what was recorded before it "
        "was frozen.",
        "test_a_frozen_leaf_gets_no_gradient_through_an_older_record_either",
    ),
    (
        1, "middle-text",
        "those that *ask* for it, such as an `nn.Parameter` or "
        "`torch.ones(2, requires_grad=True)`, and a *view* of a tensor that requires grad",
        "test_what_is_made_under_no_grad_needs_grad_if_it_asks_or_is_a_view",
    ),
    (
        1, "stop-task-what",
        "If `first` returned `x` itself, B would be too little",
        "test_a_cut_at_b_lets_the_gradient_pass_where_first_returns_x_itself",
    ),
    (
        2, "grads-task",
        "They come in a tuple, even if there is only one",
        "test_autograd_grad_returns_a_tuple_even_for_one_tensor",
    ),
    (
        2, "jacobian-task",
        "Which one gives zeros for an input that is not reached?",
        "test_grad_gives_zeros_for_an_input_that_is_not_reached",
    ),
    (
        3, "twice-why",
        "its node saves the other factor: a tensor that holds the 2. The first backward frees that "
        "tensor, too.",
        "test_a_product_saves_a_factor_for_each_input_that_needs_grad",
    ),
    (
        3, "saved-why",
        "In *this* network that saves no memory at all, because every `ReLU` keeps its result in "
        "any case.",
        "test_what_ten_layers_save_beside_weights_and_data",
    ),
    (
        6, "retain-why",
        "Because step 1 saved no weight.",
        "test_the_first_step_saves_no_weight_so_the_second_one_works",
    ),
    (
        6, "retain-why",
        "and the loop fails one step earlier.",
        "test_the_loop_fails_a_step_earlier_if_the_first_state_requires_grad",
    ),
    (
        4, "one-line-text",
        "The value it returns replaces the gradient; if it returns None, the gradient passes "
        "unchanged.",
        "test_a_hook_that_returns_none_lets_the_gradient_pass",
    ),
    (
        4, "silu-task",
        "`argument 'input' (position 1) must be Tensor, not tuple`",
        "test_the_errors_of_a_function_of_your_own",
    ),
    (
        4, "scale-text",
        "`returned an incorrect number of gradients (expected 2, got 1)`",
        "test_the_errors_of_a_function_of_your_own",
    ),
    (
        4, "silu-task",
        "`You must implement either the backward or vjp method`",
        "test_the_error_of_a_function_without_a_backward",
    ),
    (
        5, "loop-text",
        "moves the parameter *in place*: its numbers change, but it stays the same tensor, so it "
        "is still a leaf. `SGD` without further options moves it by `-lr * w.grad`",
        "test_an_optimizer_changes_its_weights_in_place_and_that_is_counted",
    ),
    (
        5, "epoch-task",
        "backward frees what they saved, but not the nodes.",
        "test_backward_frees_what_nodes_saved_and_the_nodes_stay",
    ),
    (
        3, "loop-task",
        "says nothing about inputs for which the loop runs more or less often.",
        "test_the_slope_of_a_loop_holds_as_long_as_the_loop_runs_as_often",
    ),
    (
        5, "modes-text",
        "in training mode it drops some at random and scales up the rest.",
        "test_dropout_scales_up_what_it_does_not_drop",
    ),
    (
        5, "modes-text",
        "It changes no layer.",
        "test_no_grad_changes_numbers_by_rounding_at_most",
    ),
    (
        5, "modes-why",
        "A frozen `BatchNorm` that is in training mode still moves its running mean",
        "test_a_frozen_batch_norm_in_training_mode_moves_its_running_mean",
    ),
    (
        5, "modes-why",
        "if `.grad` is already filled when you freeze a parameter, the next `optimizer.step()` "
        "still moves it.",
        "test_a_step_moves_a_frozen_parameter_whose_grad_is_filled",
    ),
    (
        5, "modes-why",
        "`net.eval()` and `net.train(mode)` switch the network and *every* layer in it.",
        "test_train_and_eval_switch_every_layer",
    ),
]  # fmt: skip


def text_of(number: int, cell: str) -> str:
    """The text of a cell on one line."""
    (path,) = (SOURCE / "primer").glob(f"{number}-*.ipynb")
    (found,) = [each for each in json.loads(path.read_text())["cells"] if each["id"] == cell]
    return " ".join("".join(found["source"]).split())


@pytest.mark.parametrize(
    ("number", "cell", "sentence", "test"), SENTENCES, ids=[f"{n}-{c}" for n, c, _, _ in SENTENCES]
)
def test_the_sentence_is_there_and_so_is_its_test(number, cell, sentence, test):
    assert sentence in text_of(number, cell)
    assert test in FACTS


def test_recorded_is_not_called_differentiable():
    # w * x under no_grad is differentiable and not recorded.
    assert "*tracked*" in text_of(1, "record-words")
    assert "differentiable" not in text_of(1, "record-words")


def test_saved_tensors_are_not_called_buffers():
    # In PyTorch a buffer is what register_buffer makes, such as the running mean of BatchNorm.
    assert "saved tensors" in text_of(3, "twice-why")
    assert "buffer" not in text_of(3, "twice-why")
