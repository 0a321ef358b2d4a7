"""Runs a hand model layer by layer in numpy, on many images.

It can run the same model with int8's rounding beside it.
"""
import numpy as np

from schema import RELU6


def padded(x, window, stride):
    """Pads an array by TensorFlow's SAME rule; odd rows and columns go last.

    The array is count x height x width x channels.
    """
    need = [max((-(-n // stride) - 1) * stride + size - n, 0) for n, size in zip(x.shape[1:3], window)]
    return np.pad(x, ((0, 0), *((n // 2, n - n // 2) for n in need), (0, 0)))


def convolved(x, filters, bias, stride, depthwise):
    """Computes CONV_2D or DEPTHWISE_CONV_2D without the clipping.

    The filters are out x height x width x in, or 1 x height x width x channels.
    """
    high, wide = filters.shape[1:3]
    rows, columns = (-(-n // stride) for n in x.shape[1:3])
    out = np.empty((len(x), rows, columns, filters.shape[3] if depthwise else filters.shape[0]), np.float32)
    product = np.empty(out.shape[1:], np.float32)
    # One image at a time keeps the intermediate values in the cache.
    for n in range(len(x)):
        p, y = padded(x[n:n + 1], (high, wide), stride)[0], np.zeros(out.shape[1:], np.float32)
        for i in range(high):
            for j in range(wide):
                part = p[i:i + (rows - 1) * stride + 1:stride, j:j + (columns - 1) * stride + 1:stride]
                if depthwise:
                    y += np.multiply(part, filters[0, i, j], out=product)
                else:
                    y += part @ filters[:, i, j].T
        out[n] = y + bias
    return out


def layer(network, operator, inputs, filters=None, bias=None):
    """Computes one CONV_2D, DEPTHWISE_CONV_2D or ADD, before the clipping."""
    if network.kind(operator) == "ADD":
        return inputs[0] + inputs[1]
    return convolved(inputs[0], filters, bias, operator.options.stride_h, network.kind(operator) == "DEPTHWISE_CONV_2D")


def clipped(network, operator, x):
    return np.clip(x, 0, 6) if network.activation(operator) == RELU6 else x


def as_array(constant):
    return np.array(constant.values, np.float32).reshape(constant.shape)


def rounded(x, step):
    """Returns values rounded to int8 steps and back."""
    scale, zero = np.float32(step[0]), np.float32(step[1])
    return (np.clip(np.rint(x / scale + zero), -128, 127) - zero) * scale
