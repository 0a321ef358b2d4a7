"""Tests units, rounding, and the conversion between float and int8."""
import unittest
import small
from equalize import equalize, factor, streams
from network import Constant
from quantize import Plan, constants, quantize, rounded_filters, step
from schema import FLOAT32, INT8, INT32


def plan(floating=(), **more):
    ranges = {"0": [0, 6], "1": [0, 6], "2": [-8, 8], "3": [-16, 16]}
    return Plan({"float": list(floating), "ranges": ranges, **more})


class Rounding(unittest.TestCase):
    def test_zero_is_a_whole_number(self):
        for span in ([0, 6], [-3.3, 6.1], [-5, 0], [1, 2], [-2, -1]):
            scale, zero = step(span)
            self.assertIn(zero, range(-128, 128))
            self.assertAlmostEqual((127 - zero) * scale, max(span[1], 0), delta=scale)
            self.assertAlmostEqual((-128 - zero) * scale, min(span[0], 0), delta=scale)

    def test_each_output_channel_has_its_own_scale(self):
        rows, scales = rounded_filters(Constant([2, 1, 1, 3], [1.27, -0.5, 0.004, 12.7, 0.1, -12.7]), depthwise=False)
        self.assertEqual(rows, [127, -50, 0, 127, 1, -127])
        columns, others = rounded_filters(Constant([1, 1, 3, 2], [1.27, 12.7, -0.5, 0.1, 0.01, -12.7]), depthwise=True)
        self.assertEqual(columns, [127, 127, -50, 1, 1, -127])
        for found in scales, others:
            self.assertAlmostEqual(found[0], 0.01, 6)
            self.assertAlmostEqual(found[1], 0.1, 6)

    def test_a_filter_of_nothing_has_a_scale_in_which_a_bias_fits(self):
        whole, scales = rounded_filters(Constant([3, 1, 1, 1], [1.0, 0.0, 1e-30]), depthwise=False)
        self.assertEqual(whole[1:], [0, 0])
        self.assertTrue(all(abs(6 / (s * 0.02)) < 2**31 for s in scales))


class Units(unittest.TestCase):
    def changed(self, network, units):
        """Returns the change of the results when channels have these units."""
        before, weights = small.run(network, small.image()), constants(network)
        old = {tensor: list(constant.values) for tensor, constant in weights.items()}
        equalize(weights, network, units)
        self.assertGreater(sum(list(constant.values) != old[tensor] for tensor, constant in weights.items()), 1)
        for tensor, constant in weights.items():
            network.set_constant(tensor, constant.shape, constant.values)
        return small.difference(small.run(network, small.image()), before)

    def test_what_is_added_up_shares_its_units(self):
        stream = streams(small.residual())[0]
        self.assertEqual((len(stream.tensors), len(stream.writers), len(stream.readers)), (3, 2, 2))

    def test_other_units_leave_the_float_network_as_it_was(self):
        self.assertLess(self.changed(small.residual(), {0: [-9, 0, 3, 14]}), 1e-5)

    def test_other_units_before_a_depthwise_layer_leave_the_network_as_it_was(self):
        # At most twice as large: the widened values stay below 3 for this image, so that none is clipped.
        self.assertLess(self.changed(small.bottleneck([]), {0: [c % 5 for c in range(20)]}), 1e-5)

    def test_clipping_shows_in_units_that_are_too_large(self):
        self.assertGreater(self.changed(small.bottleneck([]), {0: [20] * 20}), 1e-2)

    def test_units_are_powers_of_two_to_a_quarter(self):
        for unit in range(-9, 10):
            self.assertAlmostEqual(factor(unit), 2 ** (unit / 4), 12)


class Borders(unittest.TestCase):
    def kinds(self, network):
        return [network.kind(o) for o in network.operators]

    def test_float_and_int8_meet_in_conversions(self):
        network = small.bottleneck([])
        quantize(network, plan(floating=[0, 3]))
        self.assertEqual(self.kinds(network), ["CONV_2D", "QUANTIZE", "DEPTHWISE_CONV_2D", "CONV_2D", "DEQUANTIZE", "ADD"])
        first, _, middle, narrow, _, total = network.operators
        types = [network.tensors[o.outputs[0]].type for o in (first, middle, narrow, total)]
        self.assertEqual(types, [FLOAT32, INT8, INT8, FLOAT32])
        self.assertEqual([network.tensors[t].type for t in middle.inputs], [INT8, INT8, INT32])
        self.assertEqual(len(set(total.inputs)), 1, "one conversion serves both of its readers")

    def test_a_bias_is_counted_in_the_unit_of_its_products(self):
        network = small.bottleneck([])
        wanted = network.constant(network.operators[2].inputs[2]).values
        quantize(network, plan(floating=[0, 3], corrections={"2": [0.25, 0, -0.125]}))
        narrow = next(o for o in network.operators if network.kind(o) == "CONV_2D" and network.tensors[o.inputs[0]].type == INT8)
        counted, units = network.constant(narrow.inputs[2]).values, network.tensors[narrow.inputs[2]].quantization.scale
        for count, unit, bias, correction in zip(counted, units, wanted, [0.25, 0, -0.125]):
            self.assertAlmostEqual(count * unit, bias + correction, delta=unit)

    def test_a_plan_for_another_network_is_refused(self):
        with self.assertRaises(ValueError):
            quantize(small.bottleneck([]), plan(floating=[0, 3], corrections={"2": [0.25, 0]}))


if __name__ == "__main__":
    unittest.main()
