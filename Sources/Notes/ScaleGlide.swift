/// Draws a continuous pitch towards the notes of a scale. The pitch rests near a note and glides between two.
public enum ScaleGlide {
  /// Returns the sounding pitch.
  /// - Parameters:
  ///   - pitch: MIDI note with a fraction.
  ///   - notes: of the scale, rising. An empty list changes nothing.
  /// - Returns: a pitch that rises with `pitch` and equals it at each note of the scale. It is constant below the
  ///   first note and above the last.
  public static func pitch(_ pitch: Float, towards notes: [UInt8]) -> Float {
    guard let first = notes.first, let last = notes.last, !pitch.isNaN else { return pitch }
    guard pitch > Float(first) else { return Float(first) }
    guard pitch < Float(last), let above = notes.firstIndex(where: { Float($0) > pitch }) else { return Float(last) }
    let (low, high) = (Float(notes[above - 1]), Float(notes[above]))
    let share = (pitch - low) / (high - low)
    // The curve is flat at both ends and steep in the middle. Within a fifth of the way, the pitch is off the note by
    // less than 2 % of the way.
    let (near, far) = (share * share * share, (1 - share) * (1 - share) * (1 - share))
    return low + (high - low) * near / (near + far)
  }
}
