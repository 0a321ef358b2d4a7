import Realtime
import Synchronization

// Shapes of two threads that write and read each other's values.
extension Shape {
  static let crossings = [storeBuffering, loadBuffering, twoWrites]

  /// SB: both threads push and then look.
  /// Neither may see the other's value, so no thread sleeps after such a look. When both have met, the value is
  /// there.
  private static let storeBuffering = Shape(name: "sb rings") { rounds in
    let (a, b) = (Shared(Ring<Int>(capacity: 2, fill: 0)), Shared(Ring<Int>(capacity: 2, fill: 0)))
    let meeting = Meeting(2)
    let hasMissed = Shared(Counter())
    let part: @Sendable (Shared<Ring<Int>>, Shared<Ring<Int>>) -> @Sendable (Finding) -> Void = { mine, other in
      { finding in
        for round in 1...rounds {
          meeting.wait(3 * round - 2)
          if !mine.it.push(round) { finding.fault("no room in round \(round)") }
          var got = other.it.pop()
          if got == nil { hasMissed.it.add() }
          meeting.wait(3 * round - 1)
          if mine === a, hasMissed.it.load() == 2 { finding.overtaken() }
          got = got ?? other.it.pop()
          if got != round { finding.fault("round \(round) gave \(got.map(String.init) ?? "nothing")") }
          meeting.wait(3 * round)
          if mine === a { hasMissed.it.store(0) }
        }
      }
    }
    return try Finding.of([part(a, b), part(b, a)])
  }

  /// LB: both threads look and then push.
  /// If each saw the value that the other pushes only later, that value would come out of thin air.
  private static let loadBuffering = Shape(name: "lb rings") { rounds in
    let (a, b) = (Shared(Ring<Int>(capacity: 2, fill: 0)), Shared(Ring<Int>(capacity: 2, fill: 0)))
    let meeting = Meeting(2)
    let seen = Shared(Counter())
    let part: @Sendable (Shared<Ring<Int>>, Shared<Ring<Int>>) -> @Sendable (Finding) -> Void = { mine, other in
      { finding in
        for round in 1...rounds {
          meeting.wait(3 * round - 2)
          let got = other.it.pop()
          _ = mine.it.push(round)
          if got != nil { seen.it.add() }
          meeting.wait(3 * round - 1)
          if mine === a {
            let both = seen.it.load()
            if both == 2 { finding.fault("both saw in round \(round) what the other pushed only then") }
            if both == 1 { finding.overtaken() }
          }
          if got == nil, other.it.pop() != round { finding.fault("what was pushed in round \(round) is lost") }
          meeting.wait(3 * round)
          if mine === a { seen.it.store(0) }
        }
      }
    }
    return try Finding.of([part(a, b), part(b, a)])
  }

  /// 2+2W: two threads store into two boxes in opposite order.
  /// A store and a load of the box are both exchanges of its middle slot. When both threads have met, each box holds
  /// its last value, complete.
  private static let twoWrites = Shape(name: "2+2w latest values") { rounds in
    typealias Box = Shared<LatestValue<InlineArray<4, Int>>>
    let (x, y) = (Box(LatestValue(InlineArray(repeating: 0))), Box(LatestValue(InlineArray(repeating: 0))))
    let meeting = Meeting(2)
    let part: @Sendable (Box, Box) -> @Sendable (Finding) -> Void = { mine, other in
      { finding in
        for round in 1...rounds {
          meeting.wait(2 * round - 1)
          mine.it.store(InlineArray(repeating: 2 * round))
          let during = other.it.load()
          mine.it.store(InlineArray(repeating: 2 * round + 1))
          for i in 1..<4 where during[i] != during[0] { finding.fault("in parts: \(during[0]) and \(during[i])") }
          if !(2 * round - 1...2 * round + 1).contains(during[0]), round > 1 { finding.fault("\(during[0]) in round \(round)") }
          if during[0] == 2 * round { finding.overtaken() }
          meeting.wait(2 * round)
          let after = other.it.load()
          for i in 0..<4 where after[i] != 2 * round + 1 { finding.fault("\(after[i]) is left of round \(round)") }
        }
      }
    }
    return try Finding.of([part(x, y), part(y, x)])
  }
}
