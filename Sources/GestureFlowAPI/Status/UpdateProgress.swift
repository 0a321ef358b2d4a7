/// An update of the firmware image that is offered, installed or rejected.
///
/// `gfctl update` writes it to `file` as JSON, and the daemon reads it there.
public struct UpdateProgress: Codable, Sendable, Equatable {
  /// Step of an update.
  public enum Step: String, Codable, Sendable {
    /// A stick has an update. PLAY, held for 3 s, installs it.
    case offered
    /// It is being written to the other slot.
    case installing
    /// The next restart may start it.
    case installed
    /// It was not installed.
    case failed
  }

  /// File of the last installation since the start of the machine. The image makes its folder for the user owner.
  public static let file = "/run/gestureflow-update/progress.json"

  /// Current step.
  public var step: Step
  /// Installed share in percent, 0...100; nil in other steps.
  public var percent: Int?
  /// Version of the update; nil while unknown.
  public var version: String?
  /// Label of the stick of an offer.
  public var stick: String?
  /// The problem of a failed update.
  public var reason: String?
  /// The remedy for the problem.
  public var remedy: String?
  /// Process that installs; nil in other steps.
  public var pid: Int?

  /// Creates a step of an update.
  /// - Parameters: see the properties.
  public init(
    _ step: Step, percent: Int? = nil, version: String? = nil, stick: String? = nil, failure: Failure? = nil, pid: Int? = nil
  ) {
    self.step = step
    self.percent = percent
    self.version = version
    self.stick = stick
    (reason, remedy) = (failure?.reason, failure?.remedy)
    self.pid = pid
  }
}
