import GestureFlowAPI

/// The short tone that tells the result of the boot: up for ready, level for works with something missing, down for needs help.
package enum BootTone {
  /// One of its notes.
  package struct Note: Sendable, Equatable {
    /// In Hz.
    package var frequency: Double
    /// Seconds from the tone's begin to the note's.
    package var delay: Double
    /// Seconds until it has died away.
    package var length = BootTone.length
  }

  /// Seconds until a note has died away.
  package static let length = 0.35
  /// Seconds from one note's begin to the next one's.
  package static let apart = 0.22

  /// - Parameter state: how the box is when the boot is over.
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
