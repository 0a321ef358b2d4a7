import Foundation
import GestureFlowAPI
import Realtime

/// State of a capture.
public struct CaptureState: Sendable, Equatable {
  /// Name of the file that is being written; nil without a capture.
  public var name: String?
  /// Seconds of this capture, all its files together.
  public var seconds = 0.0
  /// Bytes of the file that is being written.
  public var bytes: Int64 = 0
  /// Blocks lost because writing was too slow; silence in the file.
  public var dropped: Int64 = 0
  /// Free bytes on the disk at the last check; nil before it.
  public var free: Int64?
}

/// An event of a capture.
public enum CaptureEvent: Sendable, Equatable {
  /// This file was started.
  case began(String)
  /// This file is complete. `dropped` of its blocks are silence, because they were lost.
  case ended(String, dropped: Int64)
  /// The capture ended for this reason; the sound so far is kept.
  case gaveUp(String)
}

/// A recorder of the output as FLAC files in a folder. It runs on an ordinary thread, `gf-capture`. The name of a
/// file ends in `.part` until the file is complete.
public final class CaptureRecorder: Sendable {
  /// Limits that tests can set.
  package struct Limits: Sendable {
    /// Bytes that stay free on the disk.
    package var leastFree: Int64 = 200_000_000
    /// Frames after which another file begins: four hours. That is less than 4 GB for any sound.
    package var mostFrames = Int64(4 * 3600 * SoundFormat.rate)
    /// Seconds between two syncs to the disk.
    package var pause = 2.0
    /// Maximum seconds that `stop` waits until the file is complete.
    package var patience = 5.0
    /// Returns the free bytes of the disk.
    package var free: @Sendable (_ folder: String) -> Int64? = { CaptureFolder.free($0) }

    package init() {}
  }

  private struct Job {
    var state = CaptureState()
    /// Whether a capture runs. True from before its first file is created until its last one is complete.
    var isRunning = false
    var isStopping = false
    /// Reason why the last capture failed.
    var problem: String?
    /// Signalled when the capture has ended.
    let ended = DispatchSemaphore(value: 0)
  }

  private let tap: CaptureTap
  private let folder: CaptureFolder
  private let limits: Limits
  private let onNews: @Sendable (CaptureEvent) -> Void
  /// Published by `gf-capture`. The threads that start and stop a capture write its begin and the request to stop.
  private let job = Published(Job())

  /// - Parameters:
  ///   - tap: the engine's tap.
  ///   - folder: folder of the files.
  ///   - onNews: receives the events, on the capture's thread.
  package init(_ tap: CaptureTap, folder: CaptureFolder, limits: Limits, onNews: @escaping @Sendable (CaptureEvent) -> Void) {
    self.tap = tap
    self.folder = folder
    self.limits = limits
    self.onNews = onNews
  }

  /// State of the capture now.
  public var state: CaptureState { job.now.state }

  /// Reason why the last capture ended early or is incomplete; nil otherwise. Early is before it was stopped.
  public var problem: String? { job.now.problem }

