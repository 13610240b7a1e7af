"""Uses match, with a case for each kind of step.

points: 3
"""


def predict_flags(program):
    answer = {}
    for name, how, inputs in program:
        match how:
            case "parameter":
                answer[name] = (True, True)
            case "multiply" if any(answer[i][0] for i in inputs):
                answer[name] = (True, False)
            case _:
                answer[name] = (False, True)
    return answer
