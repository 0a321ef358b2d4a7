/// The part of the picture in which heights are notes. A wrist above or below it plays the zone at that end.
public struct NoteField: Sendable, Equatable, BitwiseCopyable {
  /// Upper edge of the highest zone of the whole field, in picture heights from the top: the fingers of a wrist above it would leave the picture.
  public static var top: Float { 0.4 }
  /// Lower edge of its lowest zone.
  public static var bottom: Float { 0.9 }

  /// Upper edge of the highest zone, in picture heights from the top.
  public let top: Float
  /// Lower edge of the lowest zone, below `top`.
  public let bottom: Float

  /// The whole field. The audio thread makes one, too, and must not initialize a global, so its edges are computed.
  @_noLocks public init() {
    top = Self.top
    bottom = Self.bottom
  }

  /// A part of it. - Parameters:
  ///   - top: in picture heights from the top.
  ///   - bottom: more than `top`.
  public init(top: Float, bottom: Float) {
    self.top = top
    self.bottom = bottom
  }

  /// 0...1 from the lowest note to the highest. - Parameter y: of the wrist, in picture heights from the top. Any other landmark would change the note when the hand rolls.
  public func position(of y: Float) -> Float { min(max((bottom - y) / (bottom - top), 0), 1) }

  /// The other way round: where a position lies in the picture, in picture heights from the top. - Parameter position: 0...1.
  public func height(of position: Float) -> Float { bottom - position * (bottom - top) }

  /// Where a position of the whole field lies in the picture, in picture heights from the top. - Parameter position: 0...1.
  public static func height(of position: Float) -> Float { NoteField().height(of: position) }
}
