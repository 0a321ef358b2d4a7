/// A type that decides whether PLAY and MODE are held from power-on. Pure: the time comes in with the buttons.
public struct StartHold: Sendable {
  /// A step of a hold that was long enough.
  public enum Step: Sendable, Equatable {
    /// Both were held long enough. Letting go asks for the tests of all parts.
    case held
    /// Both were released after that.
    case released
    /// Some are still down after the longest time: they may be stuck.
    case stuck(Set<Button>)
    /// The panel failed before they were released.
    case lost
  }

  /// Buttons that must be down when the panel is opened.
  public static let buttons: Set<Button> = [.play, .mode]
  /// Seconds until a hold counts.
  public static let least = 1.0
  /// Seconds after which a hold ends without a release.
  public static let most = 10.0

  private let begun: Double
  private var isHeld = false
  private var isOver: Bool

  /// Creates a hold. It is over at once unless both buttons are down.
  /// - Parameters:
  ///   - down: buttons that were down when the panel was opened.
  ///   - now: seconds of the panel's clock.
  public init(down: Set<Button>, at now: Double) {
    begun = now
    isOver = !down.isSuperset(of: Self.buttons)
  }

  /// Takes the buttons that are down now.
  /// - Returns: the next step; nil without one.
  public mutating func look(down: Set<Button>, at now: Double) -> Step? {
    guard !isOver else { return nil }
    let still = Self.buttons.intersection(down)
    guard isHeld else {
      isOver = still != Self.buttons
      isHeld = !isOver && now - begun >= Self.least
      return isHeld ? .held : nil
    }
    isOver = still.isEmpty || now - begun >= Self.most
    guard isOver else { return nil }
    return still.isEmpty ? .released : .stuck(still)
  }

  /// Ends the hold because the panel has failed.
  /// - Returns: `lost`, if it counted and no release came.
  public mutating func end() -> Step? {
    defer { isOver = true }
    return isHeld && !isOver ? .lost : nil
  }
}
