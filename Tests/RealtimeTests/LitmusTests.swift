import Foundation
import Litmus
import Testing

/// Tests of the audio thread's structures in litmus shapes.
/// GESTUREFLOW_LITMUS sets the number of rounds; LitmusStress runs more. On x86-64, and under an emulator there, they
/// find errors of the algorithm only, because stores keep their order. lab/tsan, or a board, finds a missing order.
@Suite struct LitmusTests {
  @Test(arguments: Shape.all.map(\.name)) func `outcomes that the orders forbid do not happen`(name: String) throws {
    let rounds = Int(ProcessInfo.processInfo.environment["GESTUREFLOW_LITMUS"] ?? "") ?? 1000
    let shape = try #require(Shape.all.first { $0.name == name })
    let outcome = try shape.run(rounds)
    #expect(outcome.fault == nil)
  }

  @Test func `the shapes that matter are there`() {
    for shape in ["mp", "sb", "lb", "2+2w", "co", "wrc"] { #expect(Shape.all.contains { $0.name.hasPrefix(shape + " ") }, "\(shape)") }
  }
}
