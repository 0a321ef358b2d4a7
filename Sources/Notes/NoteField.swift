/// The part of the picture in which heights are notes. A wrist above or below it plays the zone at that end.
public enum NoteField {
  /// Upper edge of the highest zone, in picture heights from the top: the fingers of a wrist above it would leave the picture.
  public static let top: Float = 0.4
  /// Lower edge of the lowest zone.
  public static let bottom: Float = 0.9

  /// 0...1 from the lowest note to the highest. - Parameter y: of the wrist, in picture heights from the top. Any other landmark would change the note when the hand rolls.
  public static func position(of y: Float) -> Float { min(max((bottom - y) / (bottom - top), 0), 1) }

  /// The other way round: where a position lies in the picture, in picture heights from the top. - Parameter position: 0...1.
  public static func height(of position: Float) -> Float { bottom - position * (bottom - top) }
}
