import Foundation
import GestureFlowAPI
import Library
import Sound

/// What is played: the library's lists on the deck, what happens when a stick goes, and going on when it comes back.
final class Jukebox: @unchecked Sendable {
  private let feeder: DeckFeeder
  private let isFixed: Bool
  private let mountRoot: String
  private let notice: @Sendable (String) -> Void
  private let lock = NSLock()
  private var lists: [MusicList] = []
  private var tracks: [MediaTrack] = []
  /// What the deck was given last: it still plays from there when the library has forgotten the stick.
  private var given: [String: MediaTrack] = [:]
  /// Where music goes on as soon as its stick is there: after a start, or after a stick was pulled out.
  private var resume: (stick: String, relative: String, position: Double)?

  /// - Parameter isFixed: the list was named on the command line and is not the library's.
  init(_ feeder: DeckFeeder, isFixed: Bool, mountRoot: String, notice: @escaping @Sendable (String) -> Void) {
    self.feeder = feeder
    self.isFixed = isFixed
    self.mountRoot = mountRoot
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
    give(all)
    if let jump { feeder.jump(to: jump.index, seconds: jump.seconds) }
  }

  /// The music was taken away while it played.
  func lose(_ media: DeckFeeder.LostMedia) {
    guard case .file(let path) = media.item else { return }
    let title = cleaned((path as NSString).lastPathComponent, limit: 100)
    lock.withLock {
      if let track = given[path] { resume = (track.stick, track.relative, media.position) }
    }
    notice("no media: the stick with '\(title)' was pulled out; it goes on when the stick is back")
  }

  /// True if the medium of a path is gone, whether or not the kernel has unmounted it yet.
  func isGone(_ path: String) -> Bool { lock.withLock { given[path] }.map { isGone($0) } ?? false }

  private func isGone(_ track: MediaTrack) -> Bool {
    let root = String(track.path.dropLast(track.relative.count + 1))
    // Only a clear answer counts: without a free descriptor the system cannot tell, and no stick is gone.
    guard root.hasPrefix(mountRoot + "/") else { return FolderPresence(root) == .gone }
    return MountTable.mounts(below: mountRoot).map { mounts in !mounts.contains { $0.path == root } } ?? false
  }

  // MARK: - What buttons and clients ask for

  /// After a stick was pulled out: whatever music is left.
  private func leaveLost() -> Bool {
    guard feeder.lost != nil else { return false }
    lock.withLock { resume = nil }
    // The library may not have noticed yet.
    let all = lock.withLock { tracks }
    var gone: [String: Bool] = [:]
    for track in all where gone[track.stick] == nil { gone[track.stick] = isGone(track) }
    give(all.filter { gone[$0.stick] != true })
    feeder.jump(to: 0)
    return true
  }

  private func give(_ list: [MediaTrack]) {
    // Of a track that a playlist names again the first is as good as the second.
    lock.withLock { given = Dictionary(list.map { ($0.path, $0) }) { first, _ in first } }
    feeder.replace(Playlist(files: list.map(\.path)))
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
    return lock.withLock { given[path] }
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
