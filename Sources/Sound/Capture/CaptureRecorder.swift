import Foundation
import GestureFlowAPI
import Synchronization

/// What a capture does now.
public struct CaptureState: Sendable, Equatable {
  /// The file that is written, by its name in the folder; nil while nobody captures.
  public var name: String?
  /// Seconds of this capture, all its files together.
  public var seconds = 0.0
  /// Bytes of the file that is written.
  public var bytes: Int64 = 0
  /// Blocks that came faster than they could be written, and are silence in the file.
  public var dropped: Int64 = 0
  /// Room on the disk in bytes, as it was looked at last; nil before that.
  public var free: Int64?
}

/// What a capture has to say.
public enum CaptureNews: Sendable, Equatable {
  /// This file has been begun.
  case began(String)
  /// This file is whole; of so many blocks in it nothing is known.
  case ended(String, dropped: Int64)
  /// Nothing is captured any more, for this reason; what there is until here is kept.
  case gaveUp(String)
}

/// Keeps what is heard as FLAC files in a folder, on an ordinary thread `gf-capture`. A file bears `.part` behind its name until it is whole.
public final class CaptureRecorder: Sendable {
  /// What can be set in tests.
  package struct Limits: Sendable {
    /// Bytes that stay free on the disk.
    package var leastFree: Int64 = 200_000_000
    /// Frames after which another file begins: four hours, less than 4 GB whatever is played.
    package var mostFrames = Int64(4 * 3600 * SoundFormat.rate)
    /// Seconds between two moments at which the disk has everything.
    package var pause = 2.0
    /// Seconds that whoever stops waits at most until the file is whole.
    package var patience = 5.0
    /// Answers the disk's room in bytes.
    package var free: @Sendable (_ folder: String) -> Int64? = { CaptureFolder.free($0) }

    package init() {}
  }

  private struct Job {
    var state = CaptureState()
    /// From before its first file is made until its last one is whole.
    var isRunning = false
    var isStopping = false
    /// Why the last one was given up.
    var problem: String?
    /// Signalled when it is over.
    let ended = DispatchSemaphore(value: 0)
  }

  private let tap: CaptureTap
  private let folder: CaptureFolder
  private let limits: Limits
  private let onNews: @Sendable (CaptureNews) -> Void
  private let job = Mutex(Job())

  /// - Parameters:
  ///   - tap: the engine's.
  ///   - folder: where the files go.
  ///   - onNews: told what happens; on the capture's thread.
  package init(_ tap: CaptureTap, folder: CaptureFolder, limits: Limits, onNews: @escaping @Sendable (CaptureNews) -> Void) {
    self.tap = tap
    self.folder = folder
    self.limits = limits
    self.onNews = onNews
  }

  /// What it does now.
  public var state: CaptureState { job.withLock { $0.state } }

  /// Why the last capture was given up before it was stopped; nil if it was not.
  public var problem: String? { job.withLock { $0.problem } }

  /// Begins a capture. - Returns: name of its first file. - Throws: `Failure` when somebody captures already, or no file can be made.
  public func start() throws(Failure) -> String {
    guard let free = limits.free(folder.path), free >= limits.leastFree else {
      throw Failure(
        "the disk has less than \(limits.leastFree / 1_000_000) MB free",
        remedy: "fetch captures with gfctl capture get, and remove some with gfctl capture remove"
      )
    }
    let busy = job.withLock { job -> String? in
      if job.isRunning { return job.state.name ?? "" }
      job = Job()
      job.isRunning = true
      return nil
    }
    if let busy { throw Failure("a capture is under way, or its file is not whole yet: \(busy)") }
    let first: (name: String, file: FLACFile)
    do throws(Failure) {
      guard tap.open() else { throw Failure("a capture is under way") }
      first = try folder.make()
    } catch {
      tap.close()
      job.withLock { $0.isRunning = false }
      throw error
    }
    job.withLock {
      $0.state.name = first.name
      $0.state.free = free
    }
    let run = Run(name: first.name, file: first.file)
    let thread = Thread { [self] in follow(run) }
    thread.name = "gf-capture"
    thread.start()
    onNews(.began(first.name))
    return first.name
  }

  /// What came of a wish to stop.
  public enum Stop: Sendable, Equatable {
    /// The file of this name is whole.
    case whole(String)
    /// The disk takes its time: what is in the file of this name is written as soon as it can be.
    case writing(String)
  }

