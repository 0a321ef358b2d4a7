"""Measures the inputs of quantize.py.

They are each channel's unit, each tensor's range, and each bias's correction.
"""
import numpy as np

from equalize import equalize, factor, streams
from forward import as_array, clipped, layer, rounded
from quantize import KINDS, WEIGHTED, constants, rounded_filters, step
from schema import RELU6

# A channel may be larger in an unmeasured image.
HEADROOM = 1.25


def trunk(network):
    """Returns the operators up to the pooling; all later ones stay float."""
    for number, operator in enumerate(network.operators):
        if network.kind(operator) not in KINDS:
            return
        yield number, operator


def last_readers(network):
    return {t: number for number, operator in trunk(network) for t in operator.inputs}


def measured(network, crops):
    """Returns each operator's lowest and highest value by image and channel.

    The arrays have the shape images x channels x 2.
    """
    values, extremes = {network.graph.inputs[0]: crops.astype(np.float32) / 255}, {}
    weights, last = constants(network), last_readers(network)
    for number, operator in trunk(network):
        filters = [as_array(weights[t]) for t in operator.inputs[1:3]] if network.kind(operator) in WEIGHTED else []
        y = clipped(network, operator, layer(network, operator, [values[t] for t in operator.inputs if t in values], *filters))
        values[operator.outputs[0]] = y
        extremes[number] = np.stack([y.min((1, 2)), y.max((1, 2))], -1)
        for tensor in [t for t in operator.inputs if last.get(t) == number]:
            values.pop(tensor, None)
    return extremes


def chosen_units(network, extremes, floating, shares):
    """Returns a unit for each channel of each stream with int8 parts.
    - Parameter shares: by the reader of a stream, the share of the difference between channels to remove, 0...1. A
      share of 1 costs a depthwise layer's weights nothing; a convolution's weights lose precision.
    """
    units, number_of = {}, {id(o): n for n, o in enumerate(network.operators)}
    for first, stream in streams(network).items():
        numbers = [n for n, o in enumerate(network.operators) if o.outputs[0] in stream.tensors]
        if all(n in floating for n in numbers + [number_of[id(o)] for o in stream.readers]):
            continue
        most = np.max([np.abs(extremes[n]).max((0, 2)) for n in numbers], 0)
        depthwise = all(network.kind(o) == "DEPTHWISE_CONV_2D" for o in stream.readers)
        share = shares["depthwise" if depthwise else "clipped" if stream.clipped else "sum"]
        top = 6 / HEADROOM if stream.clipped else most.max()
        wanted = share * 4 * np.log2(top / np.maximum(most, top / 64))
        units[first] = [int(u) for u in np.maximum(np.floor(wanted), 0)]
    return units


def ranges(network, extremes, units):
    """Returns each operator's range in the channels' units.

    The range is the mean of the images' lowest and highest values.
    """
    found, unit = {}, unit_of_tensors(network, units)
    for number, operator in trunk(network):
        low, high = np.moveaxis(extremes[number], -1, 0) * unit.get(operator.outputs[0], np.float32(1))
        found[number] = [short(low.min(1).mean()), short(high.max(1).mean())]
        if network.activation(operator) == RELU6:
            found[number] = [0.0, min(6.0, found[number][1])]
    return found


def short(value):
    """Rounds to four digits, as in the file."""
    return float(f"{value:.4g}")


def unit_of_tensors(network, units):
    """Returns tensor -> its channels' units as factors."""
    return {t: np.array([factor(u) for u in units[first]], np.float32)
            for first, stream in streams(network).items() if first in units for t in stream.tensors}


def corrections(network, plan, crops, tell=print, known=None):
    """Returns the correction of each int8 layer's bias.

    The float and the int8 network run in step, layer by layer, on all images. A layer's bias takes the mean
    difference, channel by channel, before the next layer runs.
    - Parameter known: by operator, corrections that are not measured again.
    """
    weights, last = constants(network), last_readers(network)
    equalize(weights, network, plan.units)
    exact = {network.graph.inputs[0]: crops.astype(np.float32) / 255}
    rough, found, is_rough = dict(exact), {}, set()
    for number, operator in trunk(network):
        ins = [t for t in operator.inputs if t in exact]
        int8 = plan.is_int8(network, number)
        if int8:
            for t in ins:
                if t not in is_rough:
                    rough[t] = rounded(rough[t], step(plan.ranges[network.operators.index(network.writer(t))]))
        weighted = network.kind(operator) in WEIGHTED
        fine = [as_array(weights[t]) for t in operator.inputs[1:3]] if weighted else []
        coarse = [int8_filters(network, operator, weights), fine[1]] if weighted and int8 else fine
        y = layer(network, operator, [exact[t] for t in ins], *fine)
        # Up to the first int8 layer both networks are equal.
        z = y if all(rough[t] is exact[t] for t in ins) else layer(network, operator, [rough[t] for t in ins], *coarse)
        if weighted and int8:
            found[number] = (known or {}).get(number) or [short(v) for v in (y - z).mean((0, 1, 2), dtype=np.float64)]
            z = z + np.array(found[number], np.float32)
        same = y is z
        y = clipped(network, operator, y)
        z = y if same else clipped(network, operator, z)
        if int8:
            z = rounded(z, step(plan.ranges[number]))
            is_rough.add(operator.outputs[0])
        tell(f"{number:3d} {network.kind(operator):18s} {'int8 ' if int8 else 'float'} relative error {np.linalg.norm(y - z) / np.linalg.norm(y):.4f}")
        exact[operator.outputs[0]], rough[operator.outputs[0]] = y, z
        for tensor in [t for t in operator.inputs if last.get(t) == number]:
            exact.pop(tensor, None), rough.pop(tensor, None)
    return found


def int8_filters(network, operator, weights):
    """Returns a layer's weights as rounded by int8."""
    depthwise = network.kind(operator) == "DEPTHWISE_CONV_2D"
    filters = weights[operator.inputs[1]]
    whole, scales = rounded_filters(filters, depthwise)
    scales = np.array(scales, np.float32)
    return np.array(whole, np.float32).reshape(filters.shape) * (scales if depthwise else scales[:, None, None, None])
