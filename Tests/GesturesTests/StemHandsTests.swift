import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the hands' roles in stems mode. At most one left and one right hand play, and each keeps what it holds.
@Suite struct StemHandsTests {
  @Test func `a second right hand does not take over`() {
    var engine = StemPlay.engine()
    let output = StemPlay.play(&engine, 0, 4) { time in
      let plays = StemPlay.hand(.right, .open, rise: -0.3 * Float(abs(time.truncatingRemainder(dividingBy: 2) - 1)), confidence: 0.7)
      // The other hand is surer and moves up and down quickly.
      let other = StemPlay.hand(.right, .open, rise: 2 * Float(time.truncatingRemainder(dividingBy: 1)), x: 0.75, id: 7, confidence: 1)
      return time < 1 ? [plays] : [other, plays]
    }
    let values = output.filter { $0.control.time > 1 }.map(\.stems.volumes[0])
    #expect((values.max() ?? 1) - (values.min() ?? 0) < 0.2, "\(values.min() ?? 0) to \(values.max() ?? 1)")
    #expect(output.last?.sideConflicts == 1)
  }

  /// The holding hand disappears. Another hand of its side appears immediately at another place.
  @Test func `a control held by one hand is not the next hand's`() {
    var engine = StemPlay.engine()
    let output = StemPlay.play(&engine, 0, 3) { time in
      time < 1.5
        ? [StemPlay.hand(.right, .open, rise: -0.5 * Float(time))] : [StemPlay.hand(.right, .open, rise: 1, roll: 30, x: 0.6, id: 8)]
    }
    #expect(output.engaged == [.level] && output.released == [.level])
    let held = output[44].stems.volumes[0]
    #expect(held < 0.6 && output.dropFirst(45).allSatisfy { $0.stems.volumes[0] == held && $0.stems.pitchCents[0] == 0 })
  }

  /// One of two left hands counts. The other's fingers do not interrupt it.
  @Test func `a second left hand does not disturb a count`() {
    var engine = StemPlay.engine(selected: nil)
    let output = StemPlay.play(&engine, 0, 2) { time in
      let one = StemPlay.hand(.left, .two, confidence: 0.8)
      return time < 0.5 ? [one] : [StemPlay.hand(.left, .four, x: 0.6, id: 9, confidence: 0.82), one]
    }
    #expect(output.asks.map(\.event) == [.channelSelected(1)])
  }

  /// The left hand selects while the right one moves a value. The right one begins again for the new channel. Neither
  /// channel jumps.
  @Test func `selecting while the other hand plays moves nothing at once`() throws {
    var engine = StemPlay.engine(selected: 0)
    let output = StemPlay.play(&engine, 0, 3) { time in
      [StemPlay.hand(.left, .three), StemPlay.hand(.right, .open, rise: -0.5 * Float(time))]
    }
    #expect(output.asks.map(\.event) == [.channelSelected(2)] && output.engaged == [.level, .level] && output.released == [.level])
    // The hand moves the volume by a quarter per second, in 30 frames. Half as much more is allowed for the filter,
    // which catches up.
    let most: Float = 0.0125
    var before: StemsControl?
    for frame in output {
      let now = frame.stems
      if let before {
        for channel in 0..<4 {
          let step = abs(now.volumes[channel] - before.volumes[channel])
          #expect(step < most, "at \(frame.control.time) s")
        }
      }
      before = now
    }
    let last = try #require(output.last?.stems)
    #expect(last.volumes[0] < 0.7 && last.volumes[2] < 0.6 && last.volumes[1] == 0.8 && last.volumes[3] == 0.8, "\(last)")
  }

  /// No frame comes. Held controls are released when presence ends.
  @Test func `frames that stop coming let go`() {
    var engine = StemPlay.engine()
    engine.introduce([StemPlay.hand(.right, .open)])
    StemPlay.play(&engine, 0, 1) { [StemPlay.hand(.right, .open, rise: -Float($0))] }
    var events: [GestureEvent] = []
    for i in 1...8 { events += engine.noFrame(at: 1 + Double(i) * 0.25)?.events ?? [] }
    #expect(events.contains(.controlReleased(.level)) && events.contains(.handsAbsent))
  }
}
