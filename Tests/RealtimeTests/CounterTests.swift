import Realtime
import Testing

/// Tests of a number that one thread raises and others read.
@Suite struct CounterTests {
  @Test func `adds stores and loads`() {
    let counter = Counter(5)
    counter.add()
    counter.add(10)
    let sum = counter.load()
    counter.store(-3)
    let stored = counter.load()
    #expect(sum == 16 && stored == -3)
  }

  private final class Shared: Sendable {
    let counter = Counter()
  }

  @Test func `no addition is lost between threads`() throws {
    let shared = Shared()
    let threads = try (0..<4).map { i in
      try RealtimeThread(.init(name: "adds \(i)")) { for _ in 0..<50_000 { shared.counter.add() } }
    }
    for thread in threads { thread.join() }
    #expect(shared.counter.load() == 200_000)
  }
}
