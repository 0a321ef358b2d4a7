/// The lines of a panel, as far as the box needs them. The real one is `GPIOPanel`; a test puts a double in its place which fails on demand.
///
/// One thread calls; failures are errno values or `PanelFailure`s.
public protocol PanelDevice: AnyObject, Sendable {
  /// Requests the lines. What cannot be had is told line by line; the rest works.
  func open(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(PanelFailure) -> PanelGrant
  /// Requests lines besides those that are open, which are left alone. - Returns: what was granted of these.
  func add(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(PanelFailure) -> PanelGrant
  /// Edges that have come; waits `milliseconds` at most for the first.
  func edges(milliseconds: Int32) throws(PanelFailure) -> [Edge]
  /// Switches an LED; one without a line is not there.
  func set(_ led: LED, on: Bool) throws(PanelFailure)
  /// Gives the lines back; may be called again.
  func close()
}

/// What was granted.
public struct PanelGrant: Sendable, Equatable {
  /// Why a line cannot be used, by the line's name.
  public var problems: [String: PanelFailure] = [:]
  /// True if the kernel debounces.
  public var kernelDebounces = false
  /// Buttons that were held down when the panel was opened.
  public var down: Set<Button> = []
  /// - Parameters:
  ///   - problems: why a line cannot be used, by the line's name.
  ///   - kernelDebounces: true if the kernel debounces. - down: buttons that are held down.
  public init(problems: [String: PanelFailure] = [:], kernelDebounces: Bool = false, down: Set<Button> = []) {
    self.problems = problems
    self.kernelDebounces = kernelDebounces
    self.down = down
  }
}

/// A button went down or up.
public struct Edge: Sendable, Equatable {
  /// Which button.
  public var button: Button
  /// True if it went down.
  public var isDown: Bool
  /// Seconds of the monotonic clock, as the kernel saw it.
  public var time: Double
  /// - Parameters:
  ///   - button: which. - isDown: true if it went down. - time: seconds of the monotonic clock.
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

/// Why the panel or one of its lines cannot be used, and what to do about it.
public enum PanelFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The machine has no GPIO chip at all.
  case noChips
  case missing(line: String)
  case busy(line: String, by: String)
  case noPermission(line: String)
  case system(line: String, code: Int32)

  /// What is wrong.
  public var reason: String {
    switch self {
    case .noChips: "this machine has no GPIO lines"
    case .missing(let line): "no chip has a line '\(line)'"
    case .busy(let line, let user): "line '\(line)' is in use by \(user)"
    case .noPermission(let line): "no permission to use line '\(line)'"
    case .system(let line, let code): "line '\(line)': \(errorText(code))"
    }
  }
  /// What to do about it.
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
