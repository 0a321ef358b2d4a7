import Panel
import TestSupport
import Testing

extension ButtonReader {
  /// Returns the actions, without their times.
  mutating func actions(_ edges: [Edge], now: Double) -> [ButtonAction] { read(edges, now: now).map(\.action) }
}

@Suite struct ButtonReaderTests {
  /// Plays edges into a reader, which runs every 5 ms.
  private func play(_ edges: [Edge], until end: Double, quiet: Double = 0.008) -> [ButtonAction] {
    var reader = ButtonReader(quiet: quiet)
    var rest = edges[...]
    var actions: [ButtonAction] = []
    var now = 0.0
    while now <= end {
      let due = Array(rest.prefix { $0.time <= now })
      rest = rest.dropFirst(due.count)
      actions += reader.actions(due, now: now)
      now += 0.005
    }
    return actions
  }
  private func press(_ button: Button, _ begin: Double, _ length: Double) -> [Edge] {
    [Edge(button, isDown: true, time: begin), Edge(button, isDown: false, time: begin + length)]
  }
  private func presses(_ actions: [ButtonAction]) -> [ButtonAction] {
    actions.filter { if case .countIn = $0 { false } else { true } }
  }

  @Test func `a hundred edges in ten milliseconds are one press`() {
    for seed in 0..<50 {
      var random = SplitMix(UInt64(seed))
      var edges = (0..<100).map { Edge(.next, isDown: $0 % 2 == 0, time: 0.1 + Double($0) * 0.0001) }
      // The button ends down, is held, and chatters again at its release.
      edges.append(Edge(.next, isDown: true, time: 0.1101))
      let up = 0.2 + random.unit() * 0.3
      edges += (0..<100).map { Edge(.next, isDown: $0 % 2 == 1, time: up + Double($0) * 0.0001) }
      edges.append(Edge(.next, isDown: false, time: up + 0.0101))
      #expect(presses(play(edges, until: 2)) == [.click(.next)])
    }
  }

  @Test func `quick taps are not lost`() {
    // Ten taps of 15 ms, 50 ms apart, read late: all edges of a tap may come in one read.
    var reader = ButtonReader(quiet: 0.008)
    var clicks = 0
    for tap in 0..<10 {
      let begin = Double(tap) * 0.05
      let actions = reader.actions(press(.prev, begin, 0.015), now: begin + 0.045)
      clicks += actions.filter { $0 == .click(.prev) }.count
    }
    #expect(clicks == 10)
  }

  @Test func `click and hold are distinguished`() {
    #expect(presses(play(press(.mode, 0.1, 0.95), until: 3)) == [.click(.mode)])
    #expect(presses(play(press(.mode, 0.1, 1.05), until: 3)) == [.hold(.mode)])
  }

  @Test func `a hold fires at its time and not at the release`() {
    var reader = ButtonReader(quiet: 0.008)
    #expect(reader.actions([Edge(.next, isDown: true, time: 0)], now: 0.001).isEmpty)
    #expect(reader.actions([], now: 0.99).isEmpty)
    #expect(reader.actions([], now: 1.001) == [.hold(.next)])
    #expect(reader.actions([], now: 2).isEmpty)
    #expect(reader.actions([Edge(.next, isDown: false, time: 2.1)], now: 2.2).isEmpty)
  }

  @Test func `tier and mode held on have a second hold`() {
    #expect(presses(play(press(.tier, 0.1, 2.9), until: 5)) == [.hold(.tier)])
    #expect(presses(play(press(.tier, 0.1, 9), until: 12)) == [.hold(.tier), .longHold(.tier)])
    #expect(presses(play(press(.mode, 0.1, 9), until: 12)) == [.hold(.mode), .longHold(.mode)])
    #expect(presses(play(press(.next, 0.1, 9), until: 12)) == [.hold(.next)])
    // The reader gets all edges late, in one read.
    var reader = ButtonReader(quiet: 0.008)
    #expect(reader.actions(press(.tier, 1, 3.5), now: 6) == [.hold(.tier), .longHold(.tier)])
  }

  @Test func `a second click is a double click besides`() {
    let actions = presses(play(press(.tier, 0.1, 0.05) + press(.tier, 0.3, 0.05) + press(.tier, 0.5, 0.05), until: 2))
    #expect(actions == [.click(.tier), .click(.tier), .doubleClick(.tier), .click(.tier)])
    let slow = presses(play(press(.tier, 0.1, 0.05) + press(.tier, 0.6, 0.05), until: 2))
    #expect(slow == [.click(.tier), .click(.tier)])
  }

  @Test func `the second click of two says so`() {
    var reader = ButtonReader(quiet: 0.008)
    let news = [0.1, 0.3, 0.5].flatMap { reader.read(press(.mode, $0, 0.05), now: $0 + 0.1) }
    let clicks = news.filter { $0.action == .click(.mode) }
    #expect(clicks.map(\.isSecond) == [false, true, false])
  }

