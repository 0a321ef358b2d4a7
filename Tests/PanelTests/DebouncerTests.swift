import Panel
import TestSupport
import Testing

@Suite struct DebouncerTests {
  @Test func `a press counts at its first edge and a release when it is quiet`() {
    var debouncer = Debouncer(quiet: 0.008)
    #expect(debouncer.edge(isDown: true, at: 1).map(\.time) == [1])
    #expect(debouncer.edge(isDown: false, at: 1.002).isEmpty && debouncer.edge(isDown: true, at: 1.004).isEmpty)
    #expect(debouncer.edge(isDown: false, at: 1.1).isEmpty && debouncer.isDown)
    #expect(debouncer.settle(at: 1.107).isEmpty)
    let release = debouncer.settle(at: 1.1081)
    #expect(release.map(\.isDown) == [false] && release.map(\.time) == [1.1], "it is dated when it happened")
    #expect(!debouncer.isDown && debouncer.settle(at: 2).isEmpty)
  }

  @Test func `every edge counts when the kernel debounces`() {
    var debouncer = Debouncer(quiet: 0)
    #expect(debouncer.edge(isDown: true, at: 1).count == 1)
    #expect(debouncer.edge(isDown: false, at: 1.001).count == 1)
    #expect(!debouncer.isDown)
  }

  @Test func `whatever the edges presses and releases alternate`() {
    for seed in 0..<200 {
      var random = SplitMix(UInt64(seed))
      var debouncer = Debouncer(quiet: 0.008)
      var time = 0.0
      var changes: [Bool] = []
      for _ in 0..<300 {
        time += random.unit() < 0.5 ? random.unit() * 0.004 : random.unit() * 0.1
        changes += debouncer.edge(isDown: random.unit() < 0.5, at: time).map(\.isDown)
        if random.unit() < 0.3 { changes += debouncer.settle(at: time + 0.002).map(\.isDown) }
      }
      for (a, b) in zip(changes, changes.dropFirst()) { #expect(a != b) }
      if let first = changes.first { #expect(first) }
    }
  }
}
