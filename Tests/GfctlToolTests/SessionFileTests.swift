import Foundation
import GestureFlowAPI
import GfctlTool
import TestSupport
import Testing

/// Tests of the files that `gfctl replay` reads.
@Suite struct SessionFileTests {
  private func line(_ t: Double, speed: String = "1") -> String {
    "{\"frame\":{\"frame\":1,\"aspect\":1.5,\"hands\":[]},\"control\":{\"t\":\(t),\"speed\":\(speed),\"pitchCents\":-200,\"volume\":0.5},\"events\":[]}"
  }

  /// Reads a file with this text.
  /// - Returns: times of its frames, and the error message if it ends with one.
  private func read(_ text: String) throws -> (times: [Double], complaint: String?) {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("s.jsonl").path
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let session = try SessionFile(path)
      var times: [Double] = []
      do {
        while let frame = try session.next() { times.append(frame.control.t) }
        return (times, nil)
      } catch { return (times, "\(error)") }
    }
  }

  @Test func `frames come in order whatever the line ends`() throws {
    for end in ["\n", "\r\n", "\n\n", "\n  \r\n"] {
      let (times, complaint) = try read([line(0.5), line(1), line(1.5)].joined(separator: end) + end)
      #expect(times == [0.5, 1, 1.5] && complaint == nil, "\(String(describing: complaint))")
    }
    // Without a line feed at the end, too.
    let (times, complaint) = try read(line(0.5) + "\n" + line(1))
    #expect(times == [0.5, 1] && complaint == nil)
    let nothing = try read("")
    #expect(nothing.times.isEmpty && nothing.complaint == nil)
  }

  @Test func `a recording that was interrupted ends with the frame before`() throws {
    let (times, complaint) = try read(line(0.5) + "\n" + String(line(1).dropLast(20)))
    #expect(times == [0.5] && complaint == nil)
    // A first line that is cut off is not a session.
    let cut = try read(String(line(0.5).dropLast(20)))
    #expect(cut.times.isEmpty && cut.complaint?.contains("line 1 is not a frame of a session") == true)
  }

  @Test func `a line that is not a frame is named`() throws {
    for bad in ["{\"a\":1}", "[]", "no JSON", line(1, speed: "\"fast\""), line(1, speed: "null"), line(1, speed: "1e999"), "\u{0}"] {
      let (times, complaint) = try read(line(0.5) + "\n\n" + bad + "\n" + line(2) + "\n")
      #expect(times == [0.5], "\(bad)")
      #expect(complaint?.contains("s.jsonl: line 3 is not a frame of a session") == true, "\(bad): \(String(describing: complaint))")
    }
  }

  /// A replay would wait for it, and the screen would stop.
  @Test func `a frame far in the future is named`() throws {
    let far = try read([line(0.5), line(2_147_483_648), line(1)].joined(separator: "\n"))
    #expect(far.times == [0.5])
    let words = "s.jsonl: line 2 comes 2147483647.5 s after the previous frame"
    #expect(far.complaint?.contains(words) == true, "\(String(describing: far.complaint))")
    #expect(far.complaint?.contains("split the recording") == true)
    let hour = try read([line(5), line(3605), line(1)].joined(separator: "\n"))
    #expect(hour.times == [5, 3605, 1] && hour.complaint == nil)
  }

  private static let gestures =
    "{\"pinch\":\"both\",\"filter\":\"oneEuro\",\"speedDetent\":0,\"pitchDetentCents\":0,\"detentLeave\":1,\"startVolume\":0.5,\"stemVolumePerSize\":1,\"stemCentsPerDegree\":5,\"holdSeconds\":1,\"bindings\":{},\"instrument\":{\"scale\":\"blues\",\"key\":0,\"low\":48,\"high\":72,\"articulation\":\"legato\",\"bends\":false,\"sources\":4}}"
  private static let header =
    "{\"session\":{\"version\":2,\"id\":\"a\",\"software\":\"1\",\"model\":\"full\",\"mode\":\"stems\",\"gestures\":\(gestures),\"lookAheadSeconds\":0,\"paused\":false,\"autoPause\":true}}"

  @Test func `any time between two parts of a session is skipped`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("s.jsonl").path
      let lines = [Self.header, line(1), Self.header, line(2), Self.header, line(9000), line(9003), Self.header, line(20_000)]
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
      let session = try SessionFile(path)
      var times: [Double] = []
      while let frame = try session.next() { times.append(frame.control.t - session.leftOut) }
      #expect(times == [1, 2, 3, 6, 7])
    }
    let far = try read([Self.header, line(1), Self.header, line(9000), line(13_000)].joined(separator: "\n"))
    #expect(far.times == [1, 9000] && far.complaint?.contains("line 5 comes 4000.0 s after the previous frame") == true)
  }

  /// The header and the changes contain the mode. A step to the next mode could select another one on another
  /// box.
  @Test func `the mode is asked for where it changes`() throws {
    let lines = [
      Self.header, line(0.5), line(1), "{\"told\":{\"mode\":\"stream\"}}", "{\"command\":{\"t\":1,\"command\":{\"command\":\"nextMode\"}}}",
      "{\"command\":{\"t\":1,\"command\":{\"command\":\"next\"}}}", line(1.5),
    ]
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("s.jsonl").path
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
      let session = try SessionFile(path)
      var asked: [[CommandBody]] = []
      while try session.next() != nil { asked.append(session.commands) }
      #expect(asked == [[Command.mode(.stems).body], [], [Command.mode(.stream).body, Command.next.body]])
      #expect(session.mode == .stream && !session.isOld)
    }
  }

  /// The box rejects values that a mode does not have, with a tone. The replay does not request them.
  @Test func `each mode takes its own values`() {
    var sample = ControlSample(t: 1, speed: 3, pitchCents: -100, volume: 0.5)
    func names(_ mode: Mode?, after set: ControlSample? = nil) -> [Command.Name] {
      SessionValues.commands(sample, after: set, mode: mode).map(\.name)
    }
    #expect(names(.player) == [.speed, .pitch, .volume] && names(nil) == names(.player))
    #expect(SessionValues.commands(sample, after: nil, mode: .player).first == .speed(2), "brought into the range")
    #expect(names(.stream) == [.volume] && names(.instrument) == [.volume] && names(.player, after: sample).isEmpty)
    sample.filter = -0.5
    #expect(names(.player) == [.speed, .pitch, .filter, .volume] && names(.stream) == [.volume])
    sample.streamPitchCents = 0
    #expect(names(.stream) == [.volume], "most streams have none")
    sample.streamPitchCents = 300
    #expect(SessionValues.commands(sample, after: nil, mode: .stream) == [.pitch(cents: 300), .volume(0.5)])
    sample.stems = [StemSample(volume: 0.5, pitchCents: 20, silent: false)]
    #expect(names(.stems) == [.stemVolume, .stemPitch, .volume] && names(nil) == names(.stems))
    var next = sample
    next.stems?[0].volume = 0.75
    #expect(SessionValues.commands(next, after: sample, mode: .stems) == [.stemVolume(channel: 1, 0.75)])
  }

  @Test func `a file that is not there is named`() {
    let error = #expect(throws: (any Error).self) { _ = try SessionFile("/nowhere/s.jsonl") }
    #expect(error.map { "\($0)" }?.contains("/nowhere/s.jsonl: No such file") == true)
  }
}
