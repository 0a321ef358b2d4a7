import Foundation
import GestureFlowAPI
import Hands
import Lab
import Perception
import TestSupport
import Testing

/// Tests of reading recordings for `gflab gestures`, and of the error messages.
@Suite struct HandsRecordingTests {
  private func line(_ t: Double?, _ change: (inout HandsLine.Seen) -> Void = { _ in }) throws -> String {
    var seen = HandsLine.Seen(handedness: .left, landmarks: Landmarks(repeating: Landmark(x: 0.5, y: 0.5)), id: 1)
    change(&seen)
    var line = HandsLine(frame: 0, t: t ?? 0, aspect: 1.5, hands: [seen])
    line.t = t
    return String(decoding: try JSONEncoder().encode(line), as: UTF8.self)
  }

  private func session(_ t: Double) throws -> String {
    "{\"frame\":\(try line(t + 100)),\"control\":{\"t\":\(t),\"speed\":1,\"pitchCents\":-200,\"volume\":0.5},\"events\":[]}"
  }

  /// Returns the recording in a file with this text. If it is rejected, the second value is the message.
  private func read(_ text: String) throws -> (recording: HandsRecording?, complaint: String) {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("s.jsonl").path
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      do { return (try HandsRecording.read(path, aspect: 1), "") } catch {
        let words = "\(error)"
        #expect(words.hasPrefix(path), "\(words)")
        return (nil, words)
      }
    }
  }

  @Test func `hands and sessions are read whatever the line ends`() throws {
    for end in ["\n", "\r\n", "\n\n", "\n \t\r\n"] {
      let hands = try read([line(0.5), line(1)].joined(separator: end) + end)
      let frames = try #require(hands.recording?.frames, "\(hands.complaint)")
      #expect(frames.map(\.seconds) == [0.5, 1] && frames.allSatisfy { $0.control == nil && $0.hands.aspect == 1.5 })
      let session = try read([session(0.5), session(1)].joined(separator: end) + end)
      let recorded = try #require(session.recording?.frames, "\(session.complaint)")
      #expect(recorded.map(\.seconds) == [0.5, 1] && recorded.map(\.hands.time) == [100.5, 101])
      #expect(recorded.allSatisfy { $0.control?.pitchCents == -200 } && session.recording?.cutOff == nil)
    }
  }

  @Test func `a recording that was interrupted ends with the frame before`() throws {
    let recording = try #require(try read(session(0.5) + "\n\n" + String(session(1).dropLast(20))).recording)
    #expect(recording.frames.map(\.seconds) == [0.5] && recording.cutOff == 3)
    // A last line that only lacks its line feed is complete.
    let whole = try #require(try read(session(0.5) + "\n" + session(1)).recording)
    #expect(whole.frames.count == 2 && whole.cutOff == nil)
    // In the middle of a file it is damage. A truncated first line is not a recording.
    let middle = try read(session(0.5) + "\n" + String(session(1).dropLast(20)) + "\n" + session(1.5) + "\n")
    #expect(middle.complaint.contains("line 2 is not a frame of a session"), "\(middle.complaint)")
    let first = try read(String(session(1).dropLast(20)))
    #expect(first.complaint.contains("line 1 is neither a frame of a session"), "\(first.complaint)")
  }

  @Test func `a line that is not a frame is named`() throws {
    for bad in ["{\"a\":1}", "[]", "no JSON", "\u{0}", try line(2), try session(2).replacing("-200", with: "1e999")] {
      let session = try read(session(0.5) + "\n\n" + bad + "\n" + session(3) + "\n")
      #expect(session.complaint.contains("line 3 is not a frame of a session"), "\(bad): \(session.complaint)")
    }
    for bad in ["{\"a\":1}", "no JSON", try session(2)] {
      let hands = try read(line(0.5) + "\n" + bad + "\n")
      #expect(hands.complaint.contains("line 2 is not a line of hands"), "\(bad): \(hands.complaint)")
    }
    let neither = try read("hello\n")
    #expect(neither.complaint.contains("line 1 is neither a frame of a session (gfctl record) nor a line of hands (gflab track)"))
  }

  /// `handFrame` silently leaves out such hands. The gestures would count them as gone.
  @Test func `a hand that is incomplete is named`() throws {
    let changes: [(String, (inout HandsLine.Seen) -> Void)] = [
      ("hand 1 has not 21 landmarks", { $0.landmarks.removeLast() }), ("hand 1 has not 21 landmarks", { $0.landmarks[4] = [0.5, 0.5] }),
      ("hand 1 has not 21 landmarks", { $0.landmarks[4] = [0.5, 1e300, 0] }),
      ("hand 1 has not 21 points in space", { $0.world = [[0, 0, 0]] }),
      ("hand 1 is 'Middle'", { $0.handedness = "Middle" }),
    ]
    for (complaint, change) in changes {
      let result = try read(line(0) + "\n" + line(1, change) + "\n" + line(2) + "\n")
      #expect(result.complaint.contains("line 2: \(complaint)"), "\(complaint): \(result.complaint)")
    }
    let seen = HandsLine.Seen(handedness: .left, landmarks: Landmarks(), id: 4)
    let twice = HandsLine(frame: 0, t: 0, aspect: 1, hands: [seen, seen])
    let result = try read(String(decoding: JSONEncoder().encode(twice), as: UTF8.self) + "\n")
    #expect(result.complaint.contains("line 1: hand 2 has the identity of another hand, 4"), "\(result.complaint)")
    let flat = try read(line(0).replacing("\"aspect\":1.5", with: "\"aspect\":0") + "\n")
    #expect(flat.complaint.contains("line 1: its aspect"), "\(flat.complaint)")
  }

  @Test func `time that is missing or goes back is named`() throws {
    let timeless = try read(line(0) + "\n" + line(nil) + "\n")
    #expect(timeless.complaint.contains("line 2: the time (t) is missing"), "\(timeless.complaint)")
    let back = try read([line(0), line(0.5), line(0.5), line(0.25)].joined(separator: "\n") + "\n")
    #expect(back.complaint.contains("line 4: its time, 0.25 s, is before 0.5 s"), "\(back.complaint)")
  }

  @Test func `a file without frames is refused`() throws {
    for empty in ["", "\n", " \r\n\n"] { #expect(try read(empty).complaint.contains("it contains no frames: record some"), "'\(empty)'") }
    let nowhere = #expect(throws: FileError.self) { _ = try HandsRecording.read("/nowhere/s.jsonl", aspect: 1) }
    #expect(nowhere?.description == "/nowhere/s.jsonl: there is no such file")
    try Places.withFolder { folder in
      let error = #expect(throws: FileError.self) { _ = try HandsRecording.read(folder.path, aspect: 1) }
      #expect(error?.description.contains("it cannot be read") == true)
    }
  }
}
