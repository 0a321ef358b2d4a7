/// An action of a person on a button.
public enum ButtonAction: Sendable, Equatable {
  case click(Button)
  /// A second click within 0.4 s of the first. The first one was already reported as a click.
  case doubleClick(Button)
  /// Held for the button's hold time. Reported at that moment, not at the release.
  case hold(Button)
  /// Held on after `hold` for the button's second hold time.
  case longHold(Button)
  /// PREV and NEXT pressed together. Reported at the second press; neither of them clicks or is held until both are
  /// released.
  case prevAndNext
  /// Progress of the shutdown hold, 0...1. It is nil when the button was released before the end.
  case countIn(Button, Double?)

  /// Number of presses that the action reports; each press counts once.
  package var presses: Int {
    switch self {
    case .click, .hold: 1
    case .prevAndNext: 2
    case .longHold, .doubleClick, .countIn: 0
    }
  }
}

/// An action with the time of its button press. A click is reported only at the release.
public struct ButtonEvent: Sendable, Equatable {
  /// The action.
  public var action: ButtonAction
  /// Time of the button's press, in seconds of its edges' clock.
  public var down: Double
  /// Whether this click is the second of a double click, which follows.
  public var isSecond: Bool

  /// Creates an action with its time.
  /// - Parameters: see the properties.
  public init(_ action: ButtonAction, down: Double, isSecond: Bool = false) {
    self.action = action
    self.down = down
    self.isSecond = isSecond
  }
}

/// A type that separates clicks, double clicks and holds. Pure: its input is edges and the time.
public struct ButtonReader: Sendable {
  /// Seconds within which a second click makes a double click.
  public static let doubleClick = 0.4
  /// Seconds after which a long hold shows its progress. A release after that cancels and is not a click.
  public static let countsFrom = 1.0
  /// Seconds until a hold fires, as documented for the owner.
  public static let standardHolds: [Button: Double] = [.mode: 1, .tier: 1, .prev: 1, .next: 1, .play: 3]

  /// Seconds until a second hold fires, for the buttons that have one.
  public static let longHolds: [Button: Double] = [.mode: 3, .tier: 3]

  /// Longest time between the presses of a pair of buttons, in seconds. A pair is pressed together.
  public static let together = 0.15

  private struct Memory: Sendable {
    var debouncer: Debouncer
    var downSince: Double?
    var held = false
    var heldLong = false
    var counting = false
    /// Whether it is down as one of a pair. The two buttons were pressed together.
    var inPair = false
    var lastClick = -Double.infinity
  }
  private var memory: [Button: Memory] = [:]
  private let holds: [Button: Double]

  /// Creates a reader.
  /// - Parameters:
  ///   - holds: seconds until a hold fires; a button without one clicks when it goes down.
  ///   - quiet: see `Debouncer`.
  ///   - down: buttons that were already down; they do nothing until released.
  public init(holds: [Button: Double] = Self.standardHolds, quiet: Double, down: Set<Button> = []) {
    self.holds = holds
    for button in Button.allCases { memory[button] = Memory(debouncer: Debouncer(quiet: quiet, isDown: down.contains(button))) }
  }

  /// Returns whether a button counts as down.
  public func isDown(_ button: Button) -> Bool { memory[button]?.debouncer.isDown ?? false }

  /// Adds buttons whose lines were found while they were down. They do nothing until released.
  public mutating func found(down: Set<Button>) {
    for button in down { memory[button]!.debouncer = Debouncer(quiet: memory[button]!.debouncer.quiet, isDown: true) }
  }

  /// Takes new edges and the current time. Times are seconds of the monotonic clock.
  public mutating func read(_ edges: [Edge], now: Double) -> [ButtonEvent] {
    var news: [ButtonEvent] = []
    for edge in edges {
      // Actions due before this edge come first.
      news += due(at: edge.time)
      for change in memory[edge.button]!.debouncer.edge(isDown: edge.isDown, at: edge.time) {
        news += change.isDown ? press(edge.button, at: change.time) : release(edge.button, at: change.time)
      }
    }
    return news + due(at: now)
  }

  private mutating func press(_ button: Button, at time: Double) -> [ButtonEvent] {
    let partner: Button? = button == .prev ? .next : button == .next ? .prev : nil
    // The first of a pair to be released may be pressed again.
    if let partner, memory[partner]!.inPair {
      memory[button]!.inPair = true
      return []
    }
    // A button without a hold has clicked already.
    if let partner, holds[button] != nil, holds[partner] != nil, let since = memory[partner]!.downSince, time - since <= Self.together {
      for one in [button, partner] { (memory[one]!.downSince, memory[one]!.lastClick, memory[one]!.inPair) = (nil, -.infinity, true) }
      return [ButtonEvent(.prevAndNext, down: since)]
    }
    memory[button]!.downSince = time
    (memory[button]!.held, memory[button]!.heldLong) = (false, false)
    memory[button]!.counting = false
    return holds[button] == nil ? click(button, at: time, down: time) : []
  }

  private mutating func release(_ button: Button, at time: Double) -> [ButtonEvent] {
    memory[button]!.inPair = false
    guard let since = memory[button]!.downSince else { return [] }
    let wasHeld = memory[button]!.held
    let wasCounting = memory[button]!.counting
    let wasHeldLong = memory[button]!.heldLong
    memory[button]!.downSince = nil
    guard let hold = holds[button] else { return [] }
    // The release may be read late, so its own time decides.
    var late = !wasHeld && time - since >= hold ? [ButtonEvent(.hold(button), down: since)] : []
    if !wasHeldLong, let long = Self.longHolds[button], time - since >= long { late.append(ButtonEvent(.longHold(button), down: since)) }
    if wasHeld || !late.isEmpty { return late }
    return wasCounting ? [ButtonEvent(.countIn(button, nil), down: since)] : click(button, at: time, down: since)
  }

  private mutating func click(_ button: Button, at time: Double, down: Double) -> [ButtonEvent] {
    let isSecond = time - memory[button]!.lastClick <= Self.doubleClick
    memory[button]!.lastClick = isSecond ? -.infinity : time
    let click = ButtonEvent(.click(button), down: down, isSecond: isSecond)
    return isSecond ? [click, ButtonEvent(.doubleClick(button), down: down)] : [click]
  }

  private mutating func due(at time: Double) -> [ButtonEvent] {
    var news: [ButtonEvent] = []
    for button in Button.allCases {
      for change in memory[button]!.debouncer.settle(at: time) where !change.isDown { news += release(button, at: change.time) }
      guard let since = memory[button]!.downSince, let hold = holds[button] else { continue }
      if memory[button]!.held {
        guard let long = Self.longHolds[button], !memory[button]!.heldLong, time - since >= long else { continue }
        memory[button]!.heldLong = true
        news.append(ButtonEvent(.longHold(button), down: since))
      } else if time - since >= hold {
        memory[button]!.held = true
        news.append(ButtonEvent(.hold(button), down: since))
      } else if hold > Self.countsFrom, time - since >= Self.countsFrom {
        memory[button]!.counting = true
        news.append(ButtonEvent(.countIn(button, (time - since) / hold), down: since))
      }
    }
    return news
  }
}
