/// A part of the box that can fail without stopping the others. It is started again with growing pauses.
public protocol Component: AnyObject, Sendable {
  /// Name, such as `camera`, `tracker`, `sound`, `panel`, `library`, `state` or `socket`.
  var name: String { get }
  /// Pauses between two tries to start it.
  var patience: BackOff { get }
  /// Acquires its resources and starts.
  func start() throws(PartFailure)
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
  case degraded(PartFailure)
  /// It does not work. It is stopped and started again.
  case failed(PartFailure)
  /// Its device is gone: a camera or a card was unplugged. The part looks for it itself.
  case lost(PartFailure)
  /// It is switched off, or the machine does not have it; that is not a fault. It is stopped and stays so until it
  /// `isWantedAgain`.
  case off(String)
  /// Its device is missing now, which is not a fault. The part runs on and looks for it itself.
  case missing(String)
}

/// A part's fault, with reason and remedy.
public struct PartFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason.
  public var reason: String
  /// The remedy.
  public var remedy: String
  /// - Parameters:
  ///   - reason: what is wrong.
  ///   - remedy: what to do about it.
  public init(_ reason: String, remedy: String) {
    self.reason = reason
    self.remedy = remedy
  }
  /// Parses a sentence `reason: remedy`. A colon in brackets does not separate the two.
  package init(sentence: String) {
    var depth = 0
    var colon: String.Index?
    for at in sentence.indices {
      switch sentence[at] {
      case "(": depth += 1
      case ")": depth = max(0, depth - 1)
      case ":" where depth == 0 && sentence[at...].hasPrefix(": "): colon = at
      default: break
      }
    }
    // A device's name may hold an unmatched bracket.
    if depth > 0 { colon = sentence.range(of: ": ", options: .backwards)?.lowerBound }
    if let colon {
      self.init(String(sentence[..<colon]), remedy: String(sentence[colon...].dropFirst(2)))
    } else {
      self.init(sentence, remedy: "gfctl doctor looks at the whole box")
    }
  }
  /// Reason and remedy.
  public var description: String { "\(reason): \(remedy)" }
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
