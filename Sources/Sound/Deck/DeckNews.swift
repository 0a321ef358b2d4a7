import GestureFlowAPI
import Synchronization

/// What a deck's worker tells: which track is heard, what was skipped and why, what was taken away. For the worker's thread only.
package struct DeckNews {
  /// Problems that are kept.
  package static let keptFailures = 200
  /// Problems that are remembered in order to tell each only once.
  static let toldFailures = 10_000

  /// The mark that was announced last, and of which jump.
  private var announced: (serial: Int, frame: Int64) = (0, -1)
  private var reported: Set<String> = []

  package init() {}

  /// The music is gone: nothing more is read until the next jump.
  package func tell(_ lost: LostMedia, _ desk: borrowing Mutex<DeckDesk>) {
    let handler = desk.withLock { $0.media.lose(lost) }
    handler?(lost)
  }

  /// Something was skipped; each reason is told once.
  package mutating func report(_ error: FileError, _ desk: borrowing Mutex<DeckDesk>) {
    if reported.count > Self.toldFailures { reported = [] }
    // By the exact path: two files may be shown alike.
    guard reported.insert("\(error.path): \(error.reason)").inserted else { return }
    let handler = desk.withLock {
      $0.failures.append(error)
      if $0.failures.count > Self.keptFailures { $0.failures.removeFirst() }
      return $0.onFailure
    }
    handler?(error)
  }

  /// Tells the track that is heard, if it is another one than before. - Parameters: - serial: of the jump that was loaded last. - state: what the player does now.
  package mutating func announce(_ serial: Int, _ state: PlayerState, _ desk: borrowing Mutex<DeckDesk>) {
    guard state.take == serial else { return }
    let (mark, handler) = desk.withLock { ($0.take.flatMap { $0.mark(at: $0.heard(state)) }, $0.onTrack) }
    guard let mark, announced != (serial, mark.frame) else { return }
    announced = (serial, mark.frame)
    handler?(mark.track, mark.title)
  }
}
