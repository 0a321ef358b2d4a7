/// The identity of a source. A source is a hand, a touch, or a MIDI input note.
public struct SourceID: Sendable, Hashable, BitwiseCopyable {
  /// The kind of the source.
  public let kind: Kind
  /// Number of the source within its kind. A hand's identity, a touch's slot, or a channel and note of MIDI input.
  public let number: Int

  /// The origin of a source.
  public enum Kind: UInt8, Sendable, BitwiseCopyable { case hand, touch, wire }

  /// Creates an identity from a kind and a number.
  @_noLocks public init(_ kind: Kind, _ number: Int) {
    self.kind = kind
    self.number = number
  }

  /// Returns whether kind and number are the same.
  @_noLocks public static func == (a: SourceID, b: SourceID) -> Bool { a.kind == b.kind && a.number == b.number }
}

/// The controls of a hand or a touch in one frame.
public struct Source: Sendable, Equatable, BitwiseCopyable {
  /// Identity of the source.
  public var id: SourceID
  /// Position from the lowest note to the highest, 0...1.
  public var position: Float
  /// Strength, 0...1. It is the velocity at the begin of a note, CC 11 after that.
  public var expression: Float
  /// CC 1, 0...1: openness of a hand.
  public var modulation: Float
  /// CC 74, 0...1: nearness; 0.5 is the distance at first sight.
  public var depth: Float
  /// Bend in cents. It is -200...200 by the roll of a hand, -4800...4800 for a continuous tone.
  public var bend: Float
  /// Whether the source plays. A hand that is not a fist plays, and a finger that touches.
  public var gate: Bool

  /// Creates a source; silent by default.
  public init(
    _ id: SourceID, position: Float = 0, expression: Float = 1, modulation: Float = 0, depth: Float = 0.5, bend: Float = 0,
    gate: Bool = false
  ) {
    self.id = id
    self.position = position
    self.expression = expression
    self.modulation = modulation
    self.depth = depth
    self.bend = bend
    self.gate = gate
  }
}
