import Library
import Testing

@Suite struct NaturalOrderTests {
  @Test func `numbers sort as numbers`() {
    let names = ["10 z", "2 b", "1 a", "Track 100", "track 20", "Track 3", "a", "B", "01 x", "é"]
    #expect(names.sorted(by: NaturalOrder.precedes) == ["1 a", "01 x", "2 b", "10 z", "a", "B", "é", "Track 3", "track 20", "Track 100"])
    let digits = String(repeating: "9", count: 300)
    #expect(NaturalOrder.precedes("2", digits))
  }
}
