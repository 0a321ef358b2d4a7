import Notes

/// The controls of one source as MIDI values.
struct WireControls: Equatable {
  /// 0...16383; 8192 is the middle.
  var bend: UInt16
  /// 0...127 each.
  var depth: UInt8
  var expression: UInt8
  var modulation: UInt8

  /// Converts the controls of a source.
  /// - Parameter bendRange: semitones of a full bend.
  init(_ source: Source, bendRange: Int) {
    bend = Self.bend(cents: source.bend, range: bendRange)
    depth = Self.seven(source.depth)
    expression = Self.seven(source.expression)
    modulation = Self.seven(source.modulation)
  }

  /// Returns a bend in 14 bits.
  /// - Parameters: `cents`, and `range` in semitones.
  static func bend(cents: Float, range: Int) -> UInt16 {
    guard cents.isFinite else { return 8192 }
    let share = Double(cents) / (100 * Double(min(max(range, 1), 96)))
    return UInt16(min(max(8192 + (share * 8192).rounded(), 0), 16383))
  }

  /// Returns a value of 0...1 in 7 bits. 0.5 is 64, the middle.
  static func seven(_ value: Float) -> UInt8 { value.isFinite ? UInt8((min(max(value, 0), 1) * 127).rounded()) : 0 }
}

/// The values last sent on a channel. Nil for those not sent yet.
struct SentControls {
  var bend: UInt16?
  var depth: UInt8?
  var expression: UInt8?
  var modulation: UInt8?
}

/// A limit on the number of messages within any second.
struct MessageBudget: Sendable {
  /// Largest number of messages of one source within a second.
  static let most = 250
  private var times: [Double] = Array(repeating: -.infinity, count: most)
  private var next = 0
  /// Time of the last message.
  private(set) var last = -Double.infinity

  /// Takes one message from the budget. Returns false when the last second already has too many.
  mutating func take(at time: Double) -> Bool {
    guard time - times[next] >= 1 else { return false }
    times[next] = time
    next = (next + 1) % Self.most
    last = max(last, time)
    return true
  }
}
