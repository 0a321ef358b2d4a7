import GestureFlowAPI

/// The short tone that reports the result of the boot. It rises for ready, stays level when something is missing, and
/// falls for needs help.
package enum BootTone {
  /// One note of the tone.
  package struct Note: Sendable, Equatable {
    /// Frequency in Hz.
    package var frequency: Double
    /// Seconds from the tone's start to the note's start.
    package var delay: Double
    /// Seconds until the note has faded.
    package var length = BootTone.length
  }

  /// Seconds until a note has faded.
  package static let length = 0.35
  /// Seconds between the starts of two notes.
  package static let apart = 0.22

  /// Returns the notes of the tone.
  /// - Parameter state: state of the box at the end of the boot.
  package static func notes(for state: Status.State) -> [Note] {
    let frequencies: [Double] =
      switch state {
      case .healthy: [659.26, 987.77]
      case .degraded, .starting: [659.26, 659.26]
      case .failed, .stopping: [659.26, 440]
      }
    return frequencies.enumerated().map { Note(frequency: $1, delay: apart * Double($0)) }
  }
}
