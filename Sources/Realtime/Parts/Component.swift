import GestureFlowAPI

/// A part of the box that can fail without stopping the others. It is started again with growing pauses.
public protocol Component: AnyObject, Sendable {
  /// Name, such as `camera`, `tracker`, `sound`, `panel`, `library`, `state` or `socket`.
  var name: String { get }
  /// Pauses between two tries to start it.
  var patience: BackOff { get }
  /// Acquires its resources and starts.
  func start() throws(Failure)
  /// Stops within a second. A part that was not started has nothing to stop.
  func stop()
  /// Its condition, polled several times a second while it runs.
  var condition: Condition { get }
  /// Text for the boot sequence when it works.
  var summary: String { get }
  /// Whether to start it although it is off. Polled while it is off, because the configuration may have changed.
  var isWantedAgain: Bool { get }
}

extension Component {
  /// A part that is off stays off until the program restarts.
  public var isWantedAgain: Bool { false }
}

/// The condition of a part.
public enum Condition: Sendable, Equatable {
  /// It is still starting, on a thread of its own.
  case starting
  case running
  /// It works, but not fully.
  case degraded(Failure)
  /// It does not work. It is stopped and started again.
  case failed(Failure)
  /// Its device is gone: a camera or a card was unplugged. The part looks for it itself.
  case lost(Failure)
  /// It is switched off, or the machine does not have it. That is not a fault. It is stopped and stays so until it
  /// `isWantedAgain`.
  case off(String)
  /// Its device is missing now, which is not a fault. The part runs on and looks for it itself.
  case missing(String)
}

/// Growing pauses between tries.
public struct BackOff: Sendable, Equatable {
  /// The first pause in seconds.
  public var first: Double
  /// The longest pause in seconds.
  public var longest: Double
  /// - Parameters:
  ///   - first: the first pause in seconds. Each pause is twice the previous one.
  ///   - longest: the longest pause in seconds.
  public init(first: Double = 0.5, longest: Double = 30) {
    self.first = first
    self.longest = longest
  }
  /// Pauses for devices that a person plugs in. They must be noticed at once.
  public static let device = BackOff(first: 0.5, longest: 1)

  /// Returns the pause after a number of consecutive failures.
  public func pause(after failures: Int) -> Double { min(first * Double(1 << min(max(failures - 1, 0), 16)), longest) }
}
