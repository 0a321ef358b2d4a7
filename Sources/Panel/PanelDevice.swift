import GestureFlowAPI

/// The lines of a panel as the box needs them. `GPIOPanel` is the real one; tests use a double that fails on demand.
///
/// One thread calls. Failures are errno values or `Failure`s.
public protocol PanelDevice: AnyObject, Sendable {
  /// Requests the lines. Reports each line that is not available; the others work.
  func open(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(Failure) -> PanelGrant
  /// Requests additional lines and leaves the open ones alone.
  /// - Returns: the grant of the additional lines.
  func add(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(Failure) -> PanelGrant
  /// Returns new edges. Waits at most `milliseconds` for the first one.
  func edges(milliseconds: Int32) throws(Failure) -> [Edge]
  /// Switches an LED; ignores one without a line.
  func set(_ led: LED, on: Bool) throws(Failure)
  /// Releases the lines; may be called again.
  func close()
}

/// The granted lines, and problems with others.
public struct PanelGrant: Sendable, Equatable {
  /// Reasons why lines cannot be used, by the lines' names.
  public var problems: [String: Failure] = [:]
  /// Whether the kernel debounces.
  public var kernelDebounces = false
  /// Buttons that were down when the panel was opened.
  public var down: Set<Button> = []
  /// Creates a grant.
  /// - Parameters:
  ///   - problems: reasons why lines cannot be used, by the lines' names.
  ///   - kernelDebounces: whether the kernel debounces.
  ///   - down: buttons that are held down.
  public init(problems: [String: Failure] = [:], kernelDebounces: Bool = false, down: Set<Button> = []) {
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

/// Why the panel or one of its lines cannot be used.
extension Failure {
  /// The machine has no GPIO chip at all.
  public static let noChips = Failure(
    "this machine has no GPIO lines", remedy: "the box plays without a panel; set panel.enabled = false to hide this")
  /// No chip has a line of this name.
  public static func missing(line: String) -> Failure {
    Failure(
      "no chip has a line '\(line)'", remedy: "list the names with gpioinfo and set them in the section [panel] of the configuration")
  }
  /// Another program has the line.
  public static func busy(line: String, by user: String) -> Failure {
    Failure(
      "line '\(line)' is in use by \(user)",
      remedy: "stop that program, or choose another line in the section [panel] of the configuration")
  }
  /// The user may not use the line.
  public static func noPermission(line: String) -> Failure {
    Failure("no permission to use line '\(line)'", remedy: "add the user to the group gpio (sudo usermod -aG gpio USER) and start again")
  }
  /// A system call failed. - Parameter code: an errno value.
  public static func system(line: String, code: Int32) -> Failure {
    Failure("line '\(line)': \(errorText(code))", remedy: "read the kernel's log (dmesg)")
  }
}
