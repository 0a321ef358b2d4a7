import Gestures
import Testing

@Suite struct DetentTests {
  @Test func `it takes hold at its width and lets go later`() {
    var detent = Detent(centre: 1, width: 0.02)
    #expect(detent.snap(1.021) == 1.021)
    #expect(detent.snap(1.019) == 1)
    #expect(detent.snap(1.029) == 1)
    #expect(detent.snap(0.972) == 1)
    #expect(detent.snap(1.031) == 1.031)
    #expect(detent.snap(1.025) == 1.025)
  }

  @Test func `the factor can be chosen`() {
    var detent = Detent(centre: 0, width: 20, leaveAt: 3)
    #expect(detent.snap(10) == 0)
    #expect(detent.snap(59) == 0)
    #expect(detent.snap(61) == 61)
  }
}
