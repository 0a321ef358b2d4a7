/// The lowest and the highest MIDI note. They are at least an octave apart, so that every scale has a note in the
/// range.
public struct NoteRange: Sendable, Equatable, BitwiseCopyable {
  /// 0...115.
  public let low: UInt8
  /// 12...127.
  public let high: UInt8
  /// C3 to C5.
  public static let usual = NoteRange(known: 48, 72)

  /// Creates a range.
  /// - Parameters: MIDI notes, both included.
  /// - Returns: nil unless both are in 0...127 and `high` is at least 12 above `low`.
  public init?(_ low: Int, _ high: Int) {
    guard (0...127).contains(low), (0...127).contains(high), high - low >= 12 else { return nil }
    self.init(known: UInt8(low), UInt8(high))
  }

  /// Returns the pitch at a position: a MIDI note with a fraction.
  /// - Parameter position: 0 is the lowest note, 1 the highest.
  public func pitch(at position: Float) -> Float { Float(low) + position * Float(high - low) }

  /// Returns the position of a pitch, clamped to 0...1.
  /// - Parameter pitch: MIDI note with a fraction.
  public func position(of pitch: Float) -> Float { min(max((pitch - Float(low)) / Float(high - low), 0), 1) }

  private init(known low: UInt8, _ high: UInt8) {
    self.low = low
    self.high = high
  }
}
