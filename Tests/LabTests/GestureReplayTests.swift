import GestureFlowAPI
import Gestures
import Hands
import Lab
import Perception
import SyntheticHands
import Testing

/// Tests of recorded hands that go through the gesture engine again.
@Suite struct GestureReplayTests {
  private static let demo = RecordedHands.frames(Scripts.demo)
  private static let session = RecordedHands.session(demo)

  private func replay<Line: Encodable & Sendable>(_ lines: [Line], _ settings: GestureSettings = .init()) throws -> GestureReplay {
    try RecordedHands.withFile(lines) { GestureReplay(try HandsRecording.read($0, aspect: 1), settings: settings) }
  }

  /// Returns an event as text, without its time.
  private func words(_ event: Event) -> String {
    "\(event.type) \(event.hand ?? 0) \(event.handedness ?? "") \(event.value ?? "")"
  }

  @Test func `recorded hands give exactly what a live engine makes of them`() throws {
    let lines = Self.demo.map { HandsLine($0) }
    let result = try replay(lines)
    var engine = GestureEngine()
    let live = lines.map { engine.process($0.handFrame(aspect: 1)) }
    #expect(result.events == live.flatMap { output in output.events.map { Event($0, at: output.control.time) } })
    #expect(result.events.contains { $0.type == "gestureHeld" } && result.events.contains { $0.value == "volume" })
    #expect(result.control == live.last?.control.player)
    #expect(result.comparison == nil, "a file of hands alone has nothing to compare with")
  }

  /// The landmarks in the file have five digits. Those of the live run are not rounded.
  @Test func `a session replays to what the box made of it`() throws {
    let session = RecordedHands.session(Self.demo.map { Self.later($0, by: 4000) }, bootTime: 3990)
    let result = try replay(session)
    let recorded = session.flatMap(\.events)
    #expect(result.events.map(words) == recorded.map(words))
    for (now, before) in zip(result.events, recorded) {
      #expect(abs(now.atSeconds - before.atSeconds) < 0.07, "\(now), recorded \(before)")
    }
    let comparison = try #require(result.comparison)
    #expect(comparison.onlyRecorded.isEmpty && comparison.onlyNow.isEmpty && comparison.changesFromElsewhere == 0)
    #expect(comparison.values.speed.most < 0.01 && comparison.values.pitchCents.most < 5 && comparison.values.volume.most < 0.01)
  }

  @Test func `different rules are found with the time`() throws {
    let script = try #require(Scripts.named("faderup"))
    let frames = RecordedHands.frames(script)
    var spread = GestureSettings()
    spread.pinch = .spread
    let session = RecordedHands.session(frames)
    let comparison = try #require(try replay(session, spread).comparison)
    // The replay must find these differences of two runs.
    let differences = zip(session, RecordedHands.session(frames, spread)).map {
      (pitch: abs($0.control.pitchCents - $1.control.pitchCents), time: $0.control.t)
    }
    let largest = try #require(differences.max { $0.pitch < $1.pitch })
    #expect(largest.pitch > 100, "the two laws differ by \(largest.pitch) cents")
    #expect(abs(comparison.values.pitchCents.most - largest.pitch) < 5)
    let there = try #require(differences.first { abs($0.time - comparison.values.pitchCents.seconds) < 1e-6 })
    #expect(abs(there.pitch - largest.pitch) < 5, "it differs by \(there.pitch) cents at \(there.time) s")
    #expect(comparison.values.volume.most == 0)
  }

  @Test func `values set by other sources are set again`() throws {
    var session = RecordedHands.session((0..<30).map { HandFrame(index: $0, time: Double($0) / 30, aspect: 1, hands: []) })
    for i in session.indices {
      session[i].control.volume = i < 10 ? 0.375 : 0.25
      session[i].control.speed = 1.5
    }
    let result = try replay(session)
    let comparison = try #require(result.comparison)
    #expect(result.control.volume == 0.25 && result.control.speed == 1.5)
    #expect(comparison.values.volume.most == 0 && comparison.values.speed.most == 0)
    #expect(comparison.changesFromElsewhere == 1, "the first frame's values are where it begins, not a change")
  }

  /// A value that changes while a hand holds it is the hand's. It is compared, not set.
  @Test func `values held by hands are not set`() throws {
    var session = Self.session
    let engaged = try #require(session.firstIndex { $0.events.contains { $0.type == "controlEngaged" && $0.value == "pitch" } })
    session[engaged + 5].control.pitchCents += 700
    let comparison = try #require(try replay(session).comparison)
    #expect(comparison.changesFromElsewhere == 0)
    #expect(abs(comparison.values.pitchCents.most - 700) < 5 && comparison.values.pitchCents.seconds == session[engaged + 5].control.t)
  }

