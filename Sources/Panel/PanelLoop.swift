import Foundation
import GestureFlowAPI
import Realtime
import Synchronization

/// The panel's thread: reads the buttons and drives the LEDs. It keeps requesting lines that are missing. After a
/// failure of the device it ends, and its owner starts it again.
public final class PanelLoop: Sendable {
  /// The lines of a panel.
  public struct Lines: Sendable, Equatable {
    /// Names of the buttons' lines in the kernel. A button without a name does not exist.
    public var buttons: [Button: String]
    /// Names of the LEDs' lines. An LED without a name does not exist.
    public var leds: [LED: String]
    /// Debounce time in milliseconds.
    public var debounce: Double

    /// Creates the lines.
    /// - Parameters:
    ///   - buttons, leds: names of the lines in the kernel.
    ///   - debounce: milliseconds without an edge until a release counts.
    public init(buttons: [Button: String], leds: [LED: String], debounce: Double = 8) {
      self.buttons = buttons
      self.leds = leds
      self.debounce = debounce
    }
  }

  private struct State {
    var view = PanelView()
    /// LEDs that a test lights; nil without a test.
    var tested: Set<LED>?
    var flashes: [(LEDPattern, LED)] = []
    var switchedAt = -Double.infinity
    var grant: PanelGrant?
    var failure: Failure?
    var lit: Set<LED> = []
    var down: Set<Button> = []
    var presses = 0
    /// The thread whose end `stop` waits for.
    var run: Run?

    /// Returns whether a thread is the latest one. It is false when `start` was called again although this thread
    /// could not end.
    func isLatest(_ run: Run) -> Bool { self.run == nil || self.run === run }
  }

  /// One run of the thread. An abandoned earlier run cannot take the flag of a later one.
  private final class Run: Sendable {
    // Order: stored before the thread is created, so the thread sees it; cleared later for the thread to see
    // eventually. The results of a run are under `state`; `ended` only reports that it has ended.
    let isRunning = Atomic(true)
    let ended = DispatchSemaphore(value: 0)
  }

  /// The panel's lines.
  public let lines: Lines
  private let device: any PanelDevice
  private let retry: LineRetry
  private let onAction: @Sendable (ButtonEvent) -> Void
  private let onStartHold: @Sendable (StartHold.Step) -> Void
  private let clock: @Sendable () -> Double
  private let state = Mutex(State())
  private let patience: Double

  /// Creates a panel without a thread.
  /// - Parameters:
  ///   - device: the lines, or a double.
  ///   - clock: seconds of the clock that stamps the edges; replaced in tests.
  ///   - retry: the schedule for new requests of lines that another program had.
  ///   - patience: seconds that `stop` waits for a thread that the kernel blocks.
  ///   - onAction: receives the actions of the buttons, on the panel's thread.
  ///   - onStartHold: receives the steps of PLAY and MODE held since the first opening, on the same thread.
  public init(
    _ device: any PanelDevice, lines: Lines, clock: @escaping @Sendable () -> Double = { Clock.seconds }, retry: LineRetry = LineRetry(),
    patience: Double = 1, onAction: @escaping @Sendable (ButtonEvent) -> Void,
    onStartHold: @escaping @Sendable (StartHold.Step) -> Void = { _ in }
  ) {
    self.device = device
    self.lines = lines
    self.retry = retry
    self.patience = patience
    self.onAction = onAction
    self.onStartHold = onStartHold
    self.clock = clock
  }

  // MARK: - Asked from anywhere

  /// The kernel's grant since the last start; nil before.
  public var grant: PanelGrant? { state.withLock { $0.grant } }
  /// LEDs with a line that works; empty before the first start.
  public var usableLEDs: Set<LED> {
    guard let problems = grant?.problems else { return [] }
    return Set(lines.leds.filter { !$0.value.isEmpty && problems[$0.value] == nil }.keys)
  }
  /// Reason why the panel stopped by itself; nil while it runs.
  public var failure: Failure? { state.withLock { $0.failure } }
  /// LEDs that are lit now, without those that flash a code.
  public var lit: Set<LED> { state.withLock { $0.lit } }
  /// Buttons that are down now.
  public var down: Set<Button> { state.withLock { $0.down } }
  /// Time of the last change of LEDs, in seconds of the clock. Minus infinity before the first one.
  public var switchedAt: Double { state.withLock { $0.switchedAt } }
  /// Number of presses since the panel was created.
  public var presses: Int { state.withLock { $0.presses } }
  /// Shows the state of the box.
  public func show(_ new: PanelView) { state.withLock { $0.view = new } }
  /// LEDs that a test lights, in place of the box's state. Nil without a test.
  public var tested: Set<LED>? {
    get { state.withLock { $0.tested } }
    set { state.withLock { $0.tested = newValue } }
  }
  /// Shows a pattern once. Does nothing during a test.
  public func flash(_ pattern: LEDPattern, on led: LED) {
    state.withLock { if $0.tested == nil, $0.flashes.count < 16 { $0.flashes.append((pattern, led)) } }
  }

