/// Draws a continuous pitch towards the notes of a scale: it rests near a note and glides between two.
public enum ScaleGlide {
  /// The pitch that is heard.
  /// - Parameters:
  ///   - pitch: in semitones as MIDI counts them, with fractions.
  ///   - notes: of the scale, rising. An empty list changes nothing.
  /// - Returns: a pitch that rises with `pitch` and is a note of the scale where `pitch` is. Below the first note and above the last it stays there.
  public static func pitch(_ pitch: Float, towards notes: [UInt8]) -> Float {
    guard let first = notes.first, let last = notes.last, !pitch.isNaN else { return pitch }
    guard pitch > Float(first) else { return Float(first) }
    guard pitch < Float(last), let above = notes.firstIndex(where: { Float($0) > pitch }) else { return Float(last) }
    let (low, high) = (Float(notes[above - 1]), Float(notes[above]))
    let share = (pitch - low) / (high - low)
    // Flat at both ends and steep in the middle: within a fifth of the way the note is off by less than 2 % of it.
    let (near, far) = (share * share * share, (1 - share) * (1 - share) * (1 - share))
    return low + (high - low) * near / (near + far)
  }
}
