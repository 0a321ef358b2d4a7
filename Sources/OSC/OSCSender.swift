import Dispatch
import Glibc
import Realtime
import Synchronization

/// Sends frames as OSC bundles, on an ordinary thread of its own: the newest one, at most so many a second. Whoever tells it a frame never waits.
///
/// A name is looked up beside that thread: a name server that does not answer holds up neither what is told nor the end.
public final class OSCSender: Sendable {
  /// How the sender is.
  public struct State: Sendable, Equatable {
    /// Bundles that have gone out.
    public var sent = 0
    /// Why nothing goes out; nil while it does, and before it was tried.
    public var trouble: OSCTrouble?
    /// Before anything was tried.
    public init() {}
  }

  private enum Way: Sendable {
    /// To be looked for, not before this moment in nanoseconds of the sender's time.
    case none(from: Int64)
    case isLookedFor
    case open(@Sendable ([UInt8]) -> Int32)
  }

  private struct Desk: Sendable {
    var newest: OSCFrame?
    var way = Way.isLookedFor
    var state = State()
    var isClosed = false
    /// What `onNotice` was told last.
    var told: OSCTrouble?
    /// Bundles that went out since one did not.
    var good = 0
    /// So many of them until `onNotice` is told that the trouble is over.
    var needed = OSCSender.believed
    /// Earliest moment of the next bundle, in nanoseconds of the sender's time.
    var due: Int64 = 0
  }

  /// After so many bundles that went out a trouble is over: that nobody listens is told by the far end, some bundles later.
  private static let believed = 10
  /// Each time it comes back twice as many are waited for with the notice, up to 10 min of a camera of 30 frames a second.
  ///
  /// A receiver that comes and goes would fill the journal.
  private static let mostBelieved = 18_000
  /// How long until a way that failed is looked for again, in nanoseconds.
  private static let pause: Int64 = 3_000_000_000

  /// The time by which bundles go out.
  package struct Time: Sendable {
    /// Nanoseconds since an arbitrary start.
    var nanoseconds: @Sendable () -> Int64
    /// Sleeps until that clock shows so much.
    var sleep: @Sendable (Int64) -> Void

    /// - Parameters: nanoseconds since an arbitrary start, and a sleep until they are so many.
    package init(nanoseconds: @escaping @Sendable () -> Int64, sleep: @escaping @Sendable (Int64) -> Void) {
      (self.nanoseconds, self.sleep) = (nanoseconds, sleep)
    }

    /// The machine's monotonic clock.
    package static let machine = Time(nanoseconds: { Clock.nanoseconds }, sleep: { Clock.sleep(until: $0) })
  }

  /// Where it goes.
  public let target: OSCTarget
  private let wire: any OSCWire
  private let period: Int64
  private let pause: Int64
  private let time: Time
  private let onNotice: @Sendable (String) -> Void
  private let desk = Mutex(Desk())
  private let thread: Errands

  /// - Parameters:
  ///   - target: where it goes.
  ///   - rate: bundles a second at most: the camera's frames.
  ///   - wire: a double in tests.
  ///   - pause: seconds until a way that failed is looked for again; 3 if it is nil.
  ///   - onNotice: told when nothing goes out any more, and when it does again; on a thread of the sender's.
  /// - Throws: `RealtimeThread.ThreadError` if no thread can be made.
  public convenience init(
    _ target: OSCTarget, rate: Double, wire: any OSCWire = UDPWire(), pause: Double? = nil, onNotice: @escaping @Sendable (String) -> Void
  ) throws {
    try self.init(target, rate: rate, wire: wire, pause: pause, time: .machine, onNotice: onNotice)
  }

  /// The same by another clock.
  package init(
    _ target: OSCTarget, rate: Double, wire: any OSCWire, pause: Double?, time: Time, onNotice: @escaping @Sendable (String) -> Void
  ) throws {
    self.time = time
    self.target = target
    self.wire = wire
    self.onNotice = onNotice
    self.pause = pause.map { Int64($0 * 1e9) } ?? Self.pause
    period = Int64(1e9 / max(rate, 1))
    thread = try Errands("gf-osc", room: 1) { _ in }
    // Before the first frame: what is wrong is known although no camera is there.
    look()
  }

  deinit { close() }

  /// How it is now.
  public var state: State { desk.withLock { $0.state } }

  /// Sends a frame; one that waits still is replaced by it. Never waits.
  public func tell(_ frame: OSCFrame) {
    let isFirst = desk.withLock { desk in
      guard !desk.isClosed else { return false }
      defer { desk.newest = frame }
      return desk.newest == nil
    }
    if isFirst { thread.add { [weak self] in self?.sendNewest() } }
  }

  /// Sends nothing more. It waits for a bundle that is on its way out, not for a name server.
  public func close() {
    desk.withLock { $0.isClosed = true }
    thread.close(doingTheRest: false)
  }

  private func sendNewest() {
    let due = desk.withLock { $0.due }
    if time.nanoseconds() < due { time.sleep(due) }
    let now = time.nanoseconds()
    let (frame, way, number) = desk.withLock { desk in
      defer { desk.newest = nil }
      // A frame that is late by less than a period does not lower the rate.
      desk.due = max(desk.due, now - period) + period
      if case .none(let from) = desk.way, now >= from, !desk.isClosed {
        desk.way = .isLookedFor
        return (desk.newest, Way.none(from: from), 0)
      }
      return (desk.newest, desk.way, desk.state.sent + 1)
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
      let found = Result { () throws(OSCTrouble) in try wire.open(target) }
      self?.found(found)
    }
  }

  private func found(_ found: Result<@Sendable ([UInt8]) -> Int32, OSCTrouble>) {
    switch found {
    case .success(let send): desk.withLock { $0.way = .open(send) }
    case .failure(let trouble): failed(trouble, from: time.nanoseconds() + pause)
    }
  }

  private func took(_ code: Int32) {
    switch code {
    case 0:
      let isNews = desk.withLock { desk in
        desk.state.sent += 1
        desk.good += 1
        guard desk.told != nil, desk.good >= Self.believed else { return false }
        desk.state.trouble = nil
        guard desk.good >= desk.needed else { return false }
        desk.told = nil
        desk.needed = min(2 * desk.needed, Self.mostBelieved)
        return true
      }
      if isNews { onNotice("OSC goes out to \(target) again") }
    // The kernel's buffer is full: the next frame is newer.
    case EAGAIN, ENOBUFS, EINTR: break
    // One that was sent before: whoever begins to listen there is sent to at once.
    case ECONNREFUSED: failed(OSCTrouble(code: code, target: target), from: nil)
    default: failed(OSCTrouble(code: code, target: target), from: time.nanoseconds() + pause)
    }
  }

  /// - Parameter from: the way is looked for anew from this moment on, for a host may have another address when it is back; nil leaves it open.
  private func failed(_ trouble: OSCTrouble, from: Int64?) {
    let isNews = desk.withLock { desk in
      if let from { desk.way = .none(from: from) }
      desk.state.trouble = trouble
      if desk.good >= Self.mostBelieved { desk.needed = Self.believed }
      desk.good = 0
      defer { desk.told = trouble }
      return desk.told != trouble && !desk.isClosed
    }
    if isNews { onNotice("OSC: \(trouble)") }
  }
}
