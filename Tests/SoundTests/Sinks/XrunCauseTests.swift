import Foundation
import Sound
import Testing

/// Tests of the cause of an xrun: three periods of 2.67 ms, times in nanoseconds.
@Suite struct XrunCauseTests {
  private func cause(_ error: Int32 = EPIPE, waited: Double, render: Double) -> XrunCause {
    XrunCause(error: -Int(error), waited: Int64(waited * 1e6), render: Int64(render * 1e6), period: 2_666_667, held: 8_000_000)
  }

  @Test func `each cause is reported`() {
    #expect(cause(waited: 2.7, render: 0) == .device, "waited no longer than a period: the card broke off by itself")
    #expect(cause(waited: 9, render: 0) == .lateWake, "told while waiting, after all it held had gone by")
    #expect(cause(waited: 9, render: 0.3) == .lateWake, "told while writing")
    #expect(cause(waited: 2.7, render: 6) == .longRender)
    #expect(cause(waited: 9, render: 6) == .longRender, "a block longer than a period cannot end well")
    #expect(cause(ESTRPIPE, waited: 500, render: 0) == .device, "put to sleep")
    #expect(cause(waited: 0, render: 0.3) == .device, "just opened")
  }
}
