import Foundation
import Library
import Sound

/// What is played: the library's lists on the deck, what happens when a stick goes, and going on when it comes back.
final class Jukebox: @unchecked Sendable {
  private let feeder: DeckFeeder
  private let isFixed: Bool
  private let notice: @Sendable (String) -> Void
  private let lock = NSLock()
  private var lists: [MusicList] = []
  private var tracks: [MediaTrack] = []
  /// Where music goes on as soon as its stick is there: after a start, or after a stick was pulled out.
  private var resume: (stick: String, relative: String, position: Double)?

  /// - Parameter isFixed: the list was named on the command line and is not the library's.
  init(_ feeder: DeckFeeder, isFixed: Bool, notice: @escaping @Sendable (String) -> Void) {
    self.feeder = feeder
    self.isFixed = isFixed
    self.notice = notice
  }

  func restore(_ state: SavedState) {
    guard !isFixed else { return }
    if let stick = state.stick, let track = state.track {
      lock.withLock { resume = (stick, track, state.position) }
    } else if state.position > 0 {
      feeder.jump(to: 0, seconds: state.position)
    }
  }

  /// The library's lists have changed.
  func update(_ new: [MusicList]) {
    guard !isFixed else { return }
    let all = new.flatMap(\.tracks)
    let jump: (index: Int, seconds: Double)? = lock.withLock {
      guard all != tracks else { return nil }
      let hadMusic = !tracks.isEmpty
      lists = new
      tracks = all
      guard !all.isEmpty else { return nil }
      if let wish = resume, let index = all.firstIndex(where: { $0.stick == wish.stick && $0.relative == wish.relative }) {
        resume = nil
        return (index, wish.position)
      }
      // A stick's music takes the place of the built-in piece, and of nothing else.
      guard !hadMusic, feeder.lost == nil, feeder.now.map({ $0.item == .builtin }) ?? true else { return nil }
      return (0, 0)
    }
    // While a stick is gone its list stays: what was heard is remembered by its place there.
    if all.isEmpty {
      if feeder.lost == nil, feeder.now?.item == .builtin || feeder.now == nil { feeder.replace(Playlist()) }
      return
    }
    feeder.replace(Playlist(files: all.map(\.path)))
    if let jump { feeder.jump(to: jump.index, seconds: jump.seconds) }
  }

  /// The music was taken away while it played.
  func lose(_ media: DeckFeeder.LostMedia) {
    guard case .file(let path) = media.item else { return }
    let title = (path as NSString).lastPathComponent
    lock.withLock {
      if let track = tracks.first(where: { $0.path == path }) { resume = (track.stick, track.relative, media.position) }
    }
    notice("no media: the stick with '\(title)' was pulled out; it goes on when the stick is back")
  }

  /// True if the medium of a path is gone, whether or not the kernel has unmounted it yet.
  static func isGone(_ path: String, mountRoot: String) -> Bool {
    guard path.hasPrefix(mountRoot + "/") else { return false }
    let name = path.dropFirst(mountRoot.count + 1).split(separator: "/").first.map(String.init) ?? ""
    let root = mountRoot + "/" + name
    return !MountTable.mounts(below: mountRoot).contains { $0.path == root || path.hasPrefix($0.path + "/") }
  }

  // MARK: - What buttons and clients ask for

  /// After a stick was pulled out: whatever music is left.
  private func leaveLost() -> Bool {
    guard feeder.lost != nil else { return false }
    lock.withLock { resume = nil }
    let left = lock.withLock { tracks }
    feeder.replace(Playlist(files: left.map(\.path)))
    feeder.jump(to: 0)
    return true
  }

  func skip(_ by: Int) {
    guard !leaveLost() else { return }
    lock.withLock { resume = nil }
    feeder.skip(by)
  }

  /// To the first track of the next list, or of the one before.
  func skipFolder(_ by: Int) {
    guard !leaveLost() else { return }
    let target: Int? = lock.withLock {
      resume = nil
      guard lists.count > 1 else { return nil }
      let now = feeder.now?.track ?? 0
      var starts: [Int] = []
      var at = 0
      for list in lists {
        starts.append(at)
        at += list.tracks.count
      }
      let present = starts.lastIndex { $0 <= now } ?? 0
      return starts[((present + by) % starts.count + starts.count) % starts.count]
    }
    feeder.jump(to: target ?? 0)
  }

  /// - Parameter text: a place in the list, or a path.
  /// - Returns: false if there is no such track.
  func select(_ text: String) -> Bool {
    let items = feeder.list.items
    if let number = Int(text), items.indices.contains(number) {
      lock.withLock { resume = nil }
      feeder.jump(to: number)
      return true
    }
    guard let index = items.firstIndex(of: .file(text)) else { return false }
    lock.withLock { resume = nil }
    feeder.jump(to: index)
    return true
  }

  /// Which stick and path a track has; nil for what is not the library's.
  func media(of item: Playlist.Item) -> MediaTrack? {
    guard case .file(let path) = item else { return nil }
    return lock.withLock { tracks.first { $0.path == path } }
  }

  /// What to go on with after the next start, if the music of now cannot say.
  var waiting: (stick: String, relative: String, position: Double)? { lock.withLock { resume } }

  /// Name of the list that a track belongs to.
  func listName(of track: Int) -> String? {
    lock.withLock {
      var at = 0
      for list in lists {
        if track < at + list.tracks.count { return list.name.isEmpty ? "/" : list.name }
        at += list.tracks.count
      }
      return nil
    }
  }
}