  /// `gfctl record` may start while a pinch holds a value.
  @Test func `a recording may begin while a value is held`() throws {
    let whole = Self.session
    let engaged = try #require(whole.firstIndex { $0.events.contains { $0.type == "controlEngaged" && $0.value == "pitch" } })
    let session = Array(whole.dropFirst(engaged + 3))
    let result = try replay(session)
    #expect(try #require(result.comparison).changesFromElsewhere == 0)
    #expect(result.events.first?.atSeconds ?? 0 >= session[0].control.t)
  }

  @Test func `events on one side are named`() throws {
    var session = Self.session
    let held = try #require(session.firstIndex { $0.events.contains { $0.type == "gestureHeld" } })
    session[held].events.removeAll { $0.type == "gestureHeld" }
    let invented = Event(atSeconds: session[3].control.t, type: "gestureHeld", hand: 9, handedness: "left", value: "fist")
    session[3].events.append(invented)
    let comparison = try #require(try replay(session).comparison)
    #expect(comparison.onlyRecorded == [invented])
    #expect(comparison.onlyNow.map(\.type) == ["gestureHeld"])
    #expect(abs((comparison.onlyNow.first?.atSeconds ?? 0) - session[held].control.t) < 0.07)
  }

  /// On the box the clock ends presence when the frames stop. The file does not contain this.
  @Test func `a gap between frames is time without frames`() throws {
    let frames = RecordedHands.frames(try #require(Scripts.named("open"))).prefix(45)
    let last = try #require(frames.last)
    let session = RecordedHands.session(frames + frames.map { Self.later($0, by: last.time + 5) })
    let result = try replay(session)
    let absent = try #require(result.events.first { $0.type == "handsAbsent" })
    #expect((1...1.3).contains(absent.atSeconds - last.time), "\(absent.atSeconds) s, and the last frame was taken at \(last.time) s")
    #expect(result.events.contains { $0.type == "handDisappeared" && $0.atSeconds < last.time + 2 })
    #expect(result.events.filter { $0.type == "handsPresent" }.map { $0.atSeconds > last.time } == [false, true])
    // A long time without power takes no time to replay.
    let years = try replay(RecordedHands.session(frames + frames.map { Self.later($0, by: 1e9) }))
    #expect(years.events.map(words) == result.events.map(words))
  }

  /// The hand releases its control while no frame comes. No frame shows this.
  @Test func `a value set after a gap with a release is set again`() throws {
    let whole = Self.session
    let engaged = try #require(whole.firstIndex { $0.events.contains { $0.type == "controlEngaged" && $0.value == "pitch" } })
    let held = whole[engaged + 5]
    let empty = (1...10).map { HandFrame(index: $0, time: (held.frame.t ?? 0) + 5 + Double($0) / 30, aspect: 1, hands: []) }
    let after = empty.enumerated().map { i, frame in
      var control = held.control
      control.t = frame.time
      if i >= 5 { control.pitchCents = 700 }
      return SessionLine(frame: HandsLine(frame), control: control, events: [])
    }
    let result = try replay(whole[...(engaged + 5)] + after)
    #expect(result.events.contains { $0.type == "controlReleased" && $0.value == "pitch" })
    let comparison = try #require(result.comparison)
    #expect(comparison.changesFromElsewhere == 1 && comparison.values.pitchCents.most < 5, "\(comparison.values.pitchCents)")
  }

  /// None of our clocks gives such times. But a file may contain anything. Adding a quarter of a second would not
  /// change them.
  @Test func `times that are too large are named with their line`() throws {
    for time in [1e16, 1e17, 1e300] {
      let frames = [1, 2, 3].map { HandFrame(index: $0, time: time * Double($0), aspect: 1, hands: []) }
      let error = #expect(throws: FileError.self) { try replay(RecordedHands.session(frames)) }
      #expect(error?.reason.contains("line 1: its time (t)") == true, "\(String(describing: error))")
    }
  }

  /// Files of the truth and of MediaPipe have no identities.
  @Test func `a hand without identity keeps it when the other comes and goes`() throws {
    let named = try replay(Self.demo.map { HandsLine($0) })
    let nameless = try replay(
      Self.demo.map { frame in
        var line = HandsLine(frame)
        for i in line.hands.indices { line.hands[i].id = nil }
        return line
      })
    #expect(nameless.events == named.events && nameless.control == named.control)
  }

  private static func later(_ frame: HandFrame, by seconds: Double) -> HandFrame {
    HandFrame(index: frame.index, time: frame.time + seconds, aspect: frame.aspect, hands: frame.hands)
  }
}
