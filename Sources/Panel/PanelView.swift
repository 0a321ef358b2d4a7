/// What the panel shows, computed from the box's state. The table of the LEDs is here and nowhere else.
public struct PanelView: Sendable, Equatable {
  /// What the status LED tells.
  public enum Health: Sendable { case halted, starting, noMedia, ready, needsHelp, gaveUp }
  /// What the hands LED tells; a gesture that must be held fills up, 0...1.
  public enum Hands: Sendable, Equatable {
    case none, searching, seen, holding(Double)
    /// Hands mean nothing.
    case off
  }
  /// What the track LED tells.
  public enum Track: Sendable { case none, playing, paused, loopPending }

  /// How the box is.
  public var health = Health.starting
  /// What is seen of hands.
  public var hands = Hands.none
  /// What the music does.
  public var track = Track.none
  /// LED of the mode.
  public var modeLED = LED.player
  /// How it is lit: a mode without a LED of its own blinks a related one.
  public var modePattern = LEDPattern.on
  /// Tier `pro`.
  public var isPro = false
  /// Share of the shutdown hold, while it counts in.
  public var countIn: Double?

  /// A box that starts.
  public init() {}

  /// The track LED is lit steadily, so that beats may darken it: a rhythm that means something is left alone.
  public var showsBeats: Bool { patterns[.track] == .on }

  /// The lasting pattern of each LED.
  public var patterns: [LED: LEDPattern] {
    var all: [LED: LEDPattern] = [:]
    for led in [LED.player, .stems, .instrument, .stream] { all[led] = led == modeLED ? modePattern : .off }
    all[.tier] = isPro ? .on : .off
    all[.hands] =
      switch hands {
      case .none: .off
      case .searching: .dimBlink
      case .seen: .on
      case .holding(let share): .progress(share)
      case .off: .slowBlink
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
      case .loopPending: .fastBlink
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
