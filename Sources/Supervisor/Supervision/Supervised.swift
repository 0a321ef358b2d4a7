import GestureFlowAPI
import Modes
import Panel
import Settings
import Sound

/// A type that the supervision loop observes and controls besides the parts. Every value is that of the moment of
/// reading. Tests use a double.
package protocol Supervised: Sendable {
  /// Seconds since the process started.
  var age: Double { get }
  /// Problems outside the parts.
  var otherProblems: [PartStatus] { get }
  /// All real-time threads that were started.
  var threads: [ThreadStatus] { get }
  /// Title of the heard track; nil without one. It comes from a file, so it is not trusted.
  var trackTitle: String? { get }
  /// Whether the box is silent because its stick is gone. The stick held the track that was heard.
  var isOutOfMedia: Bool { get }
  /// Whether a person has paused.
  var isPaused: Bool { get }
  /// Whether the music pauses because no hand is present.
  var isAway: Bool { get }
  /// Health of the sink.
  var sinkHealth: SinkHealth { get }
  /// Number of blocks rendered so far.
  var renderedBlocks: Int64 { get }
  /// Median seconds from a frame's capture to the audio callback. Nil before the first measurement.
  var captureToCallback: Double? { get }
  /// Level of the boot tone, 0...1; nil if it is off.
  var bootToneLevel: Double? { get }

  /// Publishes an event that does not come from a gesture.
  func publish(_ type: String, _ value: String)
  /// Writes all values that survive a power cut.
  func collect(_ state: inout SavedState)
  /// Shows the state of the box on the panel.
  func show(_ state: Status.State)
  /// Shows a pattern once.
  func flash(_ pattern: LEDPattern, on led: LED)
  /// Plays a note of the boot tone over the music. It starts after the note's delay.
  /// - Parameter level: 0...1.
  func play(_ note: ToneNote, level: Double)
  /// Reports an event by tone and light, after those of earlier events.
  func announce(_ signal: Signal)
  /// Reads a new part of the heard wave.
  func refreshWave()
  /// Sets the measured seconds from a frame's capture to the loudspeaker.
  func measured(toLoudspeaker seconds: Double)
}
