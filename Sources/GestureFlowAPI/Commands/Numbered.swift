/// Numbers that count a kind of thing, and its name for people.
public protocol NumberLimits: Sendable {
  /// The allowed numbers.
  static var range: ClosedRange<Int> { get }
  /// Name of the thing.
  static var unit: String { get }
}

/// A whole number within its range. Every value is valid.
public struct Numbered<Limits: NumberLimits>: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number.
  public let number: Int

  /// Checks a number.
  /// - Returns: nil for a number out of range.
  public init?(_ number: Int) {
    guard Limits.range.contains(number) else { return nil }
    self.number = number
  }

  /// Makes a number from a literal. A literal out of range ends the program.
  /// - Parameter number: a number in range.
  public init(integerLiteral number: Int) {
    precondition(Limits.range.contains(number), "\(number) is not in \(Limits.range)")
    self.number = number
  }
}

extension Numbered: CommandArgument {
  static var argument: Command.Argument { .whole(Limits.range, unit: Limits.unit) }
  init?(in body: CommandBody) {
    guard let number = body.number.flatMap({ Int(exactly: $0) }) else { return nil }
    self.init(number)
  }
  func write(to body: inout CommandBody) { body.number = Double(number) }
}

/// Place of a track in the queue of mode player.
public typealias QueueNumber = Numbered<QueueLimits>
/// Number of a scene.
public typealias SceneNumber = Numbered<SceneLimits>

/// The limits of `QueueNumber`.
public enum QueueLimits: NumberLimits {
  /// The queue holds up to 200 tracks.
  public static var range: ClosedRange<Int> { 1...200 }
  /// Name of the thing.
  public static var unit: String { "the track's place in the queue" }
}

/// The limits of `SceneNumber`.
public enum SceneLimits: NumberLimits {
  /// There are four scenes.
  public static var range: ClosedRange<Int> { 1...4 }
  /// Name of the thing.
  public static var unit: String { "the scene" }
}
