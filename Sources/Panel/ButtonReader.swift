/// What a person did with a button.
public enum ButtonAction: Sendable, Equatable {
  case click(Button)
  /// A second click within 0.4 s of the first; the first was already told as a click.
  case doubleClick(Button)
  /// Held for the button's hold time; told at that moment, not at the release.
  case hold(Button)
  /// The shutdown hold's count: share of the way, 0...1; nil when the button was released before the end.
  case countIn(Button, Double?)

  /// One press of a button, whatever it meant.
  var isPress: Bool {
    switch self {
    case .click, .hold: true
    case .doubleClick, .countIn: false
    }
  }
}

/// Tells clicks, double clicks and holds apart. Pure: edges and the time come in.
public struct ButtonReader: Sendable {
  /// Seconds within which a second click makes a double click.
  public static let doubleClick = 0.4
  /// From here on a long hold counts in visibly, and its release is a cancel and no click.
  public static let countsFrom = 1.0
  /// Seconds until a hold fires, as the owner's page has it.
  public static let standardHolds: [Button: Double] = [.mode: 1, .tier: 1, .prev: 1, .next: 1, .play: 3]

  private struct Memory: Sendable {
    var debouncer: Debouncer
    var downSince: Double?
    var held = false
    var counting = false
    var lastClick = -Double.infinity
  }
  private var memory: [Button: Memory] = [:]
  private let holds: [Button: Double]

  /// - Parameters:
  ///   - holds: seconds until a hold fires; a button without one clicks when it goes down.
  ///   - quiet: see `Debouncer`.
  ///   - down: buttons that were already down; they do nothing until released.
  public init(holds: [Button: Double] = Self.standardHolds, quiet: Double, down: Set<Button> = []) {
    self.holds = holds
    for button in Button.allCases { memory[button] = Memory(debouncer: Debouncer(quiet: quiet, isDown: down.contains(button))) }
  }

  /// Whether a button is believed to be down.
  public func isDown(_ button: Button) -> Bool { memory[button]?.debouncer.isDown ?? false }

  /// Takes edges that came and the time now, in seconds of the monotonic clock.
  public mutating func read(_ edges: [Edge], now: Double) -> [ButtonAction] {
    var actions: [ButtonAction] = []
    for edge in edges {
      // What was due before this edge comes first.
      actions += due(at: edge.time)
      for change in memory[edge.button]!.debouncer.edge(isDown: edge.isDown, at: edge.time) {
        actions += change.isDown ? press(edge.button, at: change.time) : release(edge.button, at: change.time)
      }
    }
    return actions + due(at: now)
  }

  private mutating func press(_ button: Button, at time: Double) -> [ButtonAction] {
    memory[button]!.downSince = time
    memory[button]!.held = false
    memory[button]!.counting = false
    return holds[button] == nil ? click(button, at: time) : []
  }

  private mutating func release(_ button: Button, at time: Double) -> [ButtonAction] {
    guard let since = memory[button]!.downSince else { return [] }
    let wasHeld = memory[button]!.held
    let wasCounting = memory[button]!.counting
    memory[button]!.downSince = nil
    guard let hold = holds[button], !wasHeld else { return [] }
    // The release may be read late: its own time decides.
    if time - since >= hold { return [.hold(button)] }
    return wasCounting ? [.countIn(button, nil)] : click(button, at: time)
  }

  private mutating func click(_ button: Button, at time: Double) -> [ButtonAction] {
    let isSecond = time - memory[button]!.lastClick <= Self.doubleClick
    memory[button]!.lastClick = isSecond ? -.infinity : time
    return isSecond ? [.click(button), .doubleClick(button)] : [.click(button)]
  }

  private mutating func due(at time: Double) -> [ButtonAction] {
    var actions: [ButtonAction] = []
    for button in Button.allCases {
      for change in memory[button]!.debouncer.settle(at: time) where !change.isDown { actions += release(button, at: change.time) }
      guard let since = memory[button]!.downSince, !memory[button]!.held, let hold = holds[button] else { continue }
      if time - since >= hold {
        memory[button]!.held = true
        actions.append(.hold(button))
      } else if hold > Self.countsFrom, time - since >= Self.countsFrom {
        memory[button]!.counting = true
        actions.append(.countIn(button, (time - since) / hold))
      }
    }
    return actions
  }
}
