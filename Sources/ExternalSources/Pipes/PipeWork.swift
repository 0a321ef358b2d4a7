import GestureFlowAPI
import Glibc
import Realtime

/// The work of a pipe's thread. It waits for bytes, converts them to frames, and offers them until they are taken.
struct PipeWork {
  /// Largest number of frames per read.
  private static let piece = 2048
  /// Milliseconds until frames without room are offered again.
  private static let retry: Int32 = 10
  /// Milliseconds between checks of the FIFO, and between attempts to create it.
  private static let look: Int32 = 1000
  /// Nanoseconds without a byte after which a writer counts as starved.
  private static let starved: Int64 = 500_000_000
  /// Nanoseconds for which an ended writer's unheard sound is kept. The selection of the heard pipe needs a moment.
  private static let grace: Int64 = 2_000_000_000
  /// Factor over its rate at which an unheard writer has no clock.
  private static let haste = 1.1

  private let shared: PipeShared
  private var descriptor: Int32
  private var format: PipeFormat
  private var bytes: [UInt8]
  /// Bytes of an incomplete frame, at the beginning of `bytes`.
  private var carried = 0
  private var left = [Float](repeating: 0, count: PipeWork.piece)
  private var right = [Float](repeating: 0, count: PipeWork.piece)
  /// Frames that wait to be taken.
  private var waiting = 0..<0
  /// Whether a writer exists. `began` is its begin and `came` the time of its last bytes, in nanoseconds of the
  /// shared state's clock.
  private var isWriting = false
  private var (began, came) = (Int64(0), Int64(0))
  /// Discarded frames, and the time at which discarding began.
  private var (thrown, throwing) = (Int64(0), Int64(0))
  private var trouble: Failure?

  /// Creates the work of a thread.
  /// - Parameters:
  ///   - first: an open descriptor of the FIFO, which is closed at the end; -1 if it could not be opened.
  ///   - trouble: the reason for -1.
  init(_ shared: PipeShared, _ first: Int32, _ trouble: Failure?) {
    self.shared = shared
    self.trouble = trouble
    descriptor = first
    format = PipeFormat(shared.settings)
    bytes = [UInt8](repeating: 0, count: Self.piece * format.frame)
  }

  /// Runs until the reader is stopped.
  mutating func run() {
    while shared.isStopped.load() == 0 {
      turn()
      shared.now.withLock { $0.turns += 1 }
    }
    if descriptor >= 0 { Self.close(descriptor) }
  }

  static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  private mutating func turn() {
    guard descriptor >= 0 else {
      wait(for: 0, milliseconds: Self.look)
      return open()
    }
    let (isHeard, hasClock) = shared.now.withLock { ($0.isHeard, $0.hasClock) }
    if !isHeard, !hasClock { return stand() }
    if isHeard { throwing = 0 }
    if !waiting.isEmpty { return offer() }
    let events = wait(for: Int16(POLLIN), milliseconds: isWriting ? Int32(Self.starved / 1_000_000) : Self.look)
    if events == 0 { return lookAround() }
    receive()
  }

  // MARK: - What comes

