import Realtime
import Testing

/// Tests of a value that one thread publishes and others read.
@Suite struct PublishedTests {
  @Test func `the value that was stored last is read`() {
    let published = Published([1])
    let first = published.now
    published.store([2, 3])
    let last = published.now
    #expect(first == [1] && last == [2, 3])
  }

  @Test func `a part of the value is read alone`() {
    struct Value {
      var count = 1
      var names = ["a"]
    }
    let published = Published(Value())
    published.change { $0.names.append("b") }
    let names = published.read { $0.names }
    let count = published.read { $0.count }
    #expect(names == ["a", "b"] && count == 1)
  }

  @Test func `changes of several threads are all kept`() throws {
    final class Count: Sendable {
      let published = Published(0)
    }
    let count = Count()
    let threads = try (0..<4).map { _ in
      try RealtimeThread(.init(name: "gf-test")) { for _ in 0..<1000 { count.published.change { $0 += 1 } } }
    }
    for thread in threads { thread.join() }
    let before = count.published.change { value in
      defer { value = 0 }
      return value
    }
    let after = count.published.now
    #expect(before == 4000 && after == 0)
  }
}
