"""Runs models on the product's own runtime. Needs a C compiler.

It compiles the C functions of Sources/CLiteRT into a folder and calls them.
"""
import ctypes
import shutil
import subprocess
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "Sources/CLiteRT"


def compiled(folder):
    """Compiles the functions and loads them as a library."""
    # Swift brings a clang, which may be missing from the path.
    swift = shutil.which("swiftc")
    compiler = shutil.which("gcc") or shutil.which("clang") or (swift and shutil.which("clang", path=Path(swift).resolve().parent))
    if not compiler:
        raise RuntimeError("there is neither gcc nor clang")
    out = Path(folder) / "litert.so"
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", f"-I{SOURCES}/include", *map(str, sorted(SOURCES.glob("*.c"))), "-o", str(out), "-ldl", "-lpthread"],
                   check=True)
    library = ctypes.CDLL(str(out))
    pointer, size = ctypes.c_void_p, ctypes.c_size_t
    for name, result, arguments in (("runtime_open", pointer, [ctypes.c_char_p, ctypes.c_char_p, size]),
                                    ("model_load", pointer, [pointer, ctypes.c_char_p, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_char_p, size]),
                                    ("model_output_count", size, [pointer, ctypes.c_int]), ("model_begin_input", pointer, [pointer]),
                                    ("model_end_input", ctypes.c_int, [pointer]), ("model_run", ctypes.c_int, [pointer, pointer])):
        function = getattr(library, "gf_" + name)
        function.restype, function.argtypes = result, arguments
    return library


class Runtime:
    """LiteRT out of a runtime folder.
    - Parameter folder: the folder of the compiled functions while they are in use.
    """

    def __init__(self, library, folder):
        self.functions, self.why = compiled(folder), ctypes.create_string_buffer(256)
        self.handle = self.functions.gf_runtime_open(str(library).encode(), self.why, len(self.why))
        if not self.handle:
            raise RuntimeError(self.why.value.decode())


class Model:
    """A model with one float input and several outputs, on one thread.

    It stays loaded until the program ends.
    - Parameter half: whether to compute float layers in 16 bits on processors that support it.
    """

    def __init__(self, runtime, path, outputs=4, half=False):
        self.functions = runtime.functions
        self.handle = self.functions.gf_model_load(runtime.handle, str(path).encode(), 1, half, outputs, runtime.why, len(runtime.why))
        if not self.handle:
            raise RuntimeError(f"{path}: {runtime.why.value.decode()}")
        self.buffers = [(ctypes.c_float * self.functions.gf_model_output_count(self.handle, i))() for i in range(outputs)]
        self.pointers = (ctypes.c_void_p * outputs)(*map(ctypes.addressof, self.buffers))

    def run(self, values):
        """Returns the outputs as lists.
        - Parameter values: the input's numbers as the bytes of fp32.
        """
        place = self.functions.gf_model_begin_input(self.handle)
        if not place:
            raise RuntimeError("the input cannot be written")
        ctypes.memmove(place, values, len(values))
        self.functions.gf_model_end_input(self.handle)
        status = self.functions.gf_model_run(self.handle, self.pointers)
        if status:
            raise RuntimeError(f"LiteRT says {status}")
        return [list(buffer) for buffer in self.buffers]
