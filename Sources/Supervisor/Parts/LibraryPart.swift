import Foundation
import GestureFlowAPI
import Library
import Realtime

/// The sticks and their index.
package final class LibraryPart: Component {
  /// Opens an index; nil keeps it in memory.
  package typealias Opener = @Sendable (String?) throws(Failure) -> LibraryIndex

  private enum Phase {
    case closed
    /// With the number of the try. The result of a try that was stopped meanwhile is dropped.
    case opening(Int)
    /// The library, and the problem of its index if there is one.
    case open(MusicLibrary, Failure?)
    case failed(Failure)
  }
  private struct State {
    var phase = Phase.closed
    var tries = 0
  }

  package let name = "library"
  package let patience = BackOff(first: 1, longest: 30)
  private let settings: MusicLibrary.Settings
  private let indexPath: String?
  private let isWanted: Bool
  private let open: Opener
  private let mayMeasure: @Sendable () -> Bool
  private let onEvent: @Sendable (MusicLibrary.Event, LibraryPart) -> Void
  /// Published by the thread that starts and stops the part. `gf-index` adds the result of its own try.
  private let state = Published(State())

  /// - Parameters:
  ///   - isWanted: false when the music was named on the command line.
  ///   - open: opens the index; replaced in tests.
  ///   - mayMeasure: returns whether the box has time to measure loudness.
  ///   - onEvent: receives the reports of the library.
  package init(
    _ settings: MusicLibrary.Settings, indexPath: String?, isWanted: Bool,
    open: @escaping Opener = { path throws(Failure) in try LibraryIndex(path) },
    mayMeasure: @escaping @Sendable () -> Bool = { true }, onEvent: @escaping @Sendable (MusicLibrary.Event, LibraryPart) -> Void
  ) {
    self.settings = settings
    self.indexPath = indexPath
    self.isWanted = isWanted
    self.open = open
    self.mayMeasure = mayMeasure
    self.onEvent = onEvent
  }

  /// The library; nil until its index is open.
  package var library: MusicLibrary? {
    if case .open(let library, _) = state.now.phase { library } else { nil }
  }

  /// Opens the index on a thread of its own. Opening checks the whole index, which takes seconds on a slow card, and
  /// the supervision must continue meanwhile.
  package func start() throws(Failure) {
    guard isWanted else { return }
    let number = state.change { state in
      state.tries += 1
      state.phase = .opening(state.tries)
      return state.tries
    }
    let thread = Thread { [self] in begin(number) }
    thread.name = "gf-index"
    thread.start()
  }

  private func begin(_ number: Int) {
    let next: Phase
    do throws(Failure) {
      let (index, lack) = try anIndex()
      if let notice = index.notice { onEvent(.notice(notice), self) }
      next = .open(MusicLibrary(settings, index: index, mayMeasure: mayMeasure) { [self] in onEvent($0, self) }, lack)
    } catch { next = .failed(Failure(part: error)) }
    let isStillWanted = state.change { state in
      guard case .opening(number) = state.phase else { return false }
      state.phase = next
      return true
    }
    // After a stop in between, the library is not started.
    if isStillWanted, case .open(let library, _) = next { library.start() }
  }

  /// Returns the index, and the problem of its file. If the file cannot be opened, the index is in memory: sticks are
  /// read and their music plays.
  private func anIndex() throws(Failure) -> (LibraryIndex, Failure?) {
    do throws(Failure) { return (try open(indexPath), nil) } catch {
      guard indexPath != nil, let index = try? open(nil) else { throw error }
      var lack = Failure(part: error)
      lack.reason += ", so it is in memory until the next start"
      return (index, lack)
    }
  }

  package func stop() {
    library?.stop()
    state.change { $0.phase = .closed }
  }

  package var condition: Condition {
    guard isWanted else { return .off("the music was named at the start") }
    return switch state.now.phase {
    case .closed, .opening: .starting
    case .open(_, nil): .running
    case .open(_, let lack?): .degraded(lack)
    case .failed(let why): .failed(why)
    }
  }
  package var summary: String { "sticks below \(settings.mountRoot)" }

  /// Status of the library. Nil when the music was named at the start, and until the index is open.
  package var status: LibraryStatus? {
    guard let library else { return nil }
    let importer = library.importer
    // The folder of the copies is not a stick of an owner. It is empty after an import that failed.
    let sticks = library.sticks.filter { $0.root != importer?.folder || $0.tracks + $0.stemSets + $0.problems > 0 }
    let imports = importer?.state
    var status = LibraryStatus(
      sticks: sticks.map {
        .init(
          id: $0.id, label: $0.label, path: $0.root, tracks: $0.tracks, problems: $0.problems, scanned: $0.scanned, scanning: $0.isScanning)
      }, tracks: sticks.map(\.tracks).reduce(0, +), stemSets: sticks.map(\.stemSets).reduce(0, +),
      problems: sticks.map(\.problems).reduce(0, +),
      importsWaiting: (imports?.waiting ?? 0) + (imports?.file == nil ? 0 : 1), importProgress: imports?.progress)
    status.importResults = imports?.results ?? []
    return status
  }
}
