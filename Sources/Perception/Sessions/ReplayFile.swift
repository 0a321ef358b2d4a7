import Camera
import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Realtime
import Synchronization

/// A recorded session that replaces camera and tracker. Its frames come at their times, as empty images.
/// `HandsPipeline` takes the steps that belong to each frame.
package final class ReplayFile: FrameSource {
  private struct State {
    var steps: SessionSteps
    /// Steps that `HandsPipeline` has not taken yet, by delivered frame.
    var waiting: [(frame: Int, steps: [SessionStep])] = []
    /// A frame that was read but is not due yet.
    var next: (frame: Frame, due: Double, steps: [SessionStep])?
    /// Offset from the recording's times to `Clock`, in seconds.
    var shift: Double?
    var count = 0
    var isOver = false
    /// Times of the last frame: in the recording, and at its delivery.
    var last: (recorded: Double, delivered: Double)?
    var failure: FileError?
  }

  /// Height of the empty images in pixels.
  private static let height = 48
  /// Seconds between two checks for `close` during a wait.
  private static let look = 0.1
  private let path: String
  private let isLive: Bool
  private let log: BootLog?
  // Order: releasing and acquiring, so that a thread that reads true also sees all writes before `close`. The flag
  // is polled, and orders nothing else.
  private let isClosed = Atomic(false)
  private let state: Mutex<State>
  /// Model that found the hands, by the file's first line. `int8` if the file does not say.
  package let model: ModelSize

  /// Opens the file and reads up to its first frame.
  /// - Parameters:
  ///   - isLive: whether the clock sets the pace; otherwise a frame comes at every request.
  ///   - log: receives a notice of what is missing in the file.
  /// - Throws: `FileError` when it is not a session.
  package init(_ path: String, isLive: Bool, log: BootLog? = nil) throws(FileError) {
    self.path = path
    self.isLive = isLive
    self.log = log
    let steps = try SessionSteps(path)
    var begun = State(steps: steps)
    let first = try Self.read(&begun)
    guard let first else { throw FileError(path: path, reason: "it contains no frames", remedy: "record some with gfctl record") }
    begun.next = first
    model = steps.model ?? .int8
    if steps.isOld { log?.notice("\(cleaned(path, limit: FileError.longestPath)): \(SessionSteps.oldWords)") }
    state = Mutex(begun)
  }

  package var name: String { "session \((path as NSString).lastPathComponent)" }
  package var dropped: Int { 0 }
  package func close() { isClosed.store(true, ordering: .releasing) }

  /// The error of the file, once reading has found it.
  package var failure: FileError? { state.withLock { $0.failure } }

  package func next(timeout: Double) -> FrameEvent {
    guard !isClosed.load(ordering: .acquiring) else { return .ended }
    let now = Clock.seconds
    let due: Double? = state.withLock { state in
      if state.next == nil { fetch(&state) }
      guard let next = state.next else { return nil }
      guard isLive else { return 0 }
      let shift = state.shift ?? now - next.due
      state.shift = shift
      return next.due + shift
    }
    guard let due else { return .ended }
    let wait = due - Clock.seconds
    if wait > 0 {
      Clock.sleep(until: Clock.nanoseconds + Int64(min(wait, timeout, Self.look) * 1e9))
      if Clock.seconds < due { return isClosed.load(ordering: .acquiring) ? .ended : .nothing }
    }
    return state.withLock { state in
      guard let next = state.next else { return .ended }
      state.next = nil
      let frame = isLive ? next.frame.repeated(index: next.frame.index, time: due) : next.frame
      state.waiting.append((frame.index, next.steps))
      state.last = (next.due + state.steps.leftOut, frame.time)
      return .frame(frame)
    }
  }

  /// Takes the remaining steps of the frames up to this one. They are in the file's order.
  package func take(through frame: Int) -> [SessionStep] {
    state.withLock { state in
      let count = state.waiting.prefix { $0.frame <= frame }.count
      defer { state.waiting.removeFirst(count) }
      return state.waiting.prefix(count).flatMap(\.steps)
    }
  }

  /// Converts a delivery time to a time of the recording. Returns nil before the last frame: until then the file
  /// contains the pauses without frames.
  package func time(after time: Double) -> Double? {
    state.withLock { state in
      guard state.isOver, state.waiting.isEmpty, let last = state.last else { return nil }
      return last.recorded + max(time - last.delivered, 0)
    }
  }

  private func fetch(_ state: inout State) {
    guard !state.isOver else { return }
    do throws(FileError) { state.next = try Self.read(&state) } catch {
      state.failure = error
      log?.notice("\(error)")
    }
    guard state.next == nil else { return }
    state.isOver = true
    if let line = state.steps.cutOff { log?.notice("\(name): line \(line), the last one, is cut off: the recording was interrupted there") }
    if state.steps.lost > 0 { log?.notice("\(name): \(state.steps.lost) lines were not recorded, so controls may differ behind them") }
  }

  /// Reads up to the next frame.
  private static func read(_ state: inout State) throws(FileError) -> (frame: Frame, due: Double, steps: [SessionStep])? {
    var steps: [SessionStep] = []
    while let step = try state.steps.next() {
      steps.append(step)
      guard case .frame(let hands, let line) = step else { continue }
      if state.count == 0, state.steps.isOld { steps.insert(.told(SessionChanges(line.control)), at: 0) }
      let due = hands.time - state.steps.leftOut
      let width = min(max(Int((Float(height) * hands.aspect).rounded()), 1), 4096)
      let frame = Frame.of(
        bytes: [UInt8](repeating: 32, count: width * height), width: width, height: height, luma: PlaneLayout(stride: width),
        index: state.count, time: due)
      state.count += 1
      return (frame, due, steps)
    }
    return nil
  }
}

extension SessionChanges {
  /// Takes the values after the first frame of a session without header.
  fileprivate init(_ sample: ControlSample) {
    self.init()
    (speed, pitchCents, volume) = (sample.speed, sample.pitchCents, sample.volume)
  }
}
