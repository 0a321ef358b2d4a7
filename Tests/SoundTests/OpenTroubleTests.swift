import Foundation
import GestureFlowAPI
import Sound
import Synchronization
import TestSupport
import Testing

/// Tests of files that cannot be opened for an outside reason: no descriptor, no memory, or a stick that does
/// not answer. The state of such files is unknown. The deck retries them for 2 s of sound, like a file that
/// became unreadable.
@Suite struct OpenTroubleTests {
  /// Opens files, except those that a test has closed.
  private final class Door: Sendable {
    private let faults = Mutex<[String: Int32]>([:])
    func close(_ paths: [String], with code: Int32) { faults.withLock { $0 = Dictionary(paths.map { ($0, code) }) { $1 } } }
    func open() { faults.withLock { $0 = [:] } }
    var opener: SoundFile.Opener {
      { [self] path in faults.withLock { $0[path] }.map { (descriptor: -1, code: $0) } ?? SoundFile.system(path) }
    }
  }

  private let door = Door()

  /// Writes a list of sines of given lengths, and makes its output.
  private func list(_ folder: URL, seconds: [Double]) -> (paths: [String], offline: OfflineRenderer) {
    let paths = seconds.indices.map { folder.appendingPathComponent("\($0).wav").path }
    for (path, seconds) in zip(paths, seconds) { Signals.write(Signals.sine(220, seconds: seconds, level: 0.5), to: path) }
    return (paths, OfflineRenderer(Playlist(files: paths), volume: 0.5, opener: door.opener))
  }

  /// Continues the render.
  /// - Returns: the left side of the output.
  private func play(_ offline: OfflineRenderer, until seconds: Double) -> [Float] {
    var out: [Float] = []
    offline.render(until: seconds) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
    return out
  }

  private func refusal(_ path: String) -> FileError? {
    do {
      _ = try SoundFile(path, opener: door.opener)
      return nil
    } catch { return error }
  }

  @Test func `the system's reason is reported and whether the file causes it`() throws {
    try Places.withFolder { folder in
      let path = list(folder, seconds: [0.1]).paths[0]
      #expect(refusal(path) == nil)
      for code in [EMFILE, ENFILE, ENOMEM, EIO, ENODEV, ESTALE] {
        door.close([path], with: code)
        let error = try #require(refusal(path))
        #expect(error.code == code && error.reason.contains(String(cString: strerror(code))), "\(error)")
      }
      for code in [ENOENT, EACCES, ELOOP] {
        door.close([path], with: code)
        let error = try #require(refusal(path))
        #expect(error.code == nil, "\(error)")
      }
    }
  }

  /// Without free descriptors, a playing file is checked by its own one.
  @Test func `a missing descriptor does not make a playing track unreadable`() throws {
    try Places.withFolder { folder in
      let path = list(folder, seconds: [0.1]).paths[0]
      let file = try SoundFile(path, opener: door.opener)
      #expect(!file.isUnreadable)
      door.close([path], with: EMFILE)
      #expect(!file.isUnreadable)
      door.close([path], with: EIO)
      #expect(file.isUnreadable)
    }
  }

  @Test(arguments: [EMFILE, ENFILE, ENOMEM, EIO])
  func `a jump waits for its track and what plays goes on`(code: Int32) throws {
    try Places.withFolder { folder in
      let (paths, offline) = list(folder, seconds: [20, 20])
      door.close(paths, with: code)
      _ = play(offline, until: 1)
      #expect(offline.deck.now == nil && offline.deck.problems.isEmpty)
      door.open()
      _ = play(offline, until: 2)
      #expect(offline.deck.now?.item == .file(paths[0]))
      door.close([paths[1]], with: code)
      offline.deck.jump(to: 1, seconds: 7)
      let meanwhile = play(offline, until: 3)
      #expect(offline.deck.now?.item == .file(paths[0]) && Signals.level(meanwhile.suffix(24_000)) > 0.1)
      door.open()
      _ = play(offline, until: 4)
      let now = try #require(offline.deck.now)
      #expect(now.item == .file(paths[1]) && now.position > 7 && now.position < 8, "\(now)")
      #expect(offline.deck.problems.isEmpty)
    }
  }

