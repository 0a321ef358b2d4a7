/// The display of the panel, computed from the box's state. The table of the LEDs is only here.
public struct PanelView: Sendable, Equatable {
  /// State shown by the status LED.
  public enum Health: Sendable { case halted, starting, noMedia, ready, needsHelp, gaveUp }
  /// State shown by the hands LED. A gesture that must be held shows its progress, 0...1.
  public enum Hands: Sendable, Equatable {
    case none, searching, seen, holding(Double)
    /// Hands have no effect.
    case off
    /// The camera does not show hands. It is dark, covered or out of focus.
    case unusable
    /// A hand is seen in a bad place. It is too small, too large or cut by an edge.
    case misplaced
    /// The box waits for raised fingers that choose a scene.
    case choosing
  }
  /// State shown by the track LED.
  public enum Track: Sendable { case none, playing, paused, loopPending }

  /// Update of the firmware image, shown by the status LED.
  public enum Update: Sendable, Equatable {
    case none
    /// PLAY, held, installs it or restarts the box with it.
    case waits
    /// The installed share, 0...1.
    case installing(Double)
  }

  /// Health of the box.
  public var health = Health.starting
  /// State of the hands.
  public var hands = Hands.none
  /// State of the music.
  public var track = Track.none
  /// State of an update. A box that starts or stops does not show it.
  public var update = Update.none
  /// LED of the mode.
  public var modeLED = LED.player
  /// Pattern of that LED. A mode without its own LED blinks a related one.
  public var modePattern = LEDPattern.on
  /// Whether the tier is `pro`.
  public var isPro = false
  /// Progress of the shutdown hold; nil without one.
  public var countIn: Double?

  /// Creates the view of a box that starts.
  public init() {}

  /// Whether beats may darken the track LED. They may when it is lit steadily; other patterns have a meaning and stay
  /// unchanged.
  public var showsBeats: Bool { patterns[.track] == .on }

  /// Returns the pattern of each LED during a test.
  /// - Parameter lit: LEDs that the test lights.
  public static func patterns(testing lit: Set<LED>) -> [LED: LEDPattern] {
    Dictionary(uniqueKeysWithValues: LED.allCases.map { ($0, lit.contains($0) ? LEDPattern.on : .off) })
  }

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
      case .unusable: .cannotSee
      case .misplaced: .misplaced
      case .choosing: .fastBlink
      }
    all[.status] =
      switch (health, update) {
      case (.halted, _): .off
      case (.starting, _): .slowBlink
      case (.gaveUp, _): .gaveUp
      case (_, .waits): .updateWaits
      // An LED that stays dark would look halted.
      case (_, .installing(let share)): .progress(max(0.1, share))
      case (.noMedia, .none): .slowBlink
      case (.ready, .none): .on
      case (.needsHelp, .none): .fastBlink
      }
    all[.track] =
      switch track {
      case .none: .off
      case .playing: .on
      case .paused: .blink
      case .loopPending: .fastBlink
      }
    if let countIn {
      // The LEDs show the progress: one after the other lights up, at the end all of them.
      let row: [LED] = [.player, .stems, .instrument, .stream, .tier, .hands, .status, .track]
      let lit = Int((countIn * Double(row.count)).rounded(.down))
      for (index, led) in row.enumerated() { all[led] = index < lit ? .on : .off }
    }
    return all
  }
}