  /// Ends the capture and waits until its file is whole, five seconds at most. - Parameter patience: another time, in seconds. - Returns: nil if nobody captured.
  @discardableResult public func stop(patience: Double? = nil) -> Stop? {
    let stopped = job.withLock { job -> (name: String, ended: DispatchSemaphore)? in
      guard job.isRunning, let name = job.state.name else { return nil }
      job.isStopping = true
      return (name, job.ended)
    }
    guard let stopped else { return nil }
    tap.close()
    guard stopped.ended.wait(timeout: .now() + (patience ?? limits.patience)) == .success else { return .writing(stopped.name) }
    // Others may wait as well.
    stopped.ended.signal()
    return .whole(stopped.name)
  }

  /// What only the capture's thread touches.
  private final class Run: @unchecked Sendable {
    var name: String
    var file: FLACFile
    /// Of the block that comes next; nil before the first.
    var next: Int64?
    /// Frames of the files before this one, and blocks that are missing in this one.
    var before: Int64 = 0
    var dropped: Int64 = 0
    var synced = Date.distantPast
    /// The file is whole, and that was told.
    var isEnded = false

    init(name: String, file: FLACFile) {
      self.name = name
      self.file = file
    }
  }

  private func follow(_ run: Run) {
    var failure: String?
    while failure == nil {
      // Asked before the ring is looked at: what came before the stop is written.
      let isStopping = job.withLock { $0.isStopping }
      if let block = tap.front() {
        failure = take(block, run)
        tap.drop()
      } else if isStopping {
        break
      } else {
        Thread.sleep(forTimeInterval: 0.02)
      }
      if failure == nil { failure = look(run) }
    }
    tap.close()
    let ending = end(run)
    failure = failure ?? ending
    if let failure { onNews(.gaveUp(failure)) }
    let ended = job.withLock { job in
      job.state.name = nil
      job.isRunning = false
      job.problem = failure
      return job.ended
    }
    ended.signal()
  }

  /// - Returns: why it goes no further.
  private func take(_ block: CaptureTap.Block, _ run: Run) -> String? {
    let missing = max(block.number - (run.next ?? block.number), 0)
    run.next = block.number + 1
    if missing > 0 {
      run.dropped += missing
      job.withLock { $0.state.dropped += missing }
      guard run.file.writeSilence(blocks: missing) else { return failure(run) }
    }
    guard run.file.write(block.samples) else { return failure(run) }
    guard run.file.frames >= limits.mostFrames else { return nil }
    // Another file, and not one block between the two is missing.
    if let problem = end(run) { return problem }
    let next: (name: String, file: FLACFile)
    do throws(Failure) { next = try folder.make() } catch { return error.description }
    run.before += run.file.frames
    (run.name, run.file, run.dropped, run.isEnded) = (next.name, next.file, 0, false)
    job.withLock { $0.state.name = next.name }
    onNews(.began(next.name))
    return nil
  }

  /// Makes the file whole, gives it its name and tells of it; once. - Returns: why it is not whole.
  private func end(_ run: Run) -> String? {
    guard !run.isEnded else { return nil }
    run.isEnded = true
    let problem = run.file.finish() ? nil : "the end of \(run.name) could not be written: \(String(cString: strerror(errno)))"
    folder.keep(run.name)
    onNews(.ended(run.name, dropped: run.dropped))
    return problem
  }

  /// Has the disk take everything now and then, and looks for room. - Returns: why it goes no further.
  private func look(_ run: Run) -> String? {
    let now = Date()
    // A clock that is set while it plays counts as a moment that has come.
    guard abs(now.timeIntervalSince(run.synced)) >= limits.pause else { return nil }
    run.synced = now
    guard run.file.sync() else { return failure(run) }
    let free = limits.free(folder.path)
    job.withLock {
      $0.state.seconds = Double(run.before + run.file.frames) / Double(SoundFormat.rate)
      $0.state.bytes = run.file.bytes
      $0.state.free = free
    }
    guard let free, free < limits.leastFree else { return nil }
    return
      "the capture has ended because the disk has less than \(limits.leastFree / 1_000_000) MB free; what was heard until here is in \(run.name)"
  }

  private func failure(_ run: Run) -> String {
    "the capture has ended because \(run.name) cannot be written any more (\(String(cString: strerror(errno))))"
  }
}
