"""Converts a model file to operators and constants, and back."""
import struct
from dataclasses import dataclass

import flatbuffer
from schema import CODES, FLOAT16, FLOAT32, IDENTIFIER, INT32, INT8, OPERATORS, SCHEMA

FORMS = {FLOAT32: "f", FLOAT16: "e", INT32: "i", INT8: "b"}


@dataclass
class Constant:
    """The values of a tensor, row by row, the last index fastest."""
    shape: list
    values: object

    @property
    def rows(self):
        """Returns the number of values of the last index."""
        return self.shape[-1]


class Network:
    """One subgraph; its operators and tensors have numbers.

    The numbers are indices of `operators` and `tensors`.
    """

    def __init__(self, data):
        self.model = flatbuffer.read(data, SCHEMA, "Model", IDENTIFIER)
        if len(self.model.subgraphs) != 1:
            raise ValueError("a model with one subgraph is wanted")
        self.graph = self.model.subgraphs[0]

    @property
    def operators(self):
        return self.graph.operators

    @property
    def tensors(self):
        return self.graph.tensors

    def kind(self, operator):
        """The operator's name, such as CONV_2D."""
        code = self.model.operator_codes[operator.opcode_index]
        return OPERATORS[max(code.builtin_code, code.deprecated_builtin_code)]

    def operator(self, kind, inputs, outputs):
        """Returns a new operator without options; the caller adds it to the list."""
        codes = self.model.operator_codes
        number = CODES[kind]
        index = next((i for i, code in enumerate(codes) if code.deprecated_builtin_code == number), len(codes))
        if index == len(codes):
            version = 2 if kind == "DEQUANTIZE" else 1
            codes.append(flatbuffer.Table(SCHEMA, "OperatorCode", deprecated_builtin_code=number, version=version, builtin_code=number))
        return flatbuffer.Table(SCHEMA, "Operator", opcode_index=index, inputs=inputs, outputs=outputs)

    def activation(self, operator):
        return getattr(operator.options, "activation", 0)

    def readers(self, tensor):
        return [operator for operator in self.operators if tensor in operator.inputs]

    def writer(self, tensor):
        """Returns the operator that computes a tensor; None for the input and for constants."""
        return next((operator for operator in self.operators if tensor in operator.outputs), None)

    def constant(self, tensor):
        """Returns a tensor's constant values; None for a computed tensor."""
        found = self.tensors[tensor]
        data = self.model.buffers[found.buffer].data
        if not data:
            return None
        form = FORMS[found.type]
        values = struct.unpack(f"<{len(data) // struct.calcsize(form)}{form}", data)
        return Constant(list(found.shape), values)

    def set_constant(self, tensor, shape, values, kind=FLOAT32, quantization=None):
        """Gives a tensor new values, in a buffer of its own."""
        found = self.tensors[tensor]
        found.shape, found.type, found.quantization = list(shape), kind, quantization
        found.buffer = len(self.model.buffers)
        data = struct.pack(f"<{len(values)}{FORMS[kind]}", *values)
        self.model.buffers.append(flatbuffer.Table(SCHEMA, "Buffer", data=data))

    def bytes(self, description):
        """Returns the bytes of the file.

        It leaves out unused tensors, and numbers the rest in the order of its use.
        """
        graph, model = self.graph, self.model
        used = list(dict.fromkeys([*graph.inputs, *(t for o in graph.operators for t in (*o.inputs, *o.outputs) if t >= 0), *graph.outputs]))
        number = {old: new for new, old in enumerate(used)}
        graph.tensors = [graph.tensors[t] for t in used]
        for holder in graph.operators + [graph]:
            holder.inputs = [number.get(t, -1) for t in holder.inputs]
            holder.outputs = [number[t] for t in holder.outputs]
        buffers = [flatbuffer.Table(SCHEMA, "Buffer")]
        for tensor in graph.tensors:
            buffer = model.buffers[tensor.buffer]
            tensor.buffer = len(buffers) if buffer.data else 0
            if buffer.data:
                buffers.append(buffer)
        model.buffers = buffers
        # The runtime does not need metadata, which refer to buffers by number.
        model.metadata, model.metadata_buffer = None, None
        codes = sorted({o.opcode_index for o in graph.operators})
        model.operator_codes = [model.operator_codes[c] for c in codes]
        for operator in graph.operators:
            operator.opcode_index = codes.index(operator.opcode_index)
        model.description = description.encode()
        return flatbuffer.written(model, SCHEMA, IDENTIFIER)