  private mutating func receive() {
    let (from, room) = (carried, bytes.count - carried)
    let descriptor = descriptor
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + from, room) }
    if count == 0 { return end() }
    guard count > 0 else {
      if errno == EAGAIN || errno == EINTR { return lookAround() }
      let reason = String(cString: strerror(errno))
      return fail(
        Failure("the pipe \(shared.settings.path) cannot be read (\(reason))", remedy: "wait, as the service retries each second"))
    }
    let now = shared.clock()
    // Judge the rate anew after a pause. Otherwise a record that was idle for an hour would be read through at once.
    if now - came > Self.starved { throwing = 0 }
    came = now
    begin()
    let all = carried + count
    let frames = all / format.frame
    bytes.withUnsafeBufferPointer { bytes in
      left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          format.convert(bytes.baseAddress!, count: frames, left.baseAddress!, right.baseAddress!)
        }
      }
    }
    carried = all - frames * format.frame
    if carried > 0 { for i in 0..<carried { bytes[i] = bytes[frames * format.frame + i] } }
    waiting = 0..<frames
    let bad = format.badSamples
    shared.now.withLock {
      $0.bytes += Int64(count)
      $0.badSamples = bad
    }
    if frames > 0 { offer() }
  }

  private mutating func begin() {
    tell(.playing)
    if isWriting { return }
    isWriting = true
    began = shared.clock()
    shared.onNews(.began)
  }

  /// Handles the end of the writer. An incomplete frame is dropped.
  private mutating func end() {
    let wasWriting = isWriting
    (isWriting, carried, waiting) = (false, 0, 0..<0)
    shared.now.withLock {
      $0.shut(shared.outlet)
      $0.hasClock = false
      $0.state = .waiting
    }
    // Open the new descriptor before closing the old one. So a writer that comes in the meantime finds a reader.
    let old = descriptor
    open()
    Self.close(old)
    if wasWriting { shared.onNews(.ended) }
  }

  // MARK: - Where it goes

  private mutating func offer() {
    let range = waiting
    let shared = shared
    let taken = left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in
        shared.offer(left.baseAddress! + range.lowerBound, right.baseAddress! + range.lowerBound, range.count)
      }
    }
    if let taken {
      waiting = (range.lowerBound + taken)..<range.upperBound
      // Do not poll the pipe here. The writer's end, which waits behind the frames, would wake the thread again and
      // again.
      if !waiting.isEmpty { wait(for: nil, milliseconds: Self.retry) }
    } else if shared.now.withLock({ $0.hasClock }) {
      throwAway()
    }
  }

  /// Discards the waiting frames of an unheard writer whose clock goes on.
  private mutating func throwAway() {
    let now = shared.clock()
    if throwing == 0 { (throwing, thrown) = (now, 0) }
    let count = Int64(waiting.count)
    thrown += count
    waiting = 0..<0
    // The first second may include frames that had collected before.
    let most = Double(shared.settings.rate) * (1 + Self.haste * Double(now - throwing) * 1e-9)
    let hurries = Double(thrown) > most
    shared.now.withLock {
      $0.unheard += count
      if hurries { $0.hasClock = false }
    }
  }

  /// Waits while an unheard writer is held back.
  private mutating func stand() {
    let isThere = isWriting || !waiting.isEmpty
    let events = wait(for: isThere ? 0 : Int16(POLLIN), milliseconds: isThere ? Int32(Self.starved / 1_000_000) : Self.look)
    if events & Int16(POLLIN) != 0 { return begin() }
    guard events & Int16(POLLHUP) != 0 else { return lookAround() }
    if isWriting, shared.clock() - began < Self.grace {
      // Do not poll: the writer's end would wake the thread again and again.
      wait(for: nil, milliseconds: Self.retry)
      return
    }
    end()
  }

  // MARK: - Waiting

  /// Waits for the pipe or for a wake-up.
  /// - Parameter events: poll events besides the writer's end; nil does not poll the pipe.
  /// - Returns: the events of the pipe.
  @discardableResult private func wait(for events: Int16?, milliseconds: Int32) -> Int16 {
    var places = [
      pollfd(fd: shared.wake?.reading ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: events == nil ? -1 : descriptor, events: events ?? 0, revents: 0),
    ]
    guard poll(&places, 2, milliseconds) > 0 else { return 0 }
    if places[0].revents != 0 { shared.wake?.clear() }
    return places[1].revents
  }

  /// Checks writer and FIFO after a time without input.
  private mutating func lookAround() {
    if isWriting {
      if shared.clock() - came >= Self.starved, shared.now.withLock({ $0.isHeard || $0.hasClock }) { tell(.starved) }
    } else if !PipeFIFO.isOpen(descriptor, at: shared.settings.path) {
      Self.close(descriptor)
      open()
    }
  }

  private mutating func open() {
    descriptor = -1
    do throws(Failure) {
      descriptor = try PipeFIFO.open(shared.settings.path, keeping: shared.kernelBytes)
      if trouble != nil { shared.onNews(.trouble(nil)) }
      trouble = nil
      if !isWriting { tell(.waiting) }
    } catch {
      fail(error)
    }
  }

  private mutating func fail(_ new: Failure) {
    if isWriting {
      isWriting = false
      shared.now.withLock { $0.shut(shared.outlet) }
      shared.onNews(.ended)
    }
    (carried, waiting) = (0, 0..<0)
    if descriptor >= 0 { Self.close(descriptor) }
    descriptor = -1
    tell(.fault(new))
    if trouble != new { shared.onNews(.trouble(new)) }
    trouble = new
  }

  private func tell(_ state: PipeState) { shared.now.withLock { if $0.state != state { $0.state = state } } }
}