  @Test func `PREV and NEXT pressed together are one action, and neither a click nor a hold`() {
    for (first, second) in [(Button.prev, Button.next), (.next, .prev)] {
      for apart in [0.005, 0.1, 0.14] {
        for length in [0.3, 1.5] {
          let pair = [
            Edge(first, isDown: true, time: 0.1), Edge(second, isDown: true, time: 0.1 + apart),
            Edge(first, isDown: false, time: 0.1 + length), Edge(second, isDown: false, time: 0.15 + length),
          ]
          let actions = play(pair + press(.next, 2, 0.1), until: 3)
          #expect(actions == [.prevAndNext, .click(.next)], "\(first) \(apart) \(length)")
        }
      }
    }
    var reader = ButtonReader(quiet: 0.008)
    let edges = [Edge(.next, isDown: true, time: 5), Edge(.prev, isDown: true, time: 5.1)]
    let news = reader.read(edges, now: 9)
    #expect(news == [ButtonEvent(.prevAndNext, down: 5)] && news[0].action.presses == 2)
  }

  @Test func `a button pressed again while the other of the pair is down does nothing`() {
    for (first, second) in [(Button.prev, Button.next), (.next, .prev)] {
      let pair = [
        Edge(first, isDown: true, time: 0.1), Edge(second, isDown: true, time: 0.15), Edge(second, isDown: false, time: 0.3),
        Edge(second, isDown: true, time: 0.4), Edge(first, isDown: false, time: 0.5), Edge(first, isDown: true, time: 0.6),
        Edge(second, isDown: false, time: 0.7), Edge(first, isDown: false, time: 2),
      ]
      #expect(play(pair + press(first, 2.5, 0.1) + press(second, 3, 0.1), until: 4) == [.prevAndNext, .click(first), .click(second)])
    }
  }

  @Test func `PREV and NEXT one after the other, and other pairs, are clicks`() {
    #expect(play(press(.prev, 0.1, 0.05) + press(.next, 0.2, 0.05), until: 2) == [.click(.prev), .click(.next)])
    let late = [
      Edge(.prev, isDown: true, time: 0.1), Edge(.next, isDown: true, time: 0.26), Edge(.next, isDown: false, time: 0.5),
      Edge(.prev, isDown: false, time: 0.6),
    ]
    #expect(play(late, until: 2) == [.click(.next), .click(.prev)])
    let others = [
      Edge(.mode, isDown: true, time: 0.1), Edge(.next, isDown: true, time: 0.2), Edge(.mode, isDown: false, time: 0.3),
      Edge(.next, isDown: false, time: 0.4),
    ]
    #expect(play(others, until: 2) == [.click(.mode), .click(.next)])
    var free = ButtonReader(holds: [:], quiet: 0.008)
    let edges = [Edge(.prev, isDown: true, time: 1), Edge(.next, isDown: true, time: 1.01)]
    #expect(free.actions(edges, now: 1.1) == [.click(.prev), .click(.next)])
  }

  @Test func `the shutdown hold counts in and can be cancelled`() {
    let cancelled = play(press(.play, 0.1, 2.5), until: 5)
    #expect(presses(cancelled).isEmpty, "a cancelled hold is not a click")
    #expect(cancelled.last == .countIn(.play, nil))
    let shares = cancelled.compactMap { action -> Double? in if case .countIn(.play, let share?) = action { share } else { nil } }
    #expect(shares.first! < 0.36 && shares.last! > 0.75 && shares == shares.sorted())
    #expect(presses(play(press(.play, 0.1, 3.2), until: 5)) == [.hold(.play)])
    #expect(presses(play(press(.play, 0.1, 0.4), until: 5)) == [.click(.play)])
  }

  @Test func `a button that was down at the start does nothing until released`() {
    var reader = ButtonReader(quiet: 0.008, down: [.play])
    #expect(reader.actions([], now: 10).isEmpty)
    #expect(reader.actions([Edge(.play, isDown: false, time: 10.1)], now: 10.2).isEmpty)
    #expect(reader.actions(press(.play, 11, 0.1), now: 11.2) == [.click(.play)])
  }

  /// A click is reported at the release, after the quiet time.
  /// For the beat, the report has the time at which the button went down.
  @Test func `every action has the time at which the button went down`() {
    var reader = ButtonReader(quiet: 0.008)
    #expect(reader.read(press(.play, 1, 0.12), now: 1.2) == [ButtonEvent(.click(.play), down: 1)])
    #expect(
      reader.read(press(.play, 1.3, 0.2), now: 1.6) == [
        ButtonEvent(.click(.play), down: 1.3, isSecond: true), ButtonEvent(.doubleClick(.play), down: 1.3),
      ])
    #expect(reader.read(press(.mode, 2, 1.5), now: 4) == [ButtonEvent(.hold(.mode), down: 2)])
    #expect(reader.read([Edge(.play, isDown: true, time: 5)], now: 6.5) == [ButtonEvent(.countIn(.play, 0.5), down: 5)])
    #expect(reader.read([Edge(.play, isDown: false, time: 6.6)], now: 6.7).last == ButtonEvent(.countIn(.play, nil), down: 5))
    var free = ButtonReader(holds: [:], quiet: 0.008)
    #expect(free.read([Edge(.next, isDown: true, time: 7)], now: 7.1) == [ButtonEvent(.click(.next), down: 7)])
  }
}
