import GestureFlowAPI
import Sound

/// Records the output on the box: starts, stops, reports and lists captures.
package final class CaptureController: Sendable {
  /// The folder of the captures.
  package let folder: CaptureFolder
  private let recorder: CaptureRecorder
  private let tell: @Sendable (String) -> Void
  /// Maximum seconds that an answer waits until a capture is complete. Other clients' answers wait behind it.
  package static let patience = 0.5

  /// - Parameters:
  ///   - folder: folder of the captures. Files that a power cut left open are repaired now.
  ///   - limits: other limits in tests.
  ///   - calls: the system calls; a test can make one fail.
  ///   - notice: receives one sentence for the owner.
  ///   - tell: receives the value of an event `capture`.
  package init(
    _ engine: SoundEngine, folder path: String, limits: CaptureRecorder.Limits = CaptureRecorder.Limits(),
    calls: AtomicFile.Calls = .system, notice: @escaping @Sendable (String) -> Void, tell: @escaping @Sendable (String) -> Void
  ) {
    folder = CaptureFolder(path, calls: calls)
    self.tell = tell
    recorder = CaptureRecorder(engine.capture, folder: folder, limits: limits) { event in
      switch event {
      case .began(let name): tell("began \(name)")
      case .ended(let name, let dropped):
        if dropped > 0 {
          notice("capture \(name): \(dropped) blocks of 2.7 ms are silent because the disk was too slow: use a faster card")
        }
        tell("ended \(name)")
      case .gaveUp(let why):
        notice(why)
        tell("stopped: \(why)")
      }
    }
    for repaired in folder.repair() {
      let name = "capture \(repaired.name)"
      if let problem = repaired.problem {
        notice("\(name) was interrupted: \(problem)")
      } else if let seconds = repaired.seconds {
        notice("\(name) was interrupted: \(seconds.rounded(digits: 1)) s of it were kept")
      } else if repaired.isRemoved {
        notice("\(name) was interrupted before any sound was written, and was removed")
      } else {
        notice("\(name) was interrupted and is damaged: repair or remove it")
      }
    }
  }

  /// Starts a capture.
  /// - Returns: what was done.
  /// - Throws: `Problem` that says why not.
  package func start() throws(Problem) -> String {
    do throws(Failure) { return "recording the sound as \(try recorder.start())" } catch { throw .refused("\(error)") }
  }

  /// Stops the capture.
  /// - Parameter patience: maximum wait for the complete file, in seconds; another one in tests.
  /// - Returns: what was done.
  /// - Throws: `Problem` if nothing was captured, or the file is incomplete.
  package func stop(patience: Double = CaptureController.patience) throws(Problem) -> String {
    switch recorder.stop(patience: patience) {
    case .whole(let name): return "\(name) is complete: run gfctl capture get to fetch it"
    case .writing(let name): return "\(name) has ended, but the disk is slow: run gfctl capture list until it is complete"
    case .incomplete(let why): throw .failed(why)
    case nil: throw .refused("no capture is running: run gfctl capture start")
    }
  }

  /// Removes a capture permanently.
  /// - Returns: what was done.
  /// - Throws: `Problem` if no capture has this name, or it is being written.
  package func remove(_ name: String) throws(Problem) -> String {
    let isRemoved: Bool
    do throws(Failure) { isRemoved = try folder.remove(name) } catch { throw .failed("\(error)") }
    guard isRemoved else { throw problem(without: name) }
    tell("removed \(name)")
    return "\(name) is removed"
  }

  /// Returns why a capture cannot be fetched or removed.
  package func problem(without name: String) -> Problem {
    let shown = cleaned(name, limit: 80)
    if captures.contains(where: { $0.name == name && $0.open }) {
      return .refused(
        recorder.state.name == name
          ? "\(shown) is being written: run gfctl capture stop first" : "\(shown) is incomplete: restart the box to complete it")
    }
    return .notFound("the capture '\(shown)' does not exist: run gfctl capture list")
  }

  /// Completes the current capture because the box is shutting down. It does not wait longer for a slow disk: the
  /// next start repairs the file.
  package func end() { recorder.stop(patience: Deadlines.capture) }

  /// The status of captures.
  package var status: CaptureStatus {
    let state = recorder.state
    let free = state.name == nil ? CaptureFolder.free(folder.path) : state.free
    return CaptureStatus(
      state: state.name == nil ? .off : .on, name: state.name, seconds: state.seconds.rounded(digits: 1), bytes: state.bytes,
      dropped: state.dropped, freeMB: free.map { Int($0 / 1_000_000) }, problem: recorder.problem)
  }

  /// The existing captures.
  package var captures: [Capture] {
    folder.items.map { Capture(name: $0.name, bytes: $0.bytes, modifiedSeconds: $0.modified, open: $0.isOpen) }
  }
}
