import Foundation
import GestureFlowAPI
import Library

/// The sticks and their index.
final class LibraryPart: Component, @unchecked Sendable {
  let name = "library"
  let patience = BackOff(first: 1, longest: 30)
  private let settings: MusicLibrary.Settings
  private let indexPath: String?
  private let isWanted: Bool
  private let onNews: @Sendable (MusicLibrary.News) -> Void
  private let lock = NSLock()
  private var now: MusicLibrary?

  /// - Parameter isWanted: false when the music was named on the command line.
  init(_ settings: MusicLibrary.Settings, indexPath: String?, isWanted: Bool, onNews: @escaping @Sendable (MusicLibrary.News) -> Void) {
    self.settings = settings
    self.indexPath = indexPath
    self.isWanted = isWanted
    self.onNews = onNews
  }

  var library: MusicLibrary? { lock.withLock { now } }

  func start() throws(PartFailure) {
    guard isWanted else { return }
    do throws(LibraryError) {
      let index = try LibraryIndex(indexPath)
      if let notice = index.notice { onNews(.notice(notice)) }
      let library = MusicLibrary(settings, index: index, onNews: onNews)
      lock.withLock { now = library }
      library.start()
    } catch { throw PartFailure(sentence: error.description) }
  }

  func stop() {
    library?.stop()
    lock.withLock { now = nil }
  }

  var condition: Condition { isWanted ? .running : .off("the music was named at the start") }
  var summary: String { "sticks below \(settings.mountRoot)" }

  var status: LibraryStatus? {
    guard let library else { return nil }
    let sticks = library.sticks
    let imports = library.importer?.state
    var status = LibraryStatus(
      sticks: sticks.map {
        .init(
          id: $0.id, label: $0.label, path: $0.root, tracks: $0.tracks, problems: $0.problems, scanned: $0.scanned, scanning: $0.isScanning)
      }, tracks: sticks.map(\.tracks).reduce(0, +), problems: sticks.map(\.problems).reduce(0, +),
      importsWaiting: (imports?.waiting ?? 0) + (imports?.file == nil ? 0 : 1), importProgress: imports?.progress)
    status.importResults = imports?.results ?? []
    return status
  }
}
