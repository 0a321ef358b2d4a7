"""Gives every channel its own unit.

All channels of a tensor share 8 bits; with units each of them uses the whole range. When a layer writes in a unit s
times smaller, the weights of its readers are divided by s. The float network's numbers stay the same, and no
processor does more work. Units are powers of 2 to a quarter.
"""
from dataclasses import dataclass

from schema import RELU6

# A table: power functions may differ between C libraries in the last bit.
QUARTERS = (1.0, 1.189207115002721, 1.4142135623730951, 1.681792830507429)


def factor(unit):
    """Returns 2 to the power of unit / 4."""
    return QUARTERS[unit % 4] * (2.0 ** (unit // 4))


@dataclass
class Stream:
    """Tensors that are added up and so share their channels' units.

    It has their writers and readers, without the additions.
    """
    tensors: list
    writers: list
    readers: list
    clipped: bool


def streams(network):
    """Returns the streams with changeable units, by their first operator's number."""
    group = {}
    for operator in network.operators:
        if network.kind(operator) == "ADD":
            merged = sorted({m for t in (*operator.inputs, *operator.outputs) for m in group.get(t, [t])})
            for tensor in merged:
                group[tensor] = merged
    found = {}
    for number, operator in enumerate(network.operators):
        tensors = group.get(operator.outputs[0], [operator.outputs[0]])
        writers = [o for o in network.operators if o.outputs[0] in tensors and network.kind(o) != "ADD"]
        readers = [o for t in tensors for o in network.readers(t) if network.kind(o) != "ADD"]
        plain = all(network.kind(o) in ("CONV_2D", "DEPTHWISE_CONV_2D") for o in writers + readers)
        clipped = [network.activation(o) == RELU6 for o in writers]
        if plain and readers and writers[0] is operator and len(set(clipped)) == 1:
            found[number] = Stream(tensors, writers, readers, clipped[0])
    return found


def along_first(values, rows, factors):
    """Multiplies each row of weights by its factor."""
    width = len(values) // rows
    return [v * factors[i // width] for i, v in enumerate(values)]


def along_last(values, factors):
    """Multiplies each column of weights by its factor."""
    return [v * factors[i % len(factors)] for i, v in enumerate(values)]


def equalize(weights, network, units):
    """Changes units in `weights`, the constants of a network by tensor.
    - Parameter units: number of the stream's first operator -> for each channel its unit.
    """
    for number, stream in streams(network).items():
        if number not in units:
            continue
        up = [factor(u) for u in units[number]]
        down = [1 / f for f in up]
        for operator in stream.writers:
            filters, bias = (weights[t] for t in operator.inputs[1:3])
            if network.kind(operator) == "CONV_2D":
                filters.values = along_first(filters.values, filters.shape[0], up)
            else:
                filters.values = along_last(filters.values, up)
            bias.values = along_last(bias.values, up)
        for operator in stream.readers:
            filters = weights[operator.inputs[1]]
            filters.values = along_last(filters.values, down)
