import GestureFlowAPI
import Realtime
import Synchronization

/// A type that reads another program's sound from a FIFO. It has its own thread and passes the sound to an outlet.
///
/// The pipe holds back a writer that is faster than the outlet, so no audible sound is lost. While the pipe is not
/// heard, the reader treats two kinds of writers differently. A writer counts as one with its own clock if it was
/// heard for two seconds without being held back. The reader discards its sound, like a radio that plays in an empty
/// room; otherwise it would stutter and lag. Any other writer is held back, because it would race to its end. So a
/// record continues at its position.
public final class PipeReader: Sendable {
  /// The configuration.
  public let settings: PipeSettings
  private let shared: PipeShared
  private let thread = ThreadSlot()

  /// Creates a reader without a thread.
  /// - Parameters:
  ///   - settings: the FIFO and the format of its sound.
  ///   - to: receives the sound while the pipe is heard. Several pipes may share an outlet; only one of them is heard
  ///     at a time.
  ///   - clock: nanoseconds of the clock that separates a broadcast from a record; replaced in tests.
  ///   - onNews: called on the pipe's own thread, which it must not delay.
  public init(
    _ settings: PipeSettings, to outlet: any PipeOutlet, clock: @escaping @Sendable () -> Int64 = { Clock.nanoseconds },
    onNews: @escaping @Sendable (PipeEvent) -> Void
  ) {
    self.settings = settings
    shared = PipeShared(settings, outlet, clock, onNews)
  }

  deinit { stop() }

  /// State of the pipe.
  public var state: PipeState { shared.now.withLock { $0.state } }
  /// Bytes read since the start, including discarded ones.
  public var bytesRead: Int64 { shared.now.withLock { $0.bytes } }
  /// NaN or huge samples since the start; they became silence.
  public var badSamples: Int { shared.now.withLock { $0.badSamples } }
  /// Frames discarded since the start, because the pipe was not heard.
  public var unheardFrames: Int64 { shared.now.withLock { $0.unheard } }
  /// Number of turns of its thread since the start.
  package var turns: Int { shared.now.withLock { $0.turns } }

  /// Creates the FIFO and starts to read. Does not wait for a writer. If the FIFO cannot be created, the thread retries
  /// each second and `state` reports the reason. Does nothing while running.
  /// - Throws: the reason why the thread cannot be created, with its remedy.
  public func start() throws(Failure) {
    do throws(Failure) {
      try thread.start { () throws(Failure) -> RealtimeThread in
        var first: Int32 = -1
        var trouble: Failure?
        do throws(Failure) { first = try PipeFIFO.open(settings.path, keeping: shared.kernelBytes) } catch { trouble = error }
        shared.now.withLock { [trouble] in $0.state = trouble.map { .fault($0) } ?? .waiting }
        shared.isStopped.store(0)
        let name = String(decoding: "gf-pipe-\(settings.name)".utf8.prefix(15), as: UTF8.self)
        do {
          return try RealtimeThread(.init(name: name)) { [shared, first, trouble] in
            var work = PipeWork(shared, first, trouble)
            work.run()
          }
        } catch {
          if first >= 0 { PipeWork.close(first) }
          throw Failure("\(error)", remedy: "close other programs")
        }
      }
    } catch {
      shared.now.withLock { $0.state = .fault(error) }
      throw error
    }
  }

  /// Stops the reader within a second. The FIFO remains, and `setHeard` stays in effect for the next start.
  public func stop() {
    let wasRunning = thread.end {
      shared.isStopped.store(1)
      shared.wake?.wake()
    }
    guard wasRunning else { return }
    shared.now.withLock { now in
      now.shut(shared.outlet)
      now.hasClock = false
      now.state = .waiting
    }
  }

  /// Sets whether the sound goes to the outlet. After `setHeard(false)` returns, the outlet receives no more calls.
  public func setHeard(_ isHeard: Bool) {
    shared.now.withLock { $0.hear(isHeard, shared.outlet, at: shared.clock()) }
    shared.wake?.wake()
  }
}

/// State shared between a pipe's thread and its callers.
final class PipeShared: Sendable {
  struct Now: Sendable {
    var state = PipeState.waiting
    var bytes: Int64 = 0
    var badSamples = 0
    var unheard: Int64 = 0
    var turns = 0
    var isHeard = false
    /// Whether the outlet has received `begin` for the writer.
    var isOpen = false
    /// Nanoseconds of `clock` since which the writer is not held back. It counts only while the pipe is heard.
    var freeSince: Int64 = 0
    /// Nanoseconds of `clock` at the last offer of frames.
    var offered: Int64 = 0
    /// Whether the writer had its own clock when last heard.
    var hasClock = false

    mutating func hear(_ isNow: Bool, _ outlet: any PipeOutlet, at time: Int64) {
      guard isNow != isHeard else { return }
      isHeard = isNow
      if isNow {
        freeSince = time
      } else {
        // A writer that sends nothing is not held back either. That proves nothing about a clock.
        hasClock = isOpen && state == .playing && time - freeSince >= PipeShared.proof
        if hasClock {
          // The writer plays on. When it is heard again, its current sound counts, not the old one.
          outlet.forget()
          isOpen = false
        }
        shut(outlet)
      }
    }

    mutating func shut(_ outlet: any PipeOutlet) {
      if isOpen { outlet.end() }
      isOpen = false
    }
  }

  /// Nanoseconds without being held back that prove a clock.
  static let proof: Int64 = 2_000_000_000
  /// Nanoseconds without a frame that restart the proof. The pause between two songs of a record is not a proof.
  static let idle: Int64 = 500_000_000

  let settings: PipeSettings
  let outlet: any PipeOutlet
  let clock: @Sendable () -> Int64
  let onNews: @Sendable (PipeEvent) -> Void
  let now = Mutex(Now())
  /// Wakes the thread. It is nil when no descriptor was available; then the thread wakes by its own timeout.
  let wake = WakePipe()
  // Order: stored before the thread is woken, and the wake-up orders the two. Also stored before the thread is
  // created, so the thread sees it.
  let isStopped = Counter()
  /// Size of the kernel's buffer for a writer that is held back. It is 100 ms.
  let kernelBytes: Int

  init(
    _ settings: PipeSettings, _ outlet: any PipeOutlet, _ clock: @escaping @Sendable () -> Int64,
    _ onNews: @escaping @Sendable (PipeEvent) -> Void
  ) {
    self.settings = settings
    self.outlet = outlet
    self.clock = clock
    self.onNews = onNews
    kernelBytes = settings.rate / 10 * PipeFormat(settings).frame
  }

  /// Offers frames while the pipe is heard.
  /// - Returns: the number of frames taken; nil if the pipe is not heard.
  func offer(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frames: Int) -> Int? {
    now.withLock { now in
      guard now.isHeard else { return nil }
      let time = clock()
      if !now.isOpen || time - now.offered > Self.idle { now.freeSince = time }
      now.offered = time
      if !now.isOpen {
        now.isOpen = true
        outlet.begin(rate: settings.rate)
      }
      let taken = outlet.write(left, right, frames: frames)
      if taken < frames { now.freeSince = clock() }
      return taken
    }
  }
}
