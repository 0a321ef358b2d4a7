/// The lines of a panel as the box needs them. `GPIOPanel` is the real one; tests use a double that fails on demand.
///
/// One thread calls. Failures are errno values or `PanelFailure`s.
public protocol PanelDevice: AnyObject, Sendable {
  /// Requests the lines. Reports each line that is not available; the others work.
  func open(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(PanelFailure) -> PanelGrant
  /// Requests additional lines and leaves the open ones alone.
  /// - Returns: the grant of the additional lines.
  func add(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(PanelFailure) -> PanelGrant
  /// Returns new edges. Waits at most `milliseconds` for the first one.
  func edges(milliseconds: Int32) throws(PanelFailure) -> [Edge]
  /// Switches an LED; ignores one without a line.
  func set(_ led: LED, on: Bool) throws(PanelFailure)
  /// Releases the lines; may be called again.
  func close()
}

/// The granted lines, and problems with others.
public struct PanelGrant: Sendable, Equatable {
  /// Reasons why lines cannot be used, by the lines' names.
  public var problems: [String: PanelFailure] = [:]
  /// Whether the kernel debounces.
  public var kernelDebounces = false
  /// Buttons that were down when the panel was opened.
  public var down: Set<Button> = []
  /// Creates a grant.
  /// - Parameters:
  ///   - problems: reasons why lines cannot be used, by the lines' names.
  ///   - kernelDebounces: whether the kernel debounces.
  ///   - down: buttons that are held down.
  public init(problems: [String: PanelFailure] = [:], kernelDebounces: Bool = false, down: Set<Button> = []) {
    self.problems = problems
    self.kernelDebounces = kernelDebounces
    self.down = down
  }
}

/// A change of a button: down or up.
public struct Edge: Sendable, Equatable {
  /// The button.
  public var button: Button
  /// Whether it went down.
  public var isDown: Bool
  /// Seconds of the monotonic clock, as stamped by the kernel.
  public var time: Double
  /// Creates an edge.
  /// - Parameters:
  ///   - button: the button.
  ///   - isDown: whether it went down.
  ///   - time: seconds of the monotonic clock.
  public init(_ button: Button, isDown: Bool, time: Double) {
    self.button = button
    self.isDown = isDown
    self.time = time
  }
}

/// The buttons of the panel.
public enum Button: String, Sendable, CaseIterable { case mode, tier, prev, next, play }

/// The LEDs of the panel.
public enum LED: String, Sendable, CaseIterable { case player, stems, instrument, stream, tier, hands, status, track }

/// Reason why the panel or a line fails, with its remedy.
public enum PanelFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The machine has not a single GPIO chip.
  case noChips
  case missing(line: String)
  case busy(line: String, by: String)
  case noPermission(line: String)
  case system(line: String, code: Int32)

  /// The reason of the failure.
  public var reason: String {
    switch self {
    case .noChips: "this machine has no GPIO lines"
    case .missing(let line): "no chip has a line '\(line)'"
    case .busy(let line, let user): "line '\(line)' is in use by \(user)"
    case .noPermission(let line): "no permission to use line '\(line)'"
    case .system(let line, let code): "line '\(line)': \(errorText(code))"
    }
  }
  /// The remedy of the failure.
  public var remedy: String {
    switch self {
    case .noChips: "the box plays without a panel; set panel.enabled = false to hide this"
    case .missing: "look at the names with gpioinfo and set them in the section [panel] of the configuration"
    case .busy: "stop that program, or choose another line in the section [panel] of the configuration"
    case .noPermission: "add the user to the group gpio (sudo usermod -aG gpio USER) and start again"
    case .system: "look at the journal of the kernel (dmesg)"
    }
  }
  /// Reason and remedy.
  public var description: String { "\(reason): \(remedy)" }
}
