"""Converts fp16 constants to fp32 for work, and back for the file.

Only exact conversions happen; they halve the size of the file.
"""
import struct

from flatbuffer import Table
from schema import FLOAT16, FLOAT32, SCHEMA

# The kinds of layers with filters large enough to convert.
FILTERED = ("CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED")


def fold(network):
    """Removes every DEQUANTIZE of an fp16 constant; the values stay exactly the same.

    Operator numbers are those after this step.
    """
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
    """Stores float filters as fp16 behind a DEQUANTIZE.

    The pinned models have the same form. Only filters that fp16 holds exactly change. The runtime unpacks them when
    it loads.
    """
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
    """Returns whether fp16 holds every value exactly."""
    form = f"<{len(values)}e"
    try:
        return list(struct.unpack(form, struct.pack(form, *values))) == list(values)
    except OverflowError:
        return False
