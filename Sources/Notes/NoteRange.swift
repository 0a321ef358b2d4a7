/// The lowest and the highest MIDI note that may be played. An octave at least, so that every scale has a note in it.
public struct NoteRange: Sendable, Equatable, BitwiseCopyable {
  /// 0...115.
  public let low: UInt8
  /// 12...127.
  public let high: UInt8
  /// C3 to C5.
  public static let usual = NoteRange(known: 48, 72)

  /// - Parameters: MIDI notes, both of them in the range. - Returns: nil unless they lie in 0...127 and `high` is at least 12 above `low`.
  public init?(_ low: Int, _ high: Int) {
    guard (0...127).contains(low), (0...127).contains(high), high - low >= 12 else { return nil }
    self.init(known: UInt8(low), UInt8(high))
  }

  private init(known low: UInt8, _ high: UInt8) {
    self.low = low
    self.high = high
  }
}
