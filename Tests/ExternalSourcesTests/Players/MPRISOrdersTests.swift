import ExternalSources
import Testing

/// Tests of waiting orders and of the times of their dispatch.
struct MPRISOrdersTests {
  /// Returns all orders that go out at a moment.
  private func sent(_ orders: inout MPRISOrders, now: Double = 0) -> [PlayerOrder] {
    var all: [PlayerOrder] = []
    while let order = orders.next(now: now) { all.append(order) }
    return all
  }

  /// Returns orders, four of which are not answered yet.
  private func blocked() -> MPRISOrders {
    var orders = MPRISOrders()
    for _ in 0..<4 { _ = orders.add(.next) }
    #expect(sent(&orders).count == 4)
    return orders
  }

  @Test func `orders go out as they came and each of them`() {
    var orders = MPRISOrders()
    for order in [PlayerOrder.next, .next, .play, .previous] { #expect(orders.add(order) == nil) }
    #expect(orders.due == 0)
    #expect(sent(&orders) == [.next, .next, .play, .previous])
    #expect(orders.due == nil)
  }

  @Test func `of play and pause that wait the last wins`() {
    var orders = blocked()
    for order in [PlayerOrder.play, .pause, .play, .pause] { _ = orders.add(order) }
    for _ in 0..<4 { orders.answered(.next) }
    #expect(sent(&orders) == [.pause])
    for order in [PlayerOrder.pause, .next, .play] { _ = orders.add(order) }
    for _ in 0..<3 { orders.answered(.next) }
    #expect(sent(&orders) == [.pause, .next, .play], "a pause before another piece is not the play after it")
  }

  @Test func `a stop that waits is a pause already`() {
    var orders = blocked()
    for order in [PlayerOrder.pause, .stop, .pause, .stop] { _ = orders.add(order) }
    for _ in 0..<4 { orders.answered(.next) }
    #expect(sent(&orders) == [.stop])
    orders = blocked()
    for order in [PlayerOrder.stop, .play] { _ = orders.add(order) }
    for _ in 0..<4 { orders.answered(.next) }
    #expect(sent(&orders) == [.play])
    orders = blocked()
    _ = orders.add(.stop)
    for _ in 0..<100 { _ = orders.add(.next) }
    for _ in 0..<4 { orders.answered(.next) }
    #expect(sent(&orders).first == .stop, "of too many that wait it is kept")
  }

  @Test func `a player that does not answer gets four orders and the others wait`() {
    var orders = blocked()
    _ = orders.add(.pause)
    #expect(sent(&orders).isEmpty && orders.due == nil)
    orders.answered(.next)
    #expect(sent(&orders) == [.pause])
  }

  @Test func `of too many that wait the pause is kept`() {
    var orders = blocked()
    _ = orders.add(.pause)
    var dropped = 0
    for _ in 0..<100 where orders.add(.next) != nil { dropped += 1 }
    #expect(dropped == 85)
    for _ in 0..<4 { orders.answered(.next) }
    #expect(sent(&orders).first == .pause)
  }

  @Test func `the volume goes out ten times a second and its newest last`() {
    var orders = MPRISOrders()
    var heard: [(Double, Double)] = []
    for step in 0..<300 {
      let now = Double(step) * 0.01
      _ = orders.add(.volume(Double(step) / 300))
      for case .volume(let value) in sent(&orders, now: now) {
        heard.append((now, value))
        orders.answered(.volume(value))
      }
    }
    #expect((29...30).contains(heard.count))
    #expect(zip(heard, heard.dropFirst()).allSatisfy { $1.0 - $0.0 > 0.0999 && $1.1 > $0.1 })
    if let due = orders.due { #expect(sent(&orders, now: due) == [.volume(299.0 / 300)]) } else { #expect(heard.last?.1 == 299.0 / 300) }
  }

  @Test func `a volume that is not answered keeps the newest waiting`() {
    var orders = MPRISOrders()
    for step in 0..<10 {
      _ = orders.add(.volume(Double(step) / 10))
      _ = sent(&orders, now: Double(step))
    }
    #expect(orders.due == nil, "two are out")
    orders.answered(.volume(0))
    #expect(sent(&orders, now: 10) == [.volume(0.9)])
  }

  @Test func `nonsense is not an order`() {
    var orders = MPRISOrders()
    for order in [PlayerOrder.volume(.nan), .volume(.infinity), .seek(to: .nan), .seek(to: .infinity), .seek(to: 1e30)] {
      _ = orders.add(order)
    }
    #expect(sent(&orders).isEmpty)
    _ = orders.add(.volume(7))
    _ = orders.add(.seek(to: 1))
    _ = orders.add(.seek(to: 2))
    #expect(sent(&orders) == [.seek(to: 2), .volume(1)])
  }
}
