/// The part of the frame in which heights are notes. A wrist above or below it plays the zone at that end.
public struct NoteField: Sendable, Equatable, BitwiseCopyable {
  /// Upper edge of the highest zone in the whole field. In frame heights from the top. The fingers of a wrist above
  /// it would leave the frame.
  public static var top: Float { 0.4 }
  /// Lower edge of the lowest zone in the whole field.
  public static var bottom: Float { 0.9 }

  /// Upper edge of the highest zone, in frame heights from the top.
  public let top: Float
  /// Lower edge of the lowest zone, below `top`.
  public let bottom: Float

  /// Creates the whole field. The audio thread also creates one and must not initialize a global, so the edges are
  /// computed.
  @_noLocks public init() {
    top = Self.top
    bottom = Self.bottom
  }

  /// Creates a part of the field.
  /// - Parameters:
  ///   - top: in frame heights from the top.
  ///   - bottom: more than `top`.
  public init(top: Float, bottom: Float) {
    self.top = top
    self.bottom = bottom
  }

  /// Returns a wrist's position from the lowest note to the highest, 0...1.
  /// - Parameter y: of the wrist, in frame heights from the top. Any other landmark would change the note when the
  ///   hand rolls.
  public func position(of y: Float) -> Float { min(max((bottom - y) / (bottom - top), 0), 1) }

  /// Returns the height of a position, in frame heights from the top.
  /// - Parameter position: 0...1.
  public func height(of position: Float) -> Float { bottom - position * (bottom - top) }

  /// Returns the height of a position in the whole field. In frame heights from the top.
  /// - Parameter position: 0...1.
  public static func height(of position: Float) -> Float { NoteField().height(of: position) }
}
