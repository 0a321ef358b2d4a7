"""Constants stored as fp16 become fp32 to work on, and fp16 again for the file: where that is exact, it is half the size."""
import struct

from flatbuffer import Table
from schema import FLOAT16, FLOAT32, SCHEMA

# Layers by kind whose filters are worth it.
FILTERED = ("CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED")


def fold(network):
    """Takes out every DEQUANTIZE of an fp16 constant; the values are exactly the same. Operators are numbered as they stand after this."""
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


def unfold(network):
    """Stores float filters as fp16 behind a DEQUANTIZE, as the pinned models do, where fp16 holds every value exactly. The runtime unpacks them when it loads."""
    ordered = []
    for operator in network.operators:
        for tensor in operator.inputs[1:2] if network.kind(operator) in FILTERED else []:
            constant = network.constant(tensor)
            if constant is None or network.tensors[tensor].type != FLOAT32 or not fits(constant.values):
                continue
            network.tensors.append(Table(SCHEMA, "Tensor", name=network.tensors[tensor].name + b"_fp16"))
            stored = len(network.tensors) - 1
            network.set_constant(stored, constant.shape, constant.values, FLOAT16)
            network.tensors[tensor].buffer = 0
            ordered.append(network.operator("DEQUANTIZE", [stored], [tensor]))
        ordered.append(operator)
    network.graph.operators = ordered
    return network


def fits(values):
    """Every value is one of fp16's."""
    form = f"<{len(values)}e"
    try:
        return list(struct.unpack(form, struct.pack(form, *values))) == list(values)
    except OverflowError:
        return False
