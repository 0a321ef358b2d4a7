/// What the panel shows, computed from the box's state. The table of the LEDs is here and nowhere else.
public struct PanelView: Sendable, Equatable {
  public enum Health: Sendable { case halted, starting, noMedia, ready, needsHelp, gaveUp }
  public enum Hands: Sendable, Equatable { case none, searching, seen, holding(Double) }
  public enum Track: Sendable { case none, playing, paused }

  public var health = Health.starting
  public var hands = Hands.none
  public var track = Track.none
  /// `player`, `stems`, `instrument`, `stream`.
  public var mode = "player"
  public var isPro = false
  /// Share of the shutdown hold, while it counts in.
  public var countIn: Double?

  public init() {}

  /// The lasting pattern of each LED.
  public var patterns: [LED: LEDPattern] {
    var all: [LED: LEDPattern] = [:]
    for led in [LED.player, .stems, .instrument, .stream] { all[led] = led.rawValue == mode ? .on : .off }
    all[.tier] = isPro ? .on : .off
    all[.hands] =
      switch hands {
      case .none: .off
      case .searching: .dimBlink
      case .seen: .on
      case .holding(let share): .progress(share)
      }
    all[.status] =
      switch health {
      case .halted: .off
      case .starting, .noMedia: .slowBlink
      case .ready: .on
      case .needsHelp: .fastBlink
      case .gaveUp: .gaveUp
      }
    all[.track] =
      switch track {
      case .none: .off
      case .playing: .on
      case .paused: .blink
      }
    if let countIn {
      // The LEDs count in: one after the other goes on, all of them at the end.
      let row: [LED] = [.player, .stems, .instrument, .stream, .tier, .hands, .status, .track]
      let lit = Int((countIn * Double(row.count)).rounded(.down))
      for (index, led) in row.enumerated() { all[led] = index < lit ? .on : .off }
    }
    return all
  }
}
