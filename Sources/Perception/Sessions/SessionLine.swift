import GestureFlowAPI

/// A line of a session's file. It has the hands of a frame, and their effect. It is a `SessionFrame` with all inputs of
/// the gestures, the points in space included.
package struct SessionLine: Codable, Sendable {
  /// The hands of the frame.
  package var frame: HandsLine
  /// Speed, pitch and volume after the frame, and its time.
  package var control: ControlSample
  /// Events of the hands in the frame.
  package var events: [Event]
  /// Values that the hands set, to the last bit (`ControlFrame.bits`). Nil in files that do not have them.
  package var bits: String?

  /// Makes a line from its fields.
  package init(frame: HandsLine, control: ControlSample, events: [Event], bits: String? = nil) {
    self.frame = frame
    self.control = control
    self.events = events
    self.bits = bits
  }
}
