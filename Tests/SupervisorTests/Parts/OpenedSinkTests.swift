import Settings
import Supervisor
import Testing

/// Tests of the sinks that a choice makes.
@Suite struct OpenedSinkTests {
  @Test func `the sink is of the requested kind`() {
    let sinks = [SinkChoice.alsa("DAC"), .alsa(nil), .wav("w"), .fifo("p"), .null].map { $0.make() }
    #expect(sinks.map(\.kind) == ["alsa", "alsa", "wav", "fifo", "null"])
    #expect(sinks.map(\.name) == ["DAC", "alsa", "w", "p", "null"])
    #expect(sinks.allSatisfy { !$0.health.running }, "none is started")
  }
}