  /// A newer request does not wait for the earlier one.
  @Test func `another jump leaves the doubt`() throws {
    try Places.withFolder { folder in
      let (paths, offline) = list(folder, seconds: [20, 20, 20])
      _ = play(offline, until: 0.5)
      door.close([paths[1]], with: EIO)
      offline.deck.jump(to: 1)
      _ = play(offline, until: 1)
      offline.deck.jump(to: 2)
      _ = play(offline, until: 1.5)
      #expect(offline.deck.now?.item == .file(paths[2]))
      _ = play(offline, until: 5)
      #expect(offline.deck.problems.isEmpty)
    }
  }

  @Test(arguments: [EMFILE, EIO])
  func `the next track is tried again and follows without a gap`(code: Int32) throws {
    try Places.withFolder { folder in
      let (paths, offline) = list(folder, seconds: [5, 20])
      door.close([paths[1]], with: code)
      var out = play(offline, until: 1)
      door.open()
      out += play(offline, until: 8)
      #expect(offline.deck.now?.item == .file(paths[1]) && offline.deck.problems.isEmpty)
      for begin in stride(from: 24_000, to: out.count - 4800, by: 4800) {
        #expect(Signals.level(out[begin..<(begin + 4800)]) > 0.1, "at \(Double(begin) / 48_000) s")
      }
    }
  }

  @Test func `a track that stays unreadable is skipped with its reason after the doubt`() throws {
    try Places.withFolder { folder in
      let (paths, offline) = list(folder, seconds: [5, 20, 20])
      door.close([paths[1]], with: EIO)
      _ = play(offline, until: 1.5)
      #expect(offline.deck.problems.isEmpty)
      _ = play(offline, until: 6)
      let problems = offline.deck.problems
      #expect(problems.map(\.path) == [paths[1]] && problems.first?.reason.contains(String(cString: strerror(EIO))) == true, "\(problems)")
      #expect(offline.deck.now?.item == .file(paths[2]))
    }
  }

  /// Without descriptors no other file can be opened either. No file counts as bad; the built-in piece plays,
  /// and then the list again.
  @Test func `a box without descriptors plays the built in piece and then the list again`() throws {
    try Places.withFolder { folder in
      let (paths, offline) = list(folder, seconds: [20, 20])
      door.close(paths, with: EMFILE)
      _ = play(offline, until: 3)
      #expect(offline.deck.now?.item == .builtin)
      let problems = offline.deck.problems
      #expect(problems.map(\.path) == ["all 2 tracks of the list"], "\(problems)")
      #expect(problems.first?.reason.contains(String(cString: strerror(EMFILE))) == true)
      door.open()
      // The piece lasts 70 s.
      _ = play(offline, until: 75)
      #expect(offline.deck.now?.item == .file(paths[0]) && offline.deck.problems.count == 1)
    }
  }

  /// Between a stick's removal and its unmount, its files return errors.
  @Test func `a stick that is gone after the error is waited for at its place`() throws {
    try Places.withFolder { folder in
      let (paths, offline) = list(folder, seconds: [20, 20])
      let isGone = Mutex(false)
      let losses = Mutex<[LostMedia]>([])
      offline.deck.observeMedia(
        isGone: { _ in isGone.withLock { $0 } }, loss: { lost in losses.withLock { $0.append(lost) } })
      _ = play(offline, until: 0.5)
      door.close(paths, with: EIO)
      offline.deck.jump(to: 1, seconds: 7)
      _ = play(offline, until: 1)
      #expect(losses.withLock { $0.isEmpty })
      isGone.withLock { $0 = true }
      _ = play(offline, until: 2)
      #expect(losses.withLock { $0 } == [LostMedia(item: .file(paths[1]), position: 7)])
      #expect(offline.deck.problems.isEmpty)
    }
  }
}
