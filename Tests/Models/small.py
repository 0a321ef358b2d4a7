"""Makes small networks for the tests, and runs them slowly.

The runner shares no code with the tools.
"""
import pathlib
import random
import sys
from array import array

PROJECT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = PROJECT / "scripts/models"
sys.path.insert(0, str(TOOLS))

import flatbuffer  # noqa: E402
from network import Network  # noqa: E402
from schema import CODES, FLOAT32, IDENTIFIER, RELU6, SCHEMA  # noqa: E402

SIDE = 4


def table(kind, /, **fields):
    return flatbuffer.Table(SCHEMA, kind, **fields)


class Builder:
    """A builder that adds operators one by one.

    It returns the network as the tools read it from a file.
    """

    def __init__(self, channels):
        self.tensors, self.buffers, self.operators, self.codes = [], [table("Buffer")], [], []
        self.input = self.tensor([1, SIDE, SIDE, channels])

    def tensor(self, shape, values=None):
        if values is not None:
            self.buffers.append(table("Buffer", data=array("f", values).tobytes()))
        self.tensors.append(table("Tensor", shape=shape, type=FLOAT32, buffer=len(self.buffers) - 1 if values is not None else 0,
                                  name=f"t{len(self.tensors)}".encode()))
        return len(self.tensors) - 1

    def add(self, kind, inputs, shape, options):
        if kind not in self.codes:
            self.codes.append(kind)
        out = self.tensor(shape)
        self.operators.append(table("Operator", opcode_index=self.codes.index(kind), inputs=inputs, outputs=[out], **options))
        return out

    def convolution(self, x, filters, bias, clipped=False):
        """Adds a 1x1 convolution.

        filters: a list of rows, out x in.
        """
        w = self.tensor([len(filters), 1, 1, len(filters[0])], [v for row in filters for v in row])
        b = self.tensor([len(bias)], bias)
        options = table("Conv2D", stride_w=1, stride_h=1, activation=RELU6 if clipped else 0)
        return self.add("CONV_2D", [x, w, b], [1, SIDE, SIDE, len(filters)], {"options_type": 1, "options": options})

    def depthwise(self, x, filters, bias, clipped=True):
        """Adds a 3x3 depthwise convolution.

        filters: nine rows of a number a channel.
        """
        w = self.tensor([1, 3, 3, len(bias)], [v for row in filters for v in row])
        b = self.tensor([len(bias)], bias)
        options = table("DepthwiseConv2D", stride_w=1, stride_h=1, depth_multiplier=1, activation=RELU6 if clipped else 0)
        return self.add("DEPTHWISE_CONV_2D", [x, w, b], [1, SIDE, SIDE, len(bias)], {"options_type": 2, "options": options})

    def sum(self, x, y):
        return self.add("ADD", [x, y], self.tensors[x].shape, {"options_type": 11, "options": table("Add")})

    def network(self, output):
        codes = [table("OperatorCode", deprecated_builtin_code=CODES[k], builtin_code=CODES[k]) for k in self.codes]
        graph = table("SubGraph", tensors=self.tensors, inputs=[self.input], outputs=[output], operators=self.operators, name=b"main")
        model = table("Model", version=3, operator_codes=codes, subgraphs=[graph], buffers=self.buffers)
        return Network(flatbuffer.written(model, SCHEMA, IDENTIFIER))


def run(network, image):
    """Runs a float network of these operators on an image.

    Returns a list of SIDE * SIDE rows.
    """
    values = {network.graph.inputs[0]: image}
    for o in network.operators:
        kind, x = network.kind(o), values[o.inputs[0]]
        if kind == "ADD":
            y = [[a + b for a, b in zip(r, s)] for r, s in zip(x, values[o.inputs[1]])]
        else:
            w, b = (network.constant(t) for t in o.inputs[1:3])
            y = [one_place(kind, x, place, w, b.values) for place in range(SIDE * SIDE)]
        clip = getattr(o.options, "activation", 0) == RELU6
        values[o.outputs[0]] = [[min(max(v, 0), 6) for v in row] for row in y] if clip else y
    return values[network.graph.outputs[0]]


def one_place(kind, x, place, w, bias):
    if kind == "CONV_2D":
        return [b + sum(w.values[c * len(x[0]) + i] * v for i, v in enumerate(x[place])) for c, b in enumerate(bias)]
    row, column = divmod(place, SIDE)
    around = [(i, j) for i in range(3) for j in range(3) if 0 <= row + i - 1 < SIDE and 0 <= column + j - 1 < SIDE]
    return [b + sum(w.values[(i * 3 + j) * len(bias) + c] * x[(row + i - 1) * SIDE + column + j - 1][c] for i, j in around) for c, b in enumerate(bias)]


def numbers(seed, rows, columns):
    chance = random.Random(seed)
    return [[chance.uniform(-1, 1) for _ in range(columns)] for _ in range(rows)]


def bottleneck(dead, channels=20, clipped=True):
    """Returns a network of 2 -> `channels` -> 3 channels.

    The depthwise filters of the channels in `dead` are 0, their biases are not. A sum of the result with itself
    follows.
    """
    builder = Builder(2)
    filters = [[0.0 if c in dead else v for c, v in enumerate(row)] for row in numbers(2, 9, channels)]
    wide = builder.convolution(builder.input, numbers(1, channels, 2), numbers(3, 1, channels)[0], clipped=True)
    # Some of these biases are beyond the clipping. So the constant output is the clipped one.
    middle = builder.depthwise(wide, filters, [9 * v for v in numbers(4, 1, channels)[0]], clipped=clipped)
    narrow = builder.convolution(middle, numbers(5, 3, channels), numbers(6, 1, 3)[0])
    return builder.network(builder.sum(narrow, narrow))


def residual():
    """Returns a network with a residual sum.

    It is 2 -> 4 channels plus a layer's output of them, then 4 -> 3.
    

    Nothing is clipped.
    """
    builder = Builder(2)
    first = builder.convolution(builder.input, numbers(1, 4, 2), numbers(2, 1, 4)[0])
    second = builder.convolution(first, numbers(3, 4, 4), numbers(4, 1, 4)[0])
    return builder.network(builder.convolution(builder.sum(second, first), numbers(5, 3, 4), numbers(6, 1, 3)[0]))


def image(seed=7):
    return numbers(seed, SIDE * SIDE, 2)


def difference(one, other):
    return max(abs(a - b) for r, s in zip(one, other) for a, b in zip(r, s))
