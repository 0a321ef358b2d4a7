import Foundation
import GestureFlowAPI
import Gestures
import Hands
import Perception

/// Recorded hands, frame by frame.
/// A session also has the results of the box.
package struct HandsRecording: Sendable {
  /// One frame.
  package struct Frame: Sendable {
    /// The hands, with the time of their capture.
    package var hands: HandFrame
    /// The box's values after this frame. Nil in a file of hands alone.
    package var control: ControlSample?
    /// The box's events of this frame. Empty in a file of hands alone.
    package var events: [Event]

    /// The time of the frame for messages.
    /// For a session it is in seconds since the start of the box, for other files as in the file.
    package var seconds: Double { control?.t ?? hands.time }
  }

  /// Frames in the order of their capture times; at least one.
  package private(set) var frames: [Frame] = []
  /// The landmark noise of the model that the first line names.
  package private(set) var noise = LandmarkNoise.float
  /// Number of a last line that was cut off. Nil when the file is complete.
  /// An interrupted recording leaves such a line. It is not among the frames.
  package private(set) var cutOff: Int?

  /// Reads a session or a file of hands. Its first line tells the kind.
  /// A session comes from `gfctl record` or `gestureflowd run --record`, a file of hands from `gflab track` or
  /// `gflab perform --truth`.
  /// - Parameter aspect: width / height of the frame if the file does not tell it.
  /// - Throws: `FileError` that names the problem and the line: one that is not a frame or whose hands are
  ///   incomplete, a time before that of the line before, or a file without frames.
  package static func read(_ path: String, aspect: Float) throws(FileError) -> HandsRecording {
    var result = HandsRecording()
    var isSession: Bool?
    for line in try JSONLines.read(path) {
      guard let found = decode(line.data, isSession) else {
        if !line.isEnded, !result.frames.isEmpty {
          result.cutOff = line.number
          break
        }
        throw FileError(path: path, reason: "line \(line.number) is \(RecordedLine.complaint(isSession))")
      }
      if isSession == nil { result.noise = found.hands.noise }
      isSession = found.session != nil
      if let complaint = found.hands.complaint { throw FileError(path: path, reason: "line \(line.number): \(complaint)") }
      let hands = found.hands.identified.handFrame(aspect: aspect)
      if let last = result.frames.last, hands.time < last.hands.time {
        throw FileError(
          path: path,
          reason: "line \(line.number): its time, \(hands.time) s, is before \(last.hands.time) s, that of the previous frame: "
            + "if the file holds two recordings, split it here")
      }
      result.frames.append(Frame(hands: hands, control: found.session?.control, events: found.session?.events ?? []))
    }
    guard !result.frames.isEmpty else {
      throw FileError(path: path, reason: "it contains no frames", remedy: "record some with gfctl record or gflab track")
    }
    return result
  }

  /// Decodes one line.
  /// - Parameter isSession: the kind of the lines before; nil for the first one.
  private static func decode(_ data: Data, _ isSession: Bool?) -> RecordedLine? {
    if isSession != false, let line = try? JSONDecoder().decode(SessionLine.self, from: data) {
      return RecordedLine(hands: line.frame, session: line)
    }
    if isSession != true, let line = try? JSONDecoder().decode(HandsLine.self, from: data) { return RecordedLine(hands: line) }
    return nil
  }
}

/// A line of either kind.
private struct RecordedLine {
  var hands: HandsLine
  var session: SessionLine?

  /// Returns the problem of a line that is not valid.
  /// - Parameter isSession: the kind of the lines before; nil for the first one.
  static func complaint(_ isSession: Bool?) -> String {
    switch isSession {
    case true?: "not a frame of a session, unlike the lines before it: record it again with gfctl record, or remove the line"
    case false?: "not a line of hands, unlike the lines before it: write the file again with gflab track, or remove the line"
    case nil: "neither a frame of a session (gfctl record) nor a line of hands (gflab track)"
    }
  }
}
