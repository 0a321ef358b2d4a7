"""Tests constants as fp16 and as fp32."""
import unittest
import small
from fold import fold, unfold
from schema import FLOAT16, FLOAT32
from test_make import RUNTIME


def halves(network):
    return [network.tensors[o.inputs[0]].type for o in network.operators if network.kind(o) == "DEQUANTIZE"]


class Folding(unittest.TestCase):
    def with_filters(self, values):
        """Returns a network whose second layer repeats these filters."""
        network = small.residual()
        tensor = network.operators[1].inputs[1]
        network.set_constant(tensor, [4, 1, 1, 4], (values * 16)[:16], FLOAT32)
        return network

    def test_filters_that_fp16_holds_are_stored_so(self):
        network, before = self.with_filters([0.5, -0.25, 3.0]), small.run(self.with_filters([0.5, -0.25, 3.0]), small.image())
        again = small.Network(unfold(network).bytes("x"))
        self.assertEqual(halves(again), [FLOAT16])
        self.assertEqual(small.run(fold(again), small.image()), before)
        self.assertEqual(halves(again), [])

    def test_one_value_that_fp16_does_not_hold_keeps_all_of_them_as_they_are(self):
        for value in (0.1, 1e-9, 1e6):
            self.assertEqual(halves(unfold(self.with_filters([0.5, value]))), [])

    def test_folding_back_gives_the_numbers_of_the_pinned_model(self):
        made = fold(small.Network((RUNTIME / "hand_landmark_exact.tflite").read_bytes()))
        source = fold(small.Network((RUNTIME / "hand_landmark_full.tflite").read_bytes()))
        self.assertEqual(made.constant(made.operators[0].inputs[1]).values, source.constant(source.operators[0].inputs[1]).values)


if __name__ == "__main__":
    unittest.main()
