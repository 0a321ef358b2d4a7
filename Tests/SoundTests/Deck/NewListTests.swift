import Foundation
import Sound
import Synchronization
import TestSupport
import Testing

/// Tests of steps, seeks and jumps while a list changes. The newest list counts, whether or not the worker has
/// it yet.
@Suite struct NewListTests {
  /// Writes four files, a to d.
  private func files(_ folder: URL) -> [String] {
    ["a", "b", "c", "d"].map { name in
      let path = folder.appendingPathComponent(name + ".wav").path
      Signals.write(Signals.sine(220, seconds: 6, level: 0.3), to: path)
      return path
    }
  }

  /// Plays `b` in a list without `a`.
  private func playing(_ paths: [String]) -> OfflineRenderer {
    let offline = OfflineRenderer(Playlist(files: Array(paths[1...])))
    offline.render(until: 1) { _ in }
    return offline
  }

  @Test func `a step counts in the list that the worker has not taken over`() throws {
    try Places.withFolder { folder in
      let paths = files(folder)
      let offline = playing(paths)
      offline.deck.replace(Playlist(files: paths))
      #expect(offline.deck.now?.track == 1, "where it is in the list that is told")
      offline.deck.skip(1)
      offline.render(until: 1.5) { _ in }
      #expect(offline.deck.now?.item == .file(paths[2]) && offline.deck.now?.track == 2)
    }
  }

  /// A list may contain one file twice. After a new list, a step from the second entry continues after the
  /// second, not the first.
  @Test func `behind the second of two its own next one follows`() throws {
    try Places.withFolder { folder in
      let paths = files(folder)
      let (a, b, c, d) = (paths[0], paths[1], paths[2], paths[3])
      let offline = OfflineRenderer(Playlist(files: [a, b, a, c]))
      offline.deck.jump(to: 2)
      offline.render(until: 1) { _ in }
      offline.deck.replace(Playlist(files: [a, b, a, c]))
      offline.render(until: 1.5) { _ in }
      #expect(offline.deck.now?.item == .file(a) && offline.deck.now?.track == 2)
      // A scan finds one more file, before both of them.
      offline.deck.replace(Playlist(files: [d, a, b, a, c]))
      offline.render(until: 2) { _ in }
      #expect(offline.deck.now?.item == .file(a) && offline.deck.now?.track == 3)
      offline.deck.skip(1)
      offline.render(until: 2.5) { _ in }
      #expect(offline.deck.now?.item == .file(c) && offline.deck.now?.track == 4)
    }
  }

  /// The same happens when the track ends.
  @Test func `the second of two ends in its own next one`() throws {
    try Places.withFolder { folder in
      let paths = files(folder)
      let (a, b, c, d) = (paths[0], paths[1], paths[2], paths[3])
      let offline = OfflineRenderer(Playlist(files: [a, b, a, c]))
      offline.deck.jump(to: 2)
      offline.deck.replace(Playlist(files: [d, a, b, a, c]))
      offline.render(until: 7) { _ in }
      #expect(offline.deck.now?.item == .file(c) && offline.deck.now?.track == 4, "\(String(describing: offline.deck.now))")
    }
  }

  @Test func `a seek stays in its track`() throws {
    try Places.withFolder { folder in
      let paths = files(folder)
      let offline = playing(paths)
      offline.deck.replace(Playlist(files: paths))
      offline.deck.seek(to: 3)
      offline.render(until: 1.5) { _ in }
      let now = try #require(offline.deck.now)
      #expect(now.item == .file(paths[1]) && now.track == 1 && now.position >= 3 && now.position < 3.6)
    }
  }

  /// It would be a place of another track.
  @Test func `in a track that the list does not have any more there is no place to go to`() throws {
    try Places.withFolder { folder in
      let paths = files(folder)
      let offline = playing(paths)
      offline.deck.replace(Playlist(files: [paths[2], paths[3]]))
      let before = try #require(offline.deck.now)
      #expect(before.track == -1)
      #expect(!offline.deck.seek(to: 3))
      offline.render(until: 1) { _ in }
      let now = try #require(offline.deck.now)
      #expect(now.item == before.item && now.track == -1, "it plays on: \(now)")
    }
  }

  @Test func `a requested track is found again in a new list`() throws {
    try Places.withFolder { folder in
      let paths = files(folder)
      let offline = playing(paths)
      offline.deck.jump(to: 1, seconds: 2)
      offline.deck.replace(Playlist(files: paths))
      // Another list comes before the worker reads it.
      offline.deck.replace(Playlist(files: [paths[3], paths[0], paths[1], paths[2]]))
      offline.render(until: 1.5) { _ in }
      let now = try #require(offline.deck.now)
      #expect(now.item == .file(paths[2]) && now.track == 3 && now.position >= 2 && now.position < 2.6, "\(now)")
    }
  }

  @Test func `a requested track that is gone gives way to another from its start`() throws {
    try Places.withFolder { folder in
      let paths = files(folder)
      let offline = playing(paths)
      offline.deck.jump(to: 2, seconds: 4)
      offline.deck.replace(Playlist(files: Array(paths[0...1])))
      offline.render(until: 1.5) { _ in }
      let now = try #require(offline.deck.now)
      #expect(now.item == .file(paths[1]) && now.position < 0.6, "\(now)")
    }
  }

  /// A blocked check for a missing file represents a file that opens slowly.
  @Test func `while a file is opened a new list and a step go together`() throws {
    try Places.withFolder { folder in
      let paths = files(folder)
      let missing = folder.appendingPathComponent("missing.wav").path
      let offline = OfflineRenderer(Playlist(files: [missing, paths[2]]))
      let isAsked = Mutex(false)
      offline.deck.observeMedia(
        isGone: { [weak deck = offline.deck] path in
          let isFirst = isAsked.withLock { asked in
            defer { asked = true }
            return !asked
          }
          guard isFirst, path == missing else { return false }
          deck?.replace(Playlist(files: [paths[0], missing, paths[1], paths[2]]))
          deck?.skip(2)
          return false
        }, loss: { _ in })
      offline.render(until: 0.5) { _ in }
      #expect(offline.deck.now?.item == .file(paths[2]) && offline.deck.now?.track == 3)
    }
  }

  @Test func `a list that comes while a file is opened does not begin it twice`() throws {
    try Places.withFolder { folder in
      let paths = files(folder)
      let missing = folder.appendingPathComponent("missing.wav").path
      let offline = OfflineRenderer(Playlist(files: [missing, paths[2]]))
      offline.deck.observeMedia(
        isGone: { [weak deck = offline.deck] _ in
          deck?.replace(Playlist(files: [paths[0], missing, paths[2]]))
          return false
        }, loss: { _ in })
      offline.render(until: 0.5) { _ in }
      #expect(offline.deck.now?.item == .file(paths[2]) && offline.deck.now?.track == 2)
      #expect(offline.deck.state.take == 1, "one jump")
    }
  }
}
