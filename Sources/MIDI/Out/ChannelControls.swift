import Notes

/// What one source's controls are on a wire: numbers as they are sent.
struct WireControls: Equatable {
  /// 0...16383; 8192 is none.
  var bend: UInt16
  /// 0...127 each.
  var depth: UInt8
  var expression: UInt8
  var modulation: UInt8

  /// - Parameter bendRange: semitones of a full bend.
  init(_ source: Source, bendRange: Int) {
    bend = Self.bend(cents: source.bend, range: bendRange)
    depth = Self.seven(source.depth)
    expression = Self.seven(source.expression)
    modulation = Self.seven(source.modulation)
  }

  /// A bend in 14 bits. - Parameters: `cents`, and `range` in semitones.
  static func bend(cents: Float, range: Int) -> UInt16 {
    guard cents.isFinite else { return 8192 }
    let share = Double(cents) / (100 * Double(min(max(range, 1), 96)))
    return UInt16(min(max(8192 + (share * 8192).rounded(), 0), 16383))
  }

  /// 0...1 in 7 bits; 0.5 is 64, the middle.
  static func seven(_ value: Float) -> UInt8 { value.isFinite ? UInt8((min(max(value, 0), 1) * 127).rounded()) : 0 }
}

/// What a channel was told last; nil where nothing was told yet.
struct ToldControls {
  var bend: UInt16?
  var depth: UInt8?
  var expression: UInt8?
  var modulation: UInt8?
}

/// So many messages a second and no more, over every second that one may pick.
struct MessageBudget: Sendable {
  /// Messages of one source within a second.
  static let most = 250
  private var times: [Double] = Array(repeating: -.infinity, count: most)
  private var next = 0
  /// When the last one went.
  private(set) var last = -Double.infinity

  /// Takes one message; false when there were too many within the second before.
  mutating func take(at time: Double) -> Bool {
    guard time - times[next] >= 1 else { return false }
    times[next] = time
    next = (next + 1) % Self.most
    last = max(last, time)
    return true
  }
}