  /// Patterns that wait for the thread.
  package var waiting: [LEDPattern] { state.withLock { $0.flashes.map(\.0) } }

  /// Opens the lines and starts the thread.
  /// - Throws: `Failure` when not one line can be used. `grant` reports single missing lines.
  public func start() throws(Failure) {
    let run = Run()
    // Set before opening the lines: an abandoned thread must not close them.
    state.withLock { $0.run = run }
    let grant: PanelGrant
    do throws(Failure) { grant = try open() } catch {
      state.withLock { $0.run = nil }
      throw error
    }
    let isFirst = state.withLock { state in
      // A code that came while the panel was away is old.
      defer { (state.grant, state.failure, state.flashes) = (grant, nil, []) }
      return state.grant == nil
    }
    // Only the first opening belongs to the start of the box.
    let hold = StartHold(down: isFirst ? grant.down : [], at: clock())
    let thread = Thread { [self] in
      self.run(run, grant, hold)
      run.ended.signal()
    }
    thread.name = "gf-panel"
    thread.start()
  }

  private func open() throws(Failure) -> PanelGrant {
    let grant = try device.open(buttons: lines.buttons, leds: lines.leds, debounceMicroseconds: UInt32(lines.debounce * 1000))
    // A panel without a single usable line fails.
    let names = Array(lines.buttons.values) + Array(lines.leds.values)
    if !names.isEmpty, names.allSatisfy({ grant.problems[$0] != nil }), let first = names.sorted().first,
      let problem = grant.problems[first]
    {
      device.close()
      throw problem
    }
    return grant
  }

  /// Switches the LEDs off and stops the thread.
  public func stop() {
    let run = state.withLock { state in
      defer { state.run = nil }
      return state.run
    }
    guard let run else { return }
    run.isRunning.store(false, ordering: .releasing)
    _ = run.ended.wait(timeout: .now() + patience)
  }

  private func run(_ run: Run, _ grant: PanelGrant, _ startHold: StartHold) {
    var hold = startHold
    var reader = ButtonReader(quiet: grant.kernelDebounces ? 0 : lines.debounce / 1000, down: grant.down)
    var driver = LEDDriver()
    var retry = retry
    do throws(Failure) {
      while run.isRunning.load(ordering: .acquiring) {
        // All edges up to this time have been read. Later ones may still wait, and a line that is up in the middle of
        // its chatter is not a release.
        let asked = clock()
        let edges = try device.edges(milliseconds: 10)
        let news = reader.read(edges, now: asked)
        for one in news { onAction(one) }
        try drive(&driver)
        try addLines(&retry, &reader, driver, at: asked)
        let down = Set(Button.allCases.filter { reader.isDown($0) })
        if let step = hold.look(down: down, at: asked) { onStartHold(step) }
        let lit = Set(LED.allCases.filter { driver.isLit($0) }).subtracting(driver.coded)
        state.withLock {
          $0.down = down
          $0.lit = lit
          $0.presses += news.reduce(0) { $0 + $1.action.presses }
        }
      }
      // A later thread may own the lines already.
      if state.withLock({ $0.isLatest(run) }) { for led in LED.allCases { try device.set(led, on: false) } }
    } catch {
      state.withLock { if $0.isLatest(run) { $0.failure = error } }
      if let step = hold.end() { onStartHold(step) }
    }
    guard state.withLock({ $0.isLatest(run) }) else { return }
    state.withLock { $0.lit = [] }
    device.close()
  }

  /// Requests the missing lines again. Another program may have ended, or an overlay was added.
  private func addLines(
    _ retry: inout LineRetry, _ reader: inout ButtonReader, _ driver: LEDDriver, at now: Double
  ) throws(Failure) {
    let problems = state.withLock { $0.grant?.problems ?? [:] }
    guard retry.isDue(lacks: !problems.isEmpty, at: now) else { return }
    let (buttons, leds) = (lines.buttons.filter { problems[$0.value] != nil }, lines.leds.filter { problems[$0.value] != nil })
    let more = try device.add(buttons: buttons, leds: leds, debounceMicroseconds: UInt32(lines.debounce * 1000))
    reader.found(down: more.down)
    for (led, line) in leds where more.problems[line] == nil { try device.set(led, on: driver.isLit(led)) }
    state.withLock { $0.grant?.problems = more.problems }
  }

  private func drive(_ driver: inout LEDDriver) throws(Failure) {
    let now = clock()
    let (view, tested, flashes) = state.withLock { state in
      defer { state.flashes = [] }
      return (state.view, state.tested, state.flashes)
    }
    if tested != nil || view.countIn != nil || view.health == .halted { driver.endFlashes() }
    for (led, pattern) in tested.map(PanelView.patterns(testing:)) ?? view.patterns { driver.show(pattern, on: led, at: now) }
    for (pattern, led) in flashes { driver.flash(pattern, on: led, at: now) }
    let changes = driver.changes(at: now)
    guard !changes.isEmpty else { return }
    for (led, lit) in changes { try device.set(led, on: lit) }
    let time = clock()
    state.withLock { $0.switchedAt = time }
  }
}
