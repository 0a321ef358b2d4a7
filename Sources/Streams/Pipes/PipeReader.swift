import Realtime
import Synchronization

/// Reads the sound that another program writes into a FIFO, on a thread of its own, and brings it to an outlet.
///
/// A writer that is faster than the outlet takes is held back by the pipe: nothing is lost of what is heard. While the pipe is not heard, a writer with a clock of its own (it was heard for two seconds
/// without being held back) is read and its sound thrown away, as a radio plays on in an empty room, or it would stutter and lag behind; any other stands still, because it would race to its end
/// otherwise: a record goes on where it was.
public final class PipeReader: Sendable {
  /// As configured.
  public let settings: PipeSettings
  private let desk: PipeDesk
  private let thread = Mutex<RealtimeThread?>(nil)

  /// - Parameters:
  ///   - settings: which FIFO, and how sound is written in it.
  ///   - to: where the sound goes while it is heard. Several pipes may have the same one: of them one is heard at a time.
  ///   - clock: nanoseconds of the clock that tells a broadcast from a record; replaced in tests.
  ///   - onNews: called on the pipe's own thread, which it must not keep from its work.
  public init(
    _ settings: PipeSettings, to outlet: any PipeOutlet, clock: @escaping @Sendable () -> Int64 = { Clock.nanoseconds },
    onNews: @escaping @Sendable (PipeNews) -> Void
  ) {
    self.settings = settings
    desk = PipeDesk(settings, outlet, clock, onNews)
  }

  deinit { stop() }

  /// What it does.
  public var state: PipeState { desk.now.withLock { $0.state } }
  /// Bytes read since the start, those that were thrown away included.
  public var bytesRead: Int64 { desk.now.withLock { $0.bytes } }
  /// Samples that were no numbers since the start; they became silence.
  public var badSamples: Int { desk.now.withLock { $0.badSamples } }
  /// Frames that were thrown away since the start, because nobody heard them.
  public var unheardFrames: Int64 { desk.now.withLock { $0.unheard } }
  /// How often its thread has looked at the pipe since the start.
  package var turns: Int { desk.now.withLock { $0.turns } }

  /// Makes the FIFO and begins to read; nothing waits for a writer. One that cannot be made is tried again each second, and `state` says why. Without effect while it runs.
  /// - Throws: why there can be no thread for it, and what to do about it.
  public func start() throws(PipeTrouble) {
    do throws(PipeTrouble) {
      try thread.withLock { thread throws(PipeTrouble) in
        guard thread == nil else { return }
        var first: Int32 = -1
        var trouble: PipeTrouble?
        do throws(PipeTrouble) { first = try PipeFIFO.open(settings.path, keeping: desk.kernelBytes) } catch { trouble = error }
        desk.now.withLock { [trouble] in $0.state = trouble.map { .fault($0) } ?? .waiting }
        desk.isStopped.store(0)
        let name = String(decoding: "gf-pipe-\(settings.name)".utf8.prefix(15), as: UTF8.self)
        do {
          thread = try RealtimeThread(.init(name: name)) { [desk, first, trouble] in
            var work = PipeWork(desk, first, trouble)
            work.run()
          }
        } catch {
          if first >= 0 { PipeWork.close(first) }
          throw PipeTrouble("\(error)", remedy: "close other programs")
        }
      }
    } catch {
      desk.now.withLock { $0.state = .fault(error) }
      throw error
    }
  }

  /// Ends it within a second. The FIFO stays where it is, and whether it is heard holds for its next start.
  public func stop() {
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    guard let running else { return }
    desk.isStopped.store(1)
    desk.wake?.wake()
    running.join()
    desk.now.withLock { now in
      now.shut(desk.outlet)
      now.hasClock = false
      now.state = .waiting
    }
  }

  /// Whether its sound goes to the outlet. When this returns after false, the outlet is told nothing more.
  public func setHeard(_ isHeard: Bool) {
    desk.now.withLock { $0.hear(isHeard, desk.outlet, at: desk.clock()) }
    desk.wake?.wake()
  }
}

/// What a pipe's thread and everybody else share.
final class PipeDesk: Sendable {
  struct Now: Sendable {
    var state = PipeState.waiting
    var bytes: Int64 = 0
    var badSamples = 0
    var unheard: Int64 = 0
    var turns = 0
    var isHeard = false
    /// The outlet knows of a writer.
    var isOpen = false
    /// Nanoseconds of `clock` since which it is heard and was not held back.
    var freeSince: Int64 = 0
    /// Nanoseconds of `clock` at which frames were offered last.
    var offered: Int64 = 0
    /// When it was heard last it had a clock of its own.
    var hasClock = false

    mutating func hear(_ isNow: Bool, _ outlet: any PipeOutlet, at time: Int64) {
      guard isNow != isHeard else { return }
      isHeard = isNow
      if isNow {
        freeSince = time
      } else {
        // One that is there and brings nothing was not held back either, and that says nothing of a clock.
        hasClock = isOpen && state == .playing && time - freeSince >= PipeDesk.proof
        if hasClock {
          // It plays on: when it is heard again, what it plays then is to be heard, and not what it played last.
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

  /// Nanoseconds without being held back after which a writer has a clock.
  static let proof: Int64 = 2_000_000_000
  /// Nanoseconds without a frame after which that time begins anew: the pause between two songs of a record is no proof.
  static let idle: Int64 = 500_000_000

  let settings: PipeSettings
  let outlet: any PipeOutlet
  let clock: @Sendable () -> Int64
  let onNews: @Sendable (PipeNews) -> Void
  let now = Mutex(Now())
  /// Nil where no descriptor was left: then its thread is woken by its own time-out.
  let wake = WakePipe()
  // Order: stored before the thread is woken, which orders the two, and before the thread is made, which sees it by that.
  let isStopped = Counter()
  /// What the kernel keeps of a writer that is held back: 100 ms.
  let kernelBytes: Int

  init(
    _ settings: PipeSettings, _ outlet: any PipeOutlet, _ clock: @escaping @Sendable () -> Int64,
    _ onNews: @escaping @Sendable (PipeNews) -> Void
  ) {
    self.settings = settings
    self.outlet = outlet
    self.clock = clock
    self.onNews = onNews
    kernelBytes = settings.rate / 10 * PipeFormat(settings).frame
  }

  /// Offers frames while it is heard. - Returns: how many were taken; nil if it is not heard.
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
