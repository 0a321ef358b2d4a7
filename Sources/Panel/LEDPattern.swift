/// How an LED shines over time. One small table; everything else is computed from it.
public enum LEDPattern: Sendable, Equatable, Hashable {
  case off, on
  /// Starting, or no media; on the hands LED: hands mean nothing.
  case slowBlink
  /// Needs help; on the track LED: a loop waits for its bar line.
  case fastBlink
  /// Searching for hands.
  case dimBlink
  /// Paused.
  case blink
  /// Two flashes: an xrun.
  case doubleFlash
  /// One short flash: a track change.
  case flash
  /// Three quick flashes: refused.
  case refused
  /// Gave up: a long and two short.
  case gaveUp
  /// So many flashes between darkness, which are counted on a lit LED, too: a channel was selected.
  case count(Int)
  /// A short darkness on a lit LED: a beat.
  case dip
  /// A short darkness on a lit LED: a hand has taken hold of a value.
  case engaged
  /// Two of them: a hand has let go.
  case released
  /// Fills up: the lit share of each 0.2 s grows, 0...1.
  case progress(Double)

  /// Seconds lit, dark, lit, dark ...; repeated for ever, or shown once (`LEDDriver.flash`).
  public var steps: [Double] {
    switch self {
    case .off: [0, 1]
    case .on: [1, 0]
    case .slowBlink: [0.5, 0.5]
    case .fastBlink: [0.1, 0.1]
    case .dimBlink: [0.06, 1.94]
    case .blink: [0.3, 0.3]
    case .doubleFlash: [0.08, 0.12, 0.08, 0.22]
    case .flash: [0.15, 0.1]
    case .refused: [0.07, 0.07, 0.07, 0.07, 0.07, 0.15]
    case .gaveUp: [0.8, 0.2, 0.1, 0.2, 0.1, 0.6]
    case .count(let flashes): [0, 0.3] + Array(repeating: [0.15, 0.2], count: max(0, min(flashes, 9))).joined() + [0, 0.1]
    case .dip: [0, 0.06]
    case .engaged: [0, 0.08]
    case .released: [0, 0.08, 0.08, 0.08]
    case .progress(let share): [0.2 * min(max(share, 0), 1), 0.2 * (1 - min(max(share, 0), 1))]
    }
  }

  /// It gives way to what is being counted: who reads a number is not to lose count.
  var givesWay: Bool { self == .engaged || self == .released }

  /// Seconds of one round.
  public var length: Double { steps.reduce(0, +) }

  /// Lit or dark, `time` seconds after the pattern began.
  public func isLit(at time: Double) -> Bool {
    guard length > 0 else { return false }
    var rest = time.truncatingRemainder(dividingBy: length)
    for (index, step) in steps.enumerated() {
      if rest < step { return index % 2 == 0 }
      rest -= step
    }
    return false
  }
}
