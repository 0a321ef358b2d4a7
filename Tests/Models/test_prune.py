"""Tests that dead channels go, and the results stay."""
import unittest
import small
from prune import prune


def widths(network):
    return [network.tensors[o.outputs[0]].shape[-1] for o in network.operators]


class Pruning(unittest.TestCase):
    def test_dead_channels_go_and_the_results_stay(self):
        dead = [0, 3, 7, 8, 19]
        network, before = small.bottleneck(dead), small.run(small.bottleneck(dead), small.image())
        self.assertEqual(prune(network), 4)
        self.assertEqual(widths(network), [16, 16, 3, 3], "15 live ones, and a dead one as filling")
        self.assertLess(small.difference(small.run(network, small.image()), before), 1e-6)

    def test_the_file_has_the_narrow_layers_only(self):
        network = small.bottleneck([0, 3, 7, 8])
        wide = len(network.bytes("wide"))
        network = small.bottleneck([0, 3, 7, 8])
        prune(network)
        narrow = network.bytes("narrow")
        self.assertLess(len(narrow), wide)
        self.assertEqual(widths(small.Network(narrow)), [16, 16, 3, 3])

    def test_filling_hands_nothing_on(self):
        dead = [0, 3, 7, 8, 19]
        network = small.bottleneck(dead)
        prune(network)
        wide, middle, narrow = network.operators[:3]
        filling = [c for c in range(16) if not any(network.constant(middle.inputs[1]).values[c::16])]
        self.assertEqual(len(filling), 1)
        c = filling[0]
        self.assertEqual([*network.constant(wide.inputs[1]).values[2 * c:2 * c + 2], network.constant(wide.inputs[2]).values[c]], [0, 0, 0])
        self.assertEqual(network.constant(middle.inputs[2]).values[c], 0)
        self.assertEqual(network.constant(narrow.inputs[1]).values[c::16], (0, 0, 0))

    def test_a_filter_that_is_only_nearly_nothing_stays(self):
        network = small.bottleneck([])
        middle = network.operators[1]
        filters = network.constant(middle.inputs[1])
        values = [1e-30 if i % 20 < 8 else v for i, v in enumerate(filters.values)]
        network.set_constant(middle.inputs[1], filters.shape, values)
        self.assertEqual(prune(network), 0)
        self.assertEqual(widths(network), [20, 20, 3, 3])

    def test_what_is_not_clipped_is_left_alone(self):
        network = small.bottleneck([0, 3, 7, 8], clipped=False)
        self.assertEqual(prune(network), 0)


if __name__ == "__main__":
    unittest.main()
