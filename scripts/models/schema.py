"""The part of TensorFlow Lite's schema (version 3) for the hand models.

The numbers of fields: tensorflow/compiler/mlir/lite/schema/schema.fbs.
"""

IDENTIFIER = b"TFL3"

# The fields in their order. Fields that the models do not use keep their place with a name.
SCHEMA = {
    "Model": [("version", "u32"), ("operator_codes", "[OperatorCode]"), ("subgraphs", "[SubGraph]"), ("description", "string"),
              ("buffers", "[Buffer]"), ("metadata_buffer", "[i32]"), ("metadata", "[Metadata]")],
    "OperatorCode": [("deprecated_builtin_code", "i8"), ("custom_code", "string"), ("version", "i32=1"), ("builtin_code", "i32")],
    "SubGraph": [("tensors", "[Tensor]"), ("inputs", "[i32]"), ("outputs", "[i32]"), ("operators", "[Operator]"), ("name", "string")],
    "Tensor": [("shape", "[i32]"), ("type", "i8"), ("buffer", "u32"), ("name", "string"), ("quantization", "Quantization"),
               ("is_variable", "bool")],
    "Quantization": [("min", "[f32]"), ("max", "[f32]"), ("scale", "[f32]"), ("zero_point", "[i64]"), ("details_type", "u8"),
                     ("details", "|details_type"), ("quantized_dimension", "i32")],
    "Operator": [("opcode_index", "u32"), ("inputs", "[i32]"), ("outputs", "[i32]"), ("options_type", "u8"), ("options", "|options_type")],
    "Buffer": [("data", "[u8*16]")],
    "Metadata": [("name", "string"), ("buffer", "u32")],
    "Conv2D": [("padding", "i8"), ("stride_w", "i32"), ("stride_h", "i32"), ("activation", "i8"), ("dilation_w", "i32=1"), ("dilation_h", "i32=1")],
    "DepthwiseConv2D": [("padding", "i8"), ("stride_w", "i32"), ("stride_h", "i32"), ("depth_multiplier", "i32"), ("activation", "i8"),
                        ("dilation_w", "i32=1"), ("dilation_h", "i32=1")],
    "Pool2D": [("padding", "i8"), ("stride_w", "i32"), ("stride_h", "i32"), ("filter_width", "i32"), ("filter_height", "i32"), ("activation", "i8")],
    "FullyConnected": [("activation", "i8"), ("weights_format", "i8"), ("keep_num_dims", "bool"), ("asymmetric_quantize_inputs", "bool")],
    "Add": [("activation", "i8"), ("pot_scale_int16", "bool=1")],
    "Reshape": [("new_shape", "[i32]")],
    "Concatenation": [("axis", "i32"), ("activation", "i8")],
    "ResizeBilinear": [("new_height", "i32"), ("new_width", "i32"), ("align_corners", "bool"), ("half_pixel_centers", "bool")],
    "Pad": [],
    "Dequantize": [],
    "Quantize": [],
    "Reducer": [("keep_dims", "bool")],
    "|options_type": {1: "Conv2D", 2: "DepthwiseConv2D", 5: "Pool2D", 8: "FullyConnected", 10: "Concatenation", 11: "Add", 15: "ResizeBilinear",
                      17: "Reshape", 22: "Pad", 27: "Reducer", 38: "Dequantize", 89: "Quantize"},
    "|details_type": {},
}

# Operator names by their number in the file.
OPERATORS = {0: "ADD", 2: "CONCATENATION", 3: "CONV_2D", 4: "DEPTHWISE_CONV_2D", 6: "DEQUANTIZE", 9: "FULLY_CONNECTED", 14: "LOGISTIC",
             17: "MAX_POOL_2D", 22: "RESHAPE", 23: "RESIZE_BILINEAR", 34: "PAD", 40: "MEAN", 54: "PRELU", 114: "QUANTIZE"}
CODES = {name: number for number, name in OPERATORS.items()}

FLOAT32, FLOAT16, INT32, INT8 = 0, 1, 2, 9
RELU6 = 3
