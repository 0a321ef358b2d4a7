/// One note of a tone.
package struct ToneNote: Sendable, Equatable {
  /// Frequency in Hz.
  package var frequency: Double
  /// Seconds from the tone's start to the note's start.
  package var delay: Double
  /// Seconds until the note has faded.
  package var length: Double
}
