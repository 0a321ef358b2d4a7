import Stretch
import Testing

@Suite struct KaiserWindowTests {
  /// The Bessel function of order 0 at 1 is 1.2660658777520082 (Abramowitz and Stegun, table 9.8).
  @Test func `it is 1 in the middle and falls to the Bessel function's inverse at the ends`() {
    let window = KaiserWindow(beta: 1)
    #expect(window.value(0) == 1 && window.value(1) == 0 && window.value(-1.5) == 0)
    #expect(abs(window.value(1 - 1e-12) - 1 / 1.2660658777520082) < 1e-9)
    let steep = KaiserWindow(beta: 8.5)
    for u in stride(from: 0.0, through: 0.9, by: 0.1) {
      #expect(steep.value(u) == steep.value(-u) && steep.value(u) > steep.value(u + 0.1))
    }
  }
}
