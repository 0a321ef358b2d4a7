/// A light pattern of an LED over time. One small table defines it; the rest is computed.
public enum LEDPattern: Sendable, Equatable, Hashable {
  case off, on
  /// Starting, or no media. On the hands LED: hands have no effect.
  case slowBlink
  /// Needs help. On the track LED: a loop waits for its bar line. On the hands LED: a scene waits for fingers.
  case fastBlink
  /// Searching for hands.
  case dimBlink
  /// Paused.
  case blink
  /// Two flashes: an xrun.
  case doubleFlash
  /// One short flash: a track change.
  case flash
  /// Three quick flashes: a rejected action.
  case refused
  /// Given up: one long flash and two short ones.
  case gaveUp
  /// Two long flashes and a pause: the camera does not show hands.
  case cannotSee
  /// A long flash, a short one and a pause. A hand is too small, too large or cut.
  case misplaced
  /// Lit, and dark twice: an update waits for PLAY.
  case updateWaits
  /// A number of flashes between dark gaps: a channel was selected. The gaps make them countable on a lit LED, too.
  case count(Int)
  /// Digits, one after another. A digit is as many flashes as it says, and 0 is one long flash.
  case digits([Int])
  /// A short gap on a lit LED: a beat.
  case dip
  /// A short gap on a lit LED. A hand has taken hold of a value.
  case engaged
  /// Two short gaps: a hand has released a value.
  case released
  /// Progress, 0...1: the lit share of each 0.2 s.
  case progress(Double)

  /// Seconds lit, dark, lit, dark ... They repeat for ever, or show once (`LEDDriver.flash`).
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
    case .cannotSee: [0.4, 0.2, 0.4, 1]
    case .misplaced: [0.6, 0.2, 0.12, 0.7]
    case .updateWaits: [1.1, 0.15, 0.15, 0.15]
    case .count(let flashes): [0, 0.3] + Array(repeating: [0.15, 0.2], count: max(0, min(flashes, 9))).joined() + [0, 0.1]
    case .digits(let digits):
      // Slower than a count: a person writes each one down.
      [0, 1]
        + digits.flatMap {
          $0 == 0 ? [0.9, 1.2] : Array([[Double]](repeating: [0.2, 0.25], count: min(max($0, 1), 9)).joined()) + [0, 1]
        }
    case .dip: [0, 0.06]
    case .engaged: [0, 0.08]
    case .released: [0, 0.08, 0.08, 0.08]
    case .progress(let share): [0.2 * min(max(share, 0), 1), 0.2 * (1 - min(max(share, 0), 1))]
    }
  }

  /// A pattern does not interrupt another one of a higher rank. So a reader does not lose count.
  var rank: Int {
    switch self {
    case .engaged, .released: 0
    case .digits: 2
    default: 1
    }
  }

  /// Length of one round in seconds.
  public var length: Double { steps.reduce(0, +) }

  /// Returns whether the LED is lit, `time` seconds after the pattern's begin.
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
