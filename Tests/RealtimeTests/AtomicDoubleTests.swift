import Realtime
import Testing

@Suite struct AtomicDoubleTests {
  @Test func `it has no number before the first store`() {
    let number = AtomicDouble()
    #expect(number.load() == nil)
    number.store(-0.25)
    #expect(number.load() == -0.25)
    number.store(.infinity)
    #expect(number.load() == .infinity)
    number.store(.nan)
    #expect(number.load() == nil)
    #expect(AtomicDouble(3).load() == 3)
  }
}
