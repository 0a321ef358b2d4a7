/// Settings of the instrument.
public struct InstrumentSettings: Sendable, Equatable {
  /// Positions of the notes.
  public var layout = NoteLayout()
  /// Effect of a zone change on a sounding source.
  public var articulation = Articulation.legato
  /// Whether the roll of a hand bends its note in every scale. In the chromatic scale it always does.
  public var bends = false
  /// Number of sources that may play at once, 1...4.
  public var sources = PlayedNotes.most

  /// Effect of a zone change on a sounding source.
  public enum Articulation: String, Sendable, CaseIterable {
    /// The note changes to the other one without a new stroke.
    case legato
    /// The other note is struck.
    case retrigger
  }

  /// Creates the settings with the default of each property.
  public init() {}

  /// Whether the roll of a hand bends its note.
  public var isBent: Bool { bends || layout.scale == .chromatic }
}
