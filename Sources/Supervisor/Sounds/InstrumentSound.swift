import Sound

/// A sound that can be chosen by its name.
package struct InstrumentSound: Sendable, Equatable {
  /// Where a sound comes from.
  package enum Origin: Sendable, Equatable {
    /// The program itself: the one sound that is always there.
    case builtin
    /// What the package brought.
    case factory
    /// The owner's own, on the box.
    case own
    /// A stick, by its label.
    case stick(String)

    /// In words, for notices.
    package var words: String {
      switch self {
      case .builtin: "the built-in sound"
      case .factory: "the factory's"
      case .own: "the box's own"
      case .stick(let label): "that of the stick \(label)"
      }
    }
  }

  /// Most characters of a name.
  package static let longestName = 40
  /// What is played where no file of a sound can be read.
  package static let builtin = InstrumentSound(name: "Plain Saw", patch: SynthPatch(), origin: .builtin, file: "")

  /// What it is called, clean.
  package var name: String
  package var patch: SynthPatch
  package var origin: Origin
  /// Path of its file; empty for the built-in one.
  package var file: String

  package init(name: String, patch: SynthPatch, origin: Origin, file: String) {
    self.name = name
    self.patch = patch
    self.origin = origin
    self.file = file
  }

  /// By what a name is told from others: capitals do not matter, and a hyphen, as in files' names, is a blank.
  package static func key(_ name: String) -> String {
    name.lowercased().split { $0 == " " || $0 == "-" || $0 == "_" }.joined(separator: " ")
  }
}