  /// Starts a capture.
  /// - Returns: name of its first file.
  /// - Throws: `Failure` when a capture is already running, or no file can be created.
  public func start() throws(Failure) -> String {
    guard let free = limits.free(folder.path), free >= limits.leastFree else {
      throw Failure(
        "the disk has less than \(limits.leastFree / 1_000_000) MB free",
        remedy: "fetch captures with gfctl capture get, and remove some with gfctl capture remove"
      )
    }
    let busy = job.change { job -> String? in
      if job.isRunning { return job.state.name ?? "" }
      job = Job()
      job.isRunning = true
      return nil
    }
    if let busy {
      throw Failure("a capture is under way, or its file is not finished yet (\(busy))", remedy: "wait, or run gfctl capture stop")
    }
    let first: (name: String, file: FLACFile)
    do throws(Failure) {
      guard tap.open() else { throw Failure("a capture is under way", remedy: "run gfctl capture stop") }
      first = try folder.make()
    } catch {
      tap.close()
      job.change { $0.isRunning = false }
      throw error
    }
    job.change {
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

  /// Result of a stop.
  public enum Stop: Sendable, Equatable {
    /// The file of this name is complete.
    case whole(String)
    /// The disk is slow. The rest of this file is written as soon as possible.
    case writing(String)
    /// The file is incomplete or not safe on the disk; with reason.
    case incomplete(String)
  }

  /// Ends the capture and waits until its file is complete. The wait is five seconds at most.
  /// - Parameter patience: another maximum wait, in seconds.
  /// - Returns: nil without a capture.
  @discardableResult public func stop(patience: Double? = nil) -> Stop? {
    let stopped = job.change { job -> (name: String, ended: DispatchSemaphore)? in
      guard job.isRunning, let name = job.state.name else { return nil }
      job.isStopping = true
      return (name, job.ended)
    }
    guard let stopped else { return nil }
    tap.close()
    guard stopped.ended.wait(timeout: .now() + (patience ?? limits.patience)) == .success else { return .writing(stopped.name) }
    // Other callers may wait as well.
    stopped.ended.signal()
    return problem.map { Stop.incomplete($0) } ?? .whole(stopped.name)
  }

  /// State that only the capture's thread uses.
  private final class Run: @unchecked Sendable {
    var name: String
    var file: FLACFile
    /// Number of the next block; nil before the first.
    var next: Int64?
    /// Frames of the files before this one. The next field is the lost blocks in this one.
    var before: Int64 = 0
    var dropped: Int64 = 0
    var synced = Date.distantPast
    /// Whether the file is complete and reported.
    var isEnded = false

    init(name: String, file: FLACFile) {
      self.name = name
      self.file = file
    }
  }

  private func follow(_ run: Run) {
    var failure: String?
    while failure == nil {
      // Read before the ring: blocks that came before the stop are written.
      let isStopping = job.now.isStopping
      if let block = tap.front() {
        failure = take(block, run)
        tap.drop()
      } else if isStopping {
        break
      } else {
        // The audio thread fills the ring and may wake no thread.
        Thread.sleep(forTimeInterval: 0.02)
      }
      if failure == nil { failure = look(run) }
    }
    tap.close()
    let ending = end(run)
    failure = failure ?? ending
    if let failure { onNews(.gaveUp(failure)) }
    let ended = job.change { job in
      job.state.name = nil
      job.isRunning = false
      job.problem = failure
      return job.ended
    }
    ended.signal()
  }

  /// Writes a block.
  /// - Returns: the reason why the capture cannot go on; nil on success.
  private func take(_ block: CaptureTap.Block, _ run: Run) -> String? {
    let missing = max(block.number - (run.next ?? block.number), 0)
    run.next = block.number + 1
    if missing > 0 {
      run.dropped += missing
      job.change { $0.state.dropped += missing }
      guard run.file.writeSilence(blocks: missing) else { return failure(run) }
    }
    guard run.file.write(block.samples) else { return failure(run) }
    guard run.file.frames >= limits.mostFrames else { return nil }
    // Start another file, without a missing block between the two.
    if let problem = end(run) { return problem }
    let next: (name: String, file: FLACFile)
    do throws(Failure) { next = try folder.make() } catch { return error.description }
    run.before += run.file.frames
    (run.name, run.file, run.dropped, run.isEnded) = (next.name, next.file, 0, false)
    job.change { $0.state.name = next.name }
    onNews(.began(next.name))
    return nil
  }

  /// Completes the file, renames it and reports it, once.
  /// - Returns: the reason why it is incomplete; nil on success.
  private func end(_ run: Run) -> String? {
    guard !run.isEnded else { return nil }
    run.isEnded = true
    var problem: Failure?
    if !run.file.finish() {
      let code = errno
      problem = Failure(
        "the end of \(run.name) could not be written (\(String(cString: strerror(code))))", remedy: WriteTrouble(code).remedy)
    }
    // A file without its end is kept, too.
    do throws(Failure) { try folder.keep(run.name) } catch { problem = problem ?? error }
    if problem == nil { onNews(.ended(run.name, dropped: run.dropped)) }
    return problem?.description
  }

  /// Syncs the file and checks the free space at intervals.
  /// - Returns: the reason why the capture cannot go on; nil on success.
  private func look(_ run: Run) -> String? {
    let now = Date()
    // A clock that is set meanwhile counts as a passed interval.
    guard abs(now.timeIntervalSince(run.synced)) >= limits.pause else { return nil }
    run.synced = now
    guard run.file.sync() else { return failure(run) }
    let free = limits.free(folder.path)
    let (frames, bytes) = (run.before + run.file.frames, run.file.bytes)
    job.change {
      $0.state.seconds = Double(frames) / Double(SoundFormat.rate)
      $0.state.bytes = bytes
      $0.state.free = free
    }
    guard let free, free < limits.leastFree else { return nil }
    return
      "the capture has ended because the disk has less than \(limits.leastFree / 1_000_000) MB free; the sound until here is in \(run.name)"
  }

  private func failure(_ run: Run) -> String {
    "the capture has ended because \(run.name) cannot be written any more (\(String(cString: strerror(errno))))"
  }
}
