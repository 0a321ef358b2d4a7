import Library
import Modes
import Settings
import Sound
import Synchronization

/// Loads stem sets on the test's command. Loads end late, never, in another order or with a rejection.
final class LateLoader: Sendable {
  private typealias Done = @Sendable (Result<StemFacts, StemRefusal>?) -> Void
  private struct Asked {
    var set: StemSet
    var done: Done
  }
  private let all = Mutex<[Asked]>([])
  private let notices = Mutex<[String]>([])
  private let moved = Mutex<[String: String]>([:])
  private let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)

  /// Names of the requested sets, in order.
  var asked: [String] { all.withLock { $0.map(\.set.name) } }
  /// Paths of the files of the last requested set.
  var paths: [String] {
    all.withLock { $0.last?.set.channels ?? [] }.compactMap { if case .file(let path) = $0.source { path } else { nil } }
  }
  /// The latest new path of each moved file, by its old path.
  var moves: [String: String] { moved.withLock { $0 } }
  /// The notices that the owner received.
  var told: [String] { notices.withLock { $0 } }

  func selector(awaiting key: StemSetKey? = nil) -> StemSetSelector {
    StemSetSelector(awaiting: key) { [self] set, done in
      all.withLock { $0.append(Asked(set: set, done: done)) }
      let body = meanwhile.withLock { body in
        defer { body = nil }
        return body
      }
      body?()
    } move: { [self] paths in
      moved.withLock { $0 = paths }
    } notice: { [self] text in
      notices.withLock { $0.append(text) }
    }
  }

  /// Runs `body` once, during the next request of a set.
  func whileAsked(_ body: @escaping @Sendable () -> Void) { meanwhile.withLock { $0 = body } }

  /// Hands over the set of this request. Its number is the request's place, from 1.
  func hand(_ index: Int) {
    let asked = all.withLock { $0[index] }
    asked.done(
      .success(
        StemFacts(
          number: index + 1, name: asked.set.name, milliBPM: 120_000, key: nil,
          channels: asked.set.channels.map { StemFacts.Channel(name: $0.name, bars: $0.bars ?? 1) }, remarks: [], bytes: 0)))
  }

  /// Reports that the loader dropped this request for a later one.
  func giveUp(_ index: Int) { all.withLock { $0[index].done }(nil) }

  /// Reports that the set of this request cannot be played.
  func refuse(_ index: Int, _ kind: StemProblem.Kind = .mono) {
    let asked = all.withLock { $0[index] }
    asked.done(.failure(StemRefusal(problems: [StemProblem(kind, asked.set.name, "it is damaged; take another")])))
  }
}
