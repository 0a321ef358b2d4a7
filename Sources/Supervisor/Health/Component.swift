/// A part of the box that can fail by itself: it is started again with growing pauses, and never stops another.
public protocol Component: AnyObject, Sendable {
  /// `camera`, `tracker`, `sound`, `panel`, `library`, `state`, `socket`.
  var name: String { get }
  /// Pauses between two tries to start it.
  var patience: BackOff { get }
  /// Takes what it needs and begins.
  func start() throws(PartFailure)
  /// Ends within a second; a part that was not started has nothing to end.
  func stop()
  /// How it is, asked some times a second while it runs.
  var condition: Condition { get }
  /// What to say in the boot sequence when it works.
  var summary: String { get }
  /// Asked while it is off: it is to be started all the same, because the configuration is another one.
  var isWantedAgain: Bool { get }
}

extension Component {
  /// What is off stays off until the program starts anew.
  public var isWantedAgain: Bool { false }
}

/// How a part is.
public enum Condition: Sendable, Equatable {
  /// It was begun and takes its time, on a thread of its own.
  case starting
  case running
  /// It works, but not as it should.
  case degraded(PartFailure)
  /// It does not work; it is stopped and started again.
  case failed(PartFailure)
  /// What it needs is gone, and it looks for it by itself: a camera or a card that was pulled out.
  case lost(PartFailure)
  /// It is not wanted, or there is nothing of it here; that is no problem. It is stopped, and stays so until it `isWantedAgain`.
  case off(String)
  /// There is nothing of it here now, which is no problem; it runs on and looks for it by itself.
  case missing(String)
}

/// Why a part does not work, and what to do about it.
public struct PartFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  public var reason: String
  /// What to do about it.
  public var remedy: String
  /// - Parameters: what is wrong, and what to do about it.
  public init(_ reason: String, remedy: String) {
    self.reason = reason
    self.remedy = remedy
  }
  /// Out of a sentence `reason: remedy`; what stands in brackets belongs to one of the two.
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
    // A device's name may hold one bracket alone.
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
  /// - Parameters: the first and the longest pause in seconds; each is twice the one before.
  public init(first: Double = 0.5, longest: Double = 30) {
    self.first = first
    self.longest = longest
  }
  /// For devices that a person plugs in: it should be noticed at once.
  public static let device = BackOff(first: 0.5, longest: 1)

  /// Pause before the next try, after so many that failed in a row.
  public func pause(after failures: Int) -> Double { min(first * Double(1 << min(max(failures - 1, 0), 16)), longest) }
}
