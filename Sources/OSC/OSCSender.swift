import Dispatch
import GestureFlowAPI
import Glibc
import Realtime
import Synchronization

/// A type that sends frames as OSC bundles. It has an ordinary thread, sends only the newest frame, and limits the
/// rate. Callers never wait.
///
/// A name lookup runs beside that thread. So a name server that does not answer delays neither callers nor the end.
public final class OSCSender: Sendable {
  /// State of the sender.
  public struct State: Sendable, Equatable {
    /// Number of bundles sent.
    public var sent = 0
    /// Reason why nothing can be sent. Nil while sending works and before the first attempt.
    public var trouble: Failure?
    /// Whether the other end is the cause: no program listens there.
    public var isFarEnd = false
    /// Creates the state before the first attempt.
    public init() {}
  }

  private enum Way: Sendable {
    /// To be opened again from this time on. In nanoseconds of the sender's clock.
    case none(from: Int64)
    case isLookedFor
    case open(@Sendable ([UInt8]) -> Int32)
  }

  private struct Shared: Sendable {
    var newest: OSCFrame?
    var way = Way.isLookedFor
    var state = State()
    var isClosed = false
    /// The trouble last reported to `onNotice`.
    var told: Failure?
    /// Number of bundles sent since the last failure.
    var good = 0
    /// Number of good bundles until `onNotice` receives the end of the trouble.
    var needed = OSCSender.believed
    /// Earliest time of the next bundle, in nanoseconds of the sender's clock.
    var due: Int64 = 0
  }

  /// Number of good bundles that end a trouble. The far end reports a missing listener only some bundles later.
  private static let believed = 10
  /// Largest number of good bundles before the notice. The number doubles each time the trouble returns, up to 10 min
  /// of a camera with 30 frames a second.
  ///
  /// Otherwise a receiver that comes and goes would fill the journal.
  private static let mostBelieved = 18_000
  /// Nanoseconds until a failed target is opened again.
  private static let pause: Int64 = 3_000_000_000

  /// The clock of the sender.
  package struct Time: Sendable {
    /// Returns nanoseconds since an arbitrary start.
    var nanoseconds: @Sendable () -> Int64
    /// Sleeps until the clock reaches a value.
    var sleep: @Sendable (Int64) -> Void

    /// Creates a clock.
    /// - Parameters: returns nanoseconds since an arbitrary start; sleeps until the clock reaches a value.
    package init(nanoseconds: @escaping @Sendable () -> Int64, sleep: @escaping @Sendable (Int64) -> Void) {
      (self.nanoseconds, self.sleep) = (nanoseconds, sleep)
    }

    /// The machine's monotonic clock.
    package static let machine = Time(nanoseconds: { Clock.nanoseconds }, sleep: { Clock.sleep(until: $0) })
  }

  /// The target.
  public let target: OSCTarget
  private let wire: any OSCWire
  private let period: Int64
  private let pause: Int64
  private let time: Time
  private let onNotice: @Sendable (String) -> Void
  private let shared = Mutex(Shared())
  private let thread: SerialWorker

  /// Creates a sender and starts its thread.
  /// - Parameters:
  ///   - target: the target.
  ///   - rate: largest number of bundles a second: the camera's frame rate.
  ///   - wire: a double in tests.
  ///   - pause: seconds until a failed target is opened again; nil means 3.
  ///   - onNotice: receives a sentence when sending fails and when it works again, on one of the sender's threads.
  /// - Throws: `Failure` if the thread cannot be created.
  public convenience init(
    _ target: OSCTarget, rate: Double, wire: any OSCWire = UDPWire(), pause: Double? = nil, onNotice: @escaping @Sendable (String) -> Void
  ) throws {
    try self.init(target, rate: rate, wire: wire, pause: pause, time: .machine, onNotice: onNotice)
  }

  /// Creates a sender with another clock.
  package init(
    _ target: OSCTarget, rate: Double, wire: any OSCWire, pause: Double?, time: Time, onNotice: @escaping @Sendable (String) -> Void
  ) throws {
    self.time = time
    self.target = target
    self.wire = wire
    self.onNotice = onNotice
    self.pause = pause.map { Int64($0 * 1e9) } ?? Self.pause
    period = Int64(1e9 / max(rate, 1))
    thread = try SerialWorker("gf-osc", room: 1) { _ in }
    // Open before the first frame. Then a problem is known even without a camera.
    look()
  }

