import GestureFlowAPI
import Synchronization

/// Reports of a deck's worker: the track heard, skipped tracks, lost media. Only the worker's thread may use it.
package struct DeckEvent {
  /// Number of problems that are kept.
  package static let keptFailures = 200
  /// Number of problems that are remembered, to report each one only once.
  static let toldFailures = 10_000

  /// The mark announced last: serial of its jump, and its frame.
  private var announced: (serial: Int, frame: Int64) = (0, -1)
  private var reported: Set<String> = []

  package init() {}

  /// Reports that the music is gone. The worker reads nothing more until the next jump.
  package func tell(_ lost: LostMedia, _ port: borrowing Mutex<DeckPort>) {
    let handler = port.withLock { $0.media.lose(lost) }
    handler?(lost)
  }

  /// Reports a skipped track; each reason is reported once.
  package mutating func report(_ error: FileError, _ port: borrowing Mutex<DeckPort>) {
    if reported.count > Self.toldFailures { reported = [] }
    // Compare the exact path: two files may have the same displayed name.
    guard reported.insert("\(error.path): \(error.reason)").inserted else { return }
    let handler = port.withLock {
      $0.failures.append(error)
      if $0.failures.count > Self.keptFailures { $0.failures.removeFirst() }
      return $0.onFailure
    }
    handler?(error)
  }

  /// Reports the track that is heard, if it has changed.
  /// - Parameters:
  ///   - serial: serial of the jump that was loaded last.
  ///   - state: state of the player now.
  package mutating func announce(_ serial: Int, _ state: PlayerState, _ port: borrowing Mutex<DeckPort>) {
    guard state.take == serial else { return }
    let (mark, handler) = port.withLock {
      $0.passHeard(state)
      return ($0.take.flatMap { $0.mark(at: $0.heard(state)) }, $0.onTrack)
    }
    guard let mark, announced != (serial, mark.frame) else { return }
    announced = (serial, mark.frame)
    handler?(mark.track, mark.title)
  }
}
