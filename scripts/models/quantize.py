"""Turns the layers of a plan into static int8.

Weights have a scale for each output channel, results have one for each tensor.
"""
import struct
from math import isfinite

from equalize import equalize
from flatbuffer import Table
from schema import FLOAT32, INT32, INT8, SCHEMA

WEIGHTED = ("CONV_2D", "DEPTHWISE_CONV_2D")
KINDS = WEIGHTED + ("ADD",)


def single(value):
    """Returns the nearest fp32 number."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def step(span):
    """Returns scale and zero point for values in lowest...highest."""
    low, high = min(span[0], 0.0), max(span[1], 0.0)
    scale = single((high - low) / 255)
    return scale, max(-128, min(127, round(-128 - low / scale)))


def rounded_filters(filters, depthwise):
    """Returns weights as integers -127...127, and each output channel's scale."""
    values = filters.values
    count = filters.rows if depthwise else filters.shape[0]
    width = len(values) // count
    of = (lambda c: values[c::count]) if depthwise else (lambda c: values[c * width:(c + 1) * width])
    most = [max(map(abs, of(c))) for c in range(count)]
    # A lower limit for the unit of tiny filters. In a unit as small as theirs the bias would not fit into 32 bits.
    least = max(most) / 4096
    scales = [single(max(m, least) / 127) for m in most]
    if depthwise:
        return [round(v / scales[i % count]) for i, v in enumerate(values)], scales
    return [round(v / scales[i // width]) for i, v in enumerate(values)], scales


class Plan:
    """The calibration: float operators, channel units, tensor ranges and bias corrections.

    Keys are numbers of operators after folding and pruning. A range and a correction belong to the operator's output.
    """

    def __init__(self, values):
        self.floating = set(values["float"])
        numbered = lambda name: {int(key): value for key, value in values.get(name, {}).items()}
        self.units, self.ranges, self.corrections = numbered("units"), numbered("ranges"), numbered("corrections")

    def is_int8(self, network, number):
        return network.kind(network.operators[number]) in KINDS and number not in self.floating


def constants(network):
    """Returns every constant of the layers, by tensor, in double precision."""
    found = {}
    for operator in network.operators:
        if network.kind(operator) in WEIGHTED:
            for tensor in operator.inputs[1:3]:
                found[tensor] = network.constant(tensor)
    return found


def quantize(network, plan):
    weights = constants(network)
    equalize(weights, network, plan.units)
    chosen = [plan.is_int8(network, number) for number in range(len(network.operators))]
    steps = {}
    for number, operator in enumerate(network.operators):
        if number in plan.ranges:
            steps[operator.outputs[0]] = step(plan.ranges[number])
    for number, operator in enumerate(network.operators):
        if network.kind(operator) not in WEIGHTED:
            continue
        filters, bias = (weights[t] for t in operator.inputs[1:3])
        if chosen[number]:
            correct(bias, plan.corrections.get(number))
            store(network, operator, filters, bias, steps[operator.inputs[0]][0])
        else:
            network.set_constant(operator.inputs[1], filters.shape, filters.values)
            network.set_constant(operator.inputs[2], bias.shape, bias.values)
    bridge(network, chosen, steps)


def correct(bias, correction):
    if correction:
        bias.values = [b + c for b, c in zip(bias.values, correction, strict=True)]


def store(network, operator, filters, bias, input_scale):
    """Writes a layer's weights and biases into the file as integers."""
    depthwise = network.kind(operator) == "DEPTHWISE_CONV_2D"
    whole, scales = rounded_filters(filters, depthwise)
    network.set_constant(operator.inputs[1], filters.shape, whole, INT8, quantization(scales, [0] * len(scales), 3 if depthwise else 0))
    units = [single(input_scale * s) for s in scales]
    network.set_constant(operator.inputs[2], bias.shape, [round(b / u) for b, u in zip(bias.values, units)], INT32,
                         quantization(units, [0] * len(units), 0))


def quantization(scales, zeros, dimension):
    if not all(s > 0 and isfinite(s) for s in scales):
        raise ValueError("a scale is not a positive number")
    return Table(SCHEMA, "Quantization", scale=scales, zero_point=zeros, quantized_dimension=dimension)


def bridge(network, chosen, steps):
    """Makes the int8 layers' tensors int8.

    A QUANTIZE or DEQUANTIZE joins float and int8 layers, just before the first layer that needs it.
    """
    written_int8 = {operator.outputs[0] for operator, is_int8 in zip(network.operators, chosen) if is_int8}
    twins, ordered = {}, []
    for operator, is_int8 in zip(network.operators, chosen):
        for slot, tensor in enumerate(operator.inputs[:1] if network.kind(operator) in WEIGHTED else operator.inputs):
            if (tensor in written_int8) == is_int8 or network.constant(tensor) is not None:
                continue
            if tensor not in twins:
                twins[tensor] = twin(network, tensor)
                ordered.append(network.operator("QUANTIZE" if is_int8 else "DEQUANTIZE", [tensor], [twins[tensor]]))
                if is_int8:
                    mark(network, twins[tensor], steps[tensor])
            operator.inputs[slot] = twins[tensor]
        ordered.append(operator)
    for tensor in written_int8:
        mark(network, tensor, steps[tensor])
    network.graph.operators = ordered


def twin(network, tensor):
    """Returns a new float tensor of the same shape."""
    original = network.tensors[tensor]
    network.tensors.append(Table(SCHEMA, "Tensor", shape=list(original.shape), type=FLOAT32, name=original.name + b"_other"))
    return len(network.tensors) - 1


def mark(network, tensor, step):
    network.tensors[tensor].type = INT8
    network.tensors[tensor].quantization = quantization([step[0]], [step[1]], 0)
