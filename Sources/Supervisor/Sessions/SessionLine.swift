import GestureFlowAPI

/// A line of a session's file: what was seen, and what came of it. A `SessionFrame` with all that the gestures were read from, the points in space included.
package struct SessionLine: Codable, Sendable {
  /// The hands of the frame.
  package var frame: HandsLine
  /// What speed, pitch and volume were after it, and its time.
  package var control: ControlSample
  /// What the hands did in it.
  package var events: [Event]
  /// What the hands asked for, to the last bit (`ControlFrame.bits`); nil in files that are older than their versions.
  package var bits: String?

  /// Out of its fields, as they are described here.
  package init(frame: HandsLine, control: ControlSample, events: [Event], bits: String? = nil) {
    self.frame = frame
    self.control = control
    self.events = events
    self.bits = bits
  }
}
