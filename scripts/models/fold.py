"""Constants stored as fp16 become plain fp32 constants of exactly the same values."""
from schema import FLOAT16, FLOAT32


def fold(network):
    """Takes out every DEQUANTIZE of an fp16 constant. Operators are numbered as they stand after this."""
    kept = []
    for operator in network.operators:
        stored = network.tensors[operator.inputs[0]]
        if network.kind(operator) == "DEQUANTIZE" and stored.type == FLOAT16:
            constant = network.constant(operator.inputs[0])
            network.set_constant(operator.outputs[0], constant.shape, constant.values, FLOAT32)
        else:
            kept.append(operator)
    network.graph.operators = kept
    return network
