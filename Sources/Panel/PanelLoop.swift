import Foundation
import Realtime

/// The panel's thread: reads the buttons, drives the LEDs. A panel that vanishes is looked for again.
public final class PanelLoop: @unchecked Sendable {
  public struct Lines: Sendable, Equatable {
    public var buttons: [Button: String]
    public var leds: [LED: String]
    /// Milliseconds.
    public var debounce: Double
    public init(buttons: [Button: String], leds: [LED: String], debounce: Double = 8) {
      self.buttons = buttons
      self.leds = leds
      self.debounce = debounce
    }
  }

  public let lines: Lines
  private let device: any PanelDevice
  private let onAction: @Sendable (ButtonAction) -> Void
  private let lock = NSLock()
  private var view = PanelView()
  private var flashes: [(LEDPattern, LED)] = []
  private var grantNow: PanelGrant?
  private var failureNow: PanelFailure?
  private var litNow: Set<LED> = []
  private var downNow: Set<Button> = []
  private var pressesNow = 0
  private let running = Counter()
  private var thread: Thread?
  private let ended = DispatchSemaphore(value: 0)

  public init(_ device: any PanelDevice, lines: Lines, onAction: @escaping @Sendable (ButtonAction) -> Void) {
    self.device = device
    self.lines = lines
    self.onAction = onAction
  }

  // MARK: - Asked from anywhere

  public var grant: PanelGrant? { lock.withLock { grantNow } }
  public var failure: PanelFailure? { lock.withLock { failureNow } }
  public var lit: Set<LED> { lock.withLock { litNow } }
  public var down: Set<Button> { lock.withLock { downNow } }
  public var presses: Int { lock.withLock { pressesNow } }
  /// Shows the state of the box.
  public func show(_ new: PanelView) { lock.withLock { view = new } }
  /// Shows a pattern once.
  public func flash(_ pattern: LEDPattern, on led: LED) { lock.withLock { if flashes.count < 16 { flashes.append((pattern, led)) } } }

  /// Opens the lines and starts the thread.
  public func start() throws(PanelFailure) {
    let grant = try device.open(buttons: lines.buttons, leds: lines.leds, debounceMicroseconds: UInt32(lines.debounce * 1000))
    // Not one line works: that is a panel that does not.
    let names = Array(lines.buttons.values) + Array(lines.leds.values)
    if !names.isEmpty, names.allSatisfy({ grant.problems[$0] != nil }), let first = names.sorted().first,
      let problem = grant.problems[first]
    {
      device.close()
      throw problem
    }
    lock.withLock {
      grantNow = grant
      failureNow = nil
    }
    running.store(1)
    let thread = Thread { [self] in
      run(grant)
      ended.signal()
    }
    thread.name = "gf-panel"
    self.thread = thread
    thread.start()
  }

  /// Stops the thread and switches the LEDs off.
  public func stop() {
    guard thread != nil else { return }
    running.store(0)
    _ = ended.wait(timeout: .now() + 1)
    thread = nil
  }

  private func run(_ grant: PanelGrant) {
    var reader = ButtonReader(quiet: grant.kernelDebounces ? 0 : lines.debounce / 1000, down: grant.down)
    var driver = LEDDriver()
    do throws(PanelFailure) {
      while running.load() == 1 {
        let edges = try device.edges(milliseconds: 10)
        let actions = reader.read(edges, now: Clock.seconds)
        for action in actions { onAction(action) }
        try drive(&driver)
        lock.withLock {
          downNow = Set(Button.allCases.filter { reader.isDown($0) })
          litNow = Set(LED.allCases.filter { driver.isLit($0) })
          pressesNow += actions.count(where: \.isPress)
        }
      }
      for led in LED.allCases { try device.set(led, on: false) }
    } catch { lock.withLock { failureNow = error } }
    lock.withLock { litNow = [] }
    device.close()
  }

  private func drive(_ driver: inout LEDDriver) throws(PanelFailure) {
    let now = Clock.seconds
    let (view, flashes) = lock.withLock {
      defer { self.flashes = [] }
      return (self.view, self.flashes)
    }
    for (led, pattern) in view.patterns { driver.show(pattern, on: led, at: now) }
    for (pattern, led) in flashes { driver.flash(pattern, on: led, at: now) }
    for (led, lit) in driver.changes(at: now) { try device.set(led, on: lit) }
  }
}
