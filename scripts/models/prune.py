"""Removes dead channels.

Training left many depthwise filters exactly 0. The output of such a channel is its clipped bias, the same at every
place. The bias moves into the biases of the next layers, so the result is exact except for rounding.
"""
from dataclasses import dataclass
from math import fsum

from schema import RELU6

# The processors' kernels work on blocks of channels. Other widths bring no gain, so some dead channels stay as
# filling.
BLOCK = 16


@dataclass
class Bottleneck:
    """A widening convolution, its depthwise convolution and the readers of that.

    The readers may follow a mean.
    """
    widen: object
    middle: object
    heads: list
    narrowed: list


def bottlenecks(network):
    """Returns every place where a depthwise channel can go without other changes."""
    for middle in network.operators:
        if network.kind(middle) != "DEPTHWISE_CONV_2D" or network.activation(middle) != RELU6:
            continue
        widen = network.writer(middle.inputs[0])
        heads, narrowed = network.readers(middle.outputs[0]), [middle.inputs[0], middle.outputs[0]]
        if len(heads) == 1 and network.kind(heads[0]) == "MEAN":
            narrowed.append(heads[0].outputs[0])
            heads = network.readers(heads[0].outputs[0])
        if widen is None or network.kind(widen) != "CONV_2D" or len(network.readers(middle.inputs[0])) != 1:
            continue
        if all(network.kind(head) in ("CONV_2D", "FULLY_CONNECTED") for head in heads):
            yield Bottleneck(widen, middle, heads, narrowed)


def is_dead(network, middle):
    """Returns whether the filter is all 0, for each depthwise channel."""
    filters = network.constant(middle.inputs[1])
    return [not any(filters.values[channel::filters.rows]) for channel in range(filters.rows)]


def prune(network):
    """Removes all removable channels; returns their number."""
    removed = 0
    for place in bottlenecks(network):
        dead = is_dead(network, place.middle)
        filling = -dead.count(False) % BLOCK
        # The first dead channels become filling. Sorting keeps the order of the others.
        keep = sorted([c for c, d in enumerate(dead) if not d] + [c for c, d in enumerate(dead) if d][:filling])
        if len(keep) == len(dead):
            continue
        narrow(network, place, dead, keep)
        removed += len(dead) - len(keep)
    return removed


def narrow(network, place, dead, keep):
    gone = [c for c, d in enumerate(dead) if d]
    offered = network.constant(place.middle.inputs[2]).values
    handed_on = [min(max(offered[c], 0.0), 6.0) for c in gone]
    for head in place.heads:
        weights, bias = (network.constant(t) for t in head.inputs[1:3])
        width, rows = weights.rows, range(weights.shape[0])
        moved = [fsum([bias.values[r], *(weights.values[r * width + c] * v for c, v in zip(gone, handed_on))]) for r in rows]
        kept = [0.0 if dead[c] else weights.values[r * width + c] for r in rows for c in keep]
        network.set_constant(head.inputs[1], [*weights.shape[:-1], len(keep)], kept)
        network.set_constant(head.inputs[2], bias.shape, moved)
    # Filling is 0 throughout, so it must add nothing to later layers.
    weights, bias = (network.constant(t) for t in place.widen.inputs[1:3])
    width = len(weights.values) // weights.shape[0]
    rows = [value for c in keep for value in ([0.0] * width if dead[c] else weights.values[c * width:(c + 1) * width])]
    network.set_constant(place.widen.inputs[1], [len(keep), *weights.shape[1:]], rows)
    network.set_constant(place.widen.inputs[2], [len(keep)], [0.0 if dead[c] else bias.values[c] for c in keep])
    filters, bias = (network.constant(t) for t in place.middle.inputs[1:3])
    taps = range(len(filters.values) // filters.rows)
    network.set_constant(place.middle.inputs[1], [*filters.shape[:-1], len(keep)], [filters.values[t * filters.rows + c] for t in taps for c in keep])
    network.set_constant(place.middle.inputs[2], [len(keep)], [0.0 if dead[c] else bias.values[c] for c in keep])
    for tensor in place.narrowed:
        network.tensors[tensor].shape = [*network.tensors[tensor].shape[:-1], len(keep)]
