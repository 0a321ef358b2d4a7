/// Counts of the ends that came before a message was sent. Boxes and rings do not have a common order. So each
/// message carries these counts, and takes effect in that order whether the audio thread reads the box or the
/// ring first.
struct Standing: BitwiseCopyable, Sendable {
  /// Number of panics so far.
  var panics: Int64 = 0
  /// How often all MIDI notes had to end.
  var wireEnds: Int64 = 0
}