  deinit { close() }

  /// The current state.
  public var state: State { shared.withLock { $0.state } }

  /// Sends a frame and replaces one that still waits. Never waits.
  public func tell(_ frame: OSCFrame) {
    let isFirst = shared.withLock { shared in
      guard !shared.isClosed else { return false }
      defer { shared.newest = frame }
      return shared.newest == nil
    }
    if isFirst { thread.add { [weak self] in self?.sendNewest() } }
  }

  /// Stops sending. It waits for a bundle in progress, but not for a name server.
  public func close() {
    shared.withLock { $0.isClosed = true }
    thread.close(doingTheRest: false)
  }

  private func sendNewest() {
    let due = shared.withLock { $0.due }
    if time.nanoseconds() < due { time.sleep(due) }
    let now = time.nanoseconds()
    let (frame, way, number) = shared.withLock { shared in
      defer { shared.newest = nil }
      // Only a bundle counts for the rate. A delay below one period must not lower it.
      if case .open = shared.way { shared.due = max(shared.due, now - period) + period }
      if case .none(let from) = shared.way, now >= from, !shared.isClosed {
        shared.way = .isLookedFor
        return (shared.newest, Way.none(from: from), 0)
      }
      return (shared.newest, shared.way, shared.state.sent + 1)
    }
    switch way {
    case .none(let from): if now >= from { look() }
    case .isLookedFor: break
    case .open(let send):
      guard let frame, let bytes = bytes(frame, number: number) else { return }
      took(send(bytes))
    }
  }

  private func bytes(_ frame: OSCFrame, number: Int) -> [UInt8]? {
    var clock = timespec()
    clock_gettime(CLOCK_REALTIME, &clock)
    let age = frame.captureTime > 0 ? max(Clock.seconds - frame.captureTime, 0) : 0
    let unix = Double(clock.tv_sec) + Double(clock.tv_nsec) * 1e-9 - age
    return OSCBundle.bytes(frame.messages(number: Int32(truncatingIfNeeded: number)), at: OSCTime(unix: unix))
  }

  private func look() {
    DispatchQueue.global().async { [weak self, wire, target] in
      let found = Result { () throws(Failure) in try wire.open(target) }
      self?.found(found)
    }
  }

  private func found(_ found: Result<@Sendable ([UInt8]) -> Int32, Failure>) {
    switch found {
    case .success(let send): shared.withLock { $0.way = .open(send) }
    case .failure(let trouble): failed(trouble, from: time.nanoseconds() + pause)
    }
  }

  private func took(_ code: Int32) {
    switch code {
    case 0:
      let isNews = shared.withLock { shared in
        shared.state.sent += 1
        shared.good += 1
        guard shared.told != nil, shared.good >= Self.believed else { return false }
        (shared.state.trouble, shared.state.isFarEnd) = (nil, false)
        guard shared.good >= shared.needed else { return false }
        shared.told = nil
        shared.needed = min(2 * shared.needed, Self.mostBelieved)
        return true
      }
      if isNews { onNotice("OSC goes out to \(target) again") }
    // The kernel's buffer is full; the next frame is newer anyway.
    case EAGAIN, ENOBUFS, EINTR: break
    // An earlier bundle met no listener. Keep the socket open, so that a new listener receives the next bundle.
    case ECONNREFUSED: failed(.osc(code, to: target), from: nil, isFarEnd: true)
    default: failed(.osc(code, to: target), from: time.nanoseconds() + pause)
    }
  }

  /// Records a failure and reports a new one.
  /// - Parameter from: time from which the target is opened again, because a host may return with another address.
  ///   nil keeps the socket open.
  private func failed(_ trouble: Failure, from: Int64?, isFarEnd: Bool = false) {
    let isNews = shared.withLock { shared in
      if let from { shared.way = .none(from: from) }
      (shared.state.trouble, shared.state.isFarEnd) = (trouble, isFarEnd)
      if shared.good >= Self.mostBelieved { shared.needed = Self.believed }
      shared.good = 0
      defer { shared.told = trouble }
      return shared.told != trouble && !shared.isClosed
    }
    if isNews { onNotice("OSC: \(trouble)") }
  }
}
