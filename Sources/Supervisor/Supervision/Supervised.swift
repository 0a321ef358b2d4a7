import GestureFlowAPI
import Panel
import Sound

/// What the supervision loop sees of the box beside its parts, and what it does there. Every value is that of the moment in which it is read; in tests a double
/// stands behind it.
package protocol Supervised: Sendable {
  /// Seconds since the process was started.
  var age: Double { get }
  /// What is wrong besides the parts.
  var otherProblems: [PartStatus] { get }
  /// Every real-time thread that was begun.
  var threads: [ThreadStatus] { get }
  /// Title of what is heard; nil if nothing is. It comes from a file, so it is not trusted.
  var trackTitle: String? { get }
  /// Nothing can be heard, because the stick of what was heard is gone.
  var isOutOfMedia: Bool { get }
  /// A person has paused.
  var isPaused: Bool { get }
  /// The music pauses by itself, because no hand is there.
  var isAway: Bool { get }
  /// How the sink is.
  var sinkHealth: SinkHealth { get }
  /// Blocks rendered so far.
  var renderedBlocks: Int64 { get }
  /// Seconds from a frame's capture to the audio callback, the median so far; nil before any were measured.
  var captureToCallback: Double? { get }
  /// How loud the boot tone is, 0...1; nil if none is wanted.
  var bootToneLevel: Double? { get }

  /// Publishes an event that is no gesture's.
  func note(_ type: String, _ value: String)
  /// Writes down everything that survives a power cut.
  func collect(_ state: inout SavedState)
  /// Shows on the panel how the box is.
  func show(_ state: Status.State)
  /// Shows a pattern once.
  func flash(_ pattern: LEDPattern, on led: LED)
  /// Plays a note of the boot tone over the music, when its time has come. - Parameter level: 0...1.
  func play(_ note: BootTone.Note, level: Double)
  /// Takes a new look at the wave that is heard, for whoever asks for it.
  func refreshWave()
  /// Takes over how many seconds it is from a frame's capture to the loudspeaker.
  func measured(toLoudspeaker seconds: Double)
}
