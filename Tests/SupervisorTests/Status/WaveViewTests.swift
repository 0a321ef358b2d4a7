import Foundation
import Supervisor
import Testing

/// The drawing of the wave is stable: it starts at a rising zero crossing.
@Suite struct WaveViewTests {
  @Test func `it begins at a rise with enough behind it`() {
    for shift in stride(from: 0.0, to: 6.2, by: 0.3) {
      let wave = (0..<256).map { Float(sin(Double($0) * 0.2 + shift)) }
      let shown = Array(WaveView.steady(wave))
      #expect(shown.count == 128 && shown[0] >= 0 && shown[0] < 0.25 && shown[1] > shown[0], "shift \(shift)")
    }
  }

  @Test func `a wave without a rise is shown from its start`() {
    #expect(Array(WaveView.steady([Float](repeating: 0.5, count: 200))) == [Float](repeating: 0.5, count: 128))
    #expect(WaveView.steady([]).isEmpty && WaveView.steady([0.1, 0.2]).count == 2)
  }
}
