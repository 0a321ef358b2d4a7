/// How the instrument is played.
public struct InstrumentSettings: Sendable, Equatable {
  /// Where the notes lie.
  public var layout = NoteLayout()
  /// What another zone is to a source that sounds.
  public var articulation = Articulation.legato
  /// The roll of a hand bends its note, in every scale. In the chromatic one it does so anyway.
  public var bends = false
  /// How many sources may play at once, 1...4.
  public var sources = PlayedNotes.most

  /// What another zone is to a source that sounds.
  public enum Articulation: String, Sendable, CaseIterable {
    /// The note goes over to the other.
    case legato
    /// The other note is struck.
    case retrigger
  }

  /// Every setting has the default that is written at its property.
  public init() {}

  /// The roll of a hand bends its note.
  public var isBent: Bool { bends || layout.scale == .chromatic }
}
