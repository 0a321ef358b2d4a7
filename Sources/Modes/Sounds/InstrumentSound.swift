import Sound

/// A sound that can be chosen by its name.
package struct InstrumentSound: Sendable, Equatable {
  /// The origin of a sound.
  package enum Origin: Sendable, Equatable {
    /// The program itself: one sound that is always available.
    case builtin
    /// The installed package.
    case factory
    /// The owner's own folder on the box.
    case own
    /// A stick, by its label.
    case stick(String)

    /// The origin in words, for notices.
    package var words: String {
      switch self {
      case .builtin: "the built-in sound"
      case .factory: "the factory's"
      case .own: "the box's own"
      case .stick(let label): "that of the stick \(label)"
      }
    }
  }

  /// The sound that is played when no sound file can be read.
  package static let builtin = InstrumentSound(name: "Plain Saw", patch: SynthPatch(), origin: .builtin, file: "")

  /// Name, cleaned for display.
  package var name: String
  package var patch: SynthPatch
  package var origin: Origin
  /// Path of its file; empty for the built-in sound.
  package var file: String

  package init(name: String, patch: SynthPatch, origin: Origin, file: String) {
    self.name = name
    self.patch = patch
    self.origin = origin
    self.file = file
  }

  /// Returns the form of a name used for comparison. Upper and lower case are equal. Hyphens and underscores, as in
  /// file names, count as blanks.
  package static func key(_ name: String) -> String {
    name.lowercased().split { $0 == " " || $0 == "-" || $0 == "_" }.joined(separator: " ")
  }
}
