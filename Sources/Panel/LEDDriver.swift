/// A type that decides which LEDs are lit now. It shows lasting patterns, and short ones once on top of them. Pure;
/// one thread drives the lines from it.
public struct LEDDriver: Sendable {
  private struct Shown: Sendable {
    var pattern = LEDPattern.off
    var since = 0.0
    var once: LEDPattern?
    var onceSince = 0.0
  }
  private var shown: [LED: Shown] = [:]
  private var written: [LED: Bool] = [:]

  /// Creates a driver with all LEDs off.
  public init() {}

  /// Sets an LED's lasting pattern. A pattern that is already shown continues without a restart.
  public mutating func show(_ pattern: LEDPattern, on led: LED, at time: Double) {
    var now = shown[led] ?? Shown()
    if now.pattern != pattern {
      // A growing progress bar keeps its phase.
      if case .progress = pattern, case .progress = now.pattern {} else { now.since = time }
      now.pattern = pattern
    }
    shown[led] = now
  }

  /// Shows a pattern once. The same pattern does not restart while it still shows: with a restart, quick flashes
  /// would become a steady light. A pattern does not interrupt another one of a higher rank.
  public mutating func flash(_ pattern: LEDPattern, on led: LED, at time: Double) {
    if let now = shown[led], let once = now.once, time - now.onceSince < once.length,
      once == pattern || pattern.rank < once.rank
    {
      return
    }
    shown[led, default: Shown()].once = pattern
    shown[led]!.onceSince = time
  }

  /// LEDs that flash a code. Only a person at the box may read it.
  var coded: Set<LED> {
    Set(shown.compactMap { led, now in if case .digits = now.once { led } else { nil } })
  }

  /// Ends the patterns that show once.
  mutating func endFlashes() { for led in shown.keys { shown[led]?.once = nil } }

  /// Returns the changes to write to the lines since the last call.
  public mutating func changes(at time: Double) -> [LED: Bool] {
    var changes: [LED: Bool] = [:]
    for led in LED.allCases {
      var now = shown[led] ?? Shown()
      if let once = now.once, time - now.onceSince >= once.length {
        now.once = nil
        shown[led] = now
      }
      let lit = now.once.map { $0.isLit(at: time - now.onceSince) } ?? now.pattern.isLit(at: time - now.since)
      if written[led] != lit {
        written[led] = lit
        changes[led] = lit
      }
    }
    return changes
  }

  /// Returns the state that was written last.
  public func isLit(_ led: LED) -> Bool { written[led] ?? false }
}
