/// Who plays a note: a hand, a finger on a touch device, or a note that came in from outside.
public struct SourceID: Sendable, Hashable, BitwiseCopyable {
  /// What kind of source it is.
  public let kind: Kind
  /// Tells sources of one kind apart: a hand's identity, a touch's slot, a channel and note of the wire.
  public let number: Int

  /// Where a source comes from.
  public enum Kind: UInt8, Sendable, BitwiseCopyable { case hand, touch, wire }

  /// A source by its kind and its number.
  @_noLocks public init(_ kind: Kind, _ number: Int) {
    self.kind = kind
    self.number = number
  }

  /// The same kind and the same number.
  @_noLocks public static func == (a: SourceID, b: SourceID) -> Bool { a.kind == b.kind && a.number == b.number }
}

/// What a hand or a touch does in one frame, whatever it is.
public struct Source: Sendable, Equatable, BitwiseCopyable {
  /// Who it is.
  public var id: SourceID
  /// From the lowest note to the highest, 0...1.
  public var position: Float
  /// How strongly it plays, 0...1: velocity where a note begins, CC 11 after that.
  public var expression: Float
  /// CC 1, 0...1: how far a hand is open.
  public var modulation: Float
  /// CC 74, 0...1: how near it is; 0.5 as at first sight.
  public var depth: Float
  /// Cents: -200...200 by the roll of a hand, -4800...4800 of a continuous tone.
  public var bend: Float
  /// It plays: a hand that is no fist, a finger that touches.
  public var gate: Bool

  /// One that is silent, if nothing else is said.
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
