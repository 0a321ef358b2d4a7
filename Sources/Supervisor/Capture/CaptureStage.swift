import GestureFlowAPI
import Sound

/// What is heard, kept on the box: starts and stops captures, tells of them, and knows those there are.
package final class CaptureStage: Sendable {
  /// Where they lie.
  package let folder: CaptureFolder
  private let recorder: CaptureRecorder
  private let tell: @Sendable (String) -> Void
  /// Seconds for which an answer waits until a capture is whole: other clients' answers wait behind it.
  package static let patience = 0.5

  /// - Parameters:
  ///   - folder: of the captures; files in it that a power cut left open are made whole now.
  ///   - limits: others in tests.
  ///   - notice: a sentence for the owner.
  ///   - tell: the value of an event `capture`.
  package init(
    _ engine: SoundEngine, folder path: String, limits: CaptureRecorder.Limits = CaptureRecorder.Limits(),
    notice: @escaping @Sendable (String) -> Void, tell: @escaping @Sendable (String) -> Void
  ) {
    folder = CaptureFolder(path)
    self.tell = tell
    recorder = CaptureRecorder(engine.capture, folder: folder, limits: limits) { news in
      switch news {
      case .began(let name): tell("began \(name)")
      case .ended(let name, let dropped):
        if dropped > 0 {
          notice("capture \(name): \(dropped) blocks of 2.7 ms are silence, because the disk was too slow; time is right")
        }
        tell("ended \(name)")
      case .gaveUp(let why):
        notice(why)
        tell("stopped: \(why)")
      }
    }
    for repaired in folder.repair() {
      let name = "capture \(repaired.name)"
      if let seconds = repaired.seconds {
        notice("\(name) was cut off, as by a power cut: \(seconds.rounded(digits: 1)) s of it are kept")
      } else if repaired.isRemoved {
        notice("\(name) was cut off before it held any sound, and was removed")
      } else {
        notice("\(name) was cut off and is damaged: what is in it is kept as it is")
      }
    }
  }

  /// - Returns: what was done. - Throws: `Problem` that says why not.
  package func start() throws(Problem) -> String {
    do throws(SinkError) { return "what is heard is kept as \(try recorder.start())" } catch { throw .refused("\(error)") }
  }

  /// - Returns: what was done. - Throws: `Problem` if nothing was captured.
  package func stop() throws(Problem) -> String {
    switch recorder.stop(patience: Self.patience) {
    case .whole(let name): return "\(name) is whole: gfctl capture get fetches it"
    case .writing(let name): return "\(name) has ended, but the disk is slow: gfctl capture list shows when it is whole"
    case nil: throw .refused("no capture is under way: gfctl capture start begins one")
    }
  }

  /// Takes a capture away, for good. - Returns: what was done. - Throws: `Problem` if there is none of this name, or it is being written.
  package func remove(_ name: String) throws(Problem) -> String {
    let isRemoved: Bool
    do throws(SinkError) { isRemoved = try folder.remove(name) } catch { throw .failed("\(error)") }
    guard isRemoved else { throw problem(without: name) }
    tell("removed \(name)")
    return "\(name) is removed"
  }

  /// Why there is no capture of this name that could be fetched or removed.
  package func problem(without name: String) -> Problem {
    let shown = cleaned(name, limit: 80)
    if captures.contains(where: { $0.name == name && $0.open }) { return .refused("\(shown) is being written: gfctl capture stop ends it") }
    return .notFound("there is no capture '\(shown)'; gfctl capture list shows all")
  }

  /// The box goes down: what is under way is made whole. A disk that takes longer is not waited for; the next start makes whole what it left.
  package func end() { recorder.stop(patience: Deadlines.capture) }

  /// In the words of the status.
  package var status: CaptureStatus {
    let state = recorder.state
    let free = state.name == nil ? CaptureFolder.free(folder.path) : state.free
    return CaptureStatus(
      state: state.name == nil ? .off : .on, name: state.name, seconds: state.seconds.rounded(digits: 1), bytes: state.bytes,
      dropped: state.dropped, freeMB: free.map { Int($0 / 1_000_000) }, problem: recorder.problem)
  }

  /// Those there are.
  package var captures: [Capture] {
    folder.items.map { Capture(name: $0.name, bytes: $0.bytes, modifiedSeconds: $0.modified, open: $0.isOpen) }
  }
}
