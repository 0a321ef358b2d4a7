import Foundation
import Library
import Modes
import Settings
import Sound
import Synchronization
import TestSupport
import Testing

/// A stick leaves and returns before the library or the deck notices. Folders stand for sticks; blocks are
/// rendered without a clock.
@Suite struct StickReturnTests {
  /// A deck, its jukebox and a stick `A` whose first track plays.
  private final class Player {
    let folder: URL
    let offline = OfflineRenderer(Playlist(), volume: 0.5)
    let jukebox: Jukebox
    let notices: Notices
    private static let tone = Signals.sine(220, seconds: 40, level: 0.4)

    final class Notices: Sendable {
      private let all = Mutex<[String]>([])
      func add(_ text: String) { all.withLock { $0.append(text) } }
      var count: Int { all.withLock { $0.count } }
    }

    init(_ folder: URL) throws {
      self.folder = folder
      let notices = Notices()
      self.notices = notices
      let jukebox = Jukebox(offline.deck, isFixed: false, mountRoot: "/nowhere") { notices.add($0) }
      self.jukebox = jukebox
      offline.deck.observeMedia(isGone: { [weak jukebox] in jukebox?.isGone($0) ?? false }, loss: { [weak jukebox] in jukebox?.lose($0) })
      try FileManager.default.createDirectory(atPath: root("sda1"), withIntermediateDirectories: true)
      // 16 bit. It is longer than a test plays and the deck reads ahead.
      Signals.write(Self.tone, to: root("sda1") + "/1.wav", format: 0x01_0000 | 2)
      try FileManager.default.copyItem(atPath: root("sda1") + "/1.wav", toPath: root("sda1") + "/2.wav")
      try FileManager.default.copyItem(atPath: root("sda1"), toPath: root("copy"))
    }

    /// Returns a player whose stick was removed after two seconds. The kernel does not have more of its data.
    static func pulledOut(_ folder: URL) throws -> Player {
      let player = try Player(folder)
      player.list("sda1")
      player.play(until: 2)
      try player.pull()
      player.forget()
      return player
    }

    func root(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Reports the library's list of the stick under this mount name; nil without a stick.
    func list(_ name: String?, _ numbers: [Int] = [1, 2], isWhole: Bool = false) {
      let tracks = numbers.map { number in
        MediaTrack(stick: "A", relative: "\(number).wav", path: root(name ?? "") + "/\(number).wav")
      }
      let lists = name == nil || tracks.isEmpty ? [] : [MusicList(name: "", tracks: tracks)]
      jukebox.update { .init(lists, whole: isWhole ? ["A"] : []) }
    }

    /// Removes the stick. Open files can still be read from the kernel's memory.
    func pull() throws { try FileManager.default.moveItem(atPath: root("sda1"), toPath: root("away")) }
    /// Drops the stick's data from the kernel's memory.
    func forget() { for number in 1...2 { truncate(root("away") + "/\(number).wav", 1000) } }
    /// Puts the stick back under a name.
    func putBack(_ name: String) throws { try FileManager.default.copyItem(atPath: root("copy"), toPath: root(name)) }

    /// Renders until `seconds` after the start.
    /// - Returns: the left side.
    @discardableResult func play(until seconds: Double) -> [Float] {
      var out: [Float] = []
      offline.render(until: seconds) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
      return out
    }
  }

  /// The new list may come before the deck misses the file. No later list follows it, and the box must not stay
  /// silent.
  @Test func `back under another name before the deck misses it`() throws {
    try Places.withFolder { folder in
      let player = try Player(folder)
      player.list("sda1")
      player.play(until: 2)
      #expect(player.offline.deck.now?.item == .file(player.root("sda1") + "/1.wav"))
      try player.pull()
      player.list(nil)
      try player.putBack("sdb1")
      player.list("sdb1")
      player.play(until: 4)
      #expect(player.offline.deck.now?.item == .file(player.root("sda1") + "/1.wav"), "what can be read plays on")
      player.forget()
      let out = player.play(until: 20)
      let now = try #require(player.offline.deck.now)
      #expect(player.offline.deck.lost == nil && now.item == .file(player.root("sdb1") + "/1.wav"), "\(now)")
      #expect(now.position > 19 && now.position < 20.1, "nothing was left out or heard twice: \(now.position)")
      #expect(player.notices.count == 0)
      #expect(Signals.level(out.suffix(48_000)) > 0.1)
      var saved = SavedState()
      player.jukebox.record(in: &saved, hasPlayed: true)
      #expect(saved.stick == "A" && saved.track == "1.wav" && abs(saved.position - now.position) < 0.01, "\(saved)")
    }
  }

  @Test func `back under its own name before the library misses it`() throws {
    try Places.withFolder { folder in
      let player = try Player.pulledOut(folder)
      player.play(until: 20)
      let lost = try #require(player.offline.deck.lost)
      #expect(player.offline.deck.isSilentForLoss && player.notices.count == 1)
      // The library reports another change and still lists the stick.
      player.list("sda1")
      player.play(until: 21)
      #expect(player.offline.deck.lost == lost && player.notices.count == 1, "it is still away")
      try player.putBack("sda1")
      player.list("sda1")
      player.play(until: 22)
      let now = try #require(player.offline.deck.now)
      #expect(player.offline.deck.lost == nil && now.item == lost.item)
      #expect(now.position > lost.position && now.position < lost.position + 1.1, "\(now.position)")
    }
  }

  @Test func `back while the tape still plays nothing is left out`() throws {
    try Places.withFolder { folder in
      let player = try Player.pulledOut(folder)
      player.list(nil)
      player.play(until: 5)
      #expect(player.offline.deck.lost != nil)
      try player.putBack("sdb1")
      player.list("sdb1")
      player.play(until: 8)
      let now = try #require(player.offline.deck.now)
      #expect(player.offline.deck.lost == nil && now.item == .file(player.root("sdb1") + "/1.wav"))
      #expect(now.position > 7 && now.position < 8.1, "\(now.position)")
    }
  }

  /// The playing track was deleted while the stick was away. The box must not stay silent.
  @Test(arguments: [true, false]) func `back without the track it goes on with what is there`(isEmpty: Bool) throws {
    try Places.withFolder { folder in
      let player = try Player.pulledOut(folder)
      player.list(nil)
      player.play(until: 20)
      #expect(player.offline.deck.isSilentForLoss)
      try player.putBack("sdb1")
      for number in isEmpty ? [1, 2] : [1] { try FileManager.default.removeItem(atPath: player.root("sdb1") + "/\(number).wav") }
      let rest = isEmpty ? [] : [2]
      player.list("sdb1", rest)
      player.play(until: 21)
      #expect(player.offline.deck.lost != nil, "the scan may still find it")
      player.list("sdb1", rest, isWhole: true)
      player.play(until: 23)
      let item: Playlist.Item = isEmpty ? .builtin : .file(player.root("sdb1") + "/2.wav")
      #expect(player.offline.deck.lost == nil && player.offline.deck.now?.item == item)
      var saved = SavedState()
      player.jukebox.record(in: &saved, hasPlayed: true)
      #expect(saved.track == (isEmpty ? nil : "2.wav") && saved.elsewhere.isEmpty, "the place is forgotten: \(saved)")
    }
  }

  /// The library knows it before the deck does, and reports nothing afterwards.
  @Test(arguments: [true, false]) func `back without the track before the deck misses it`(isEmpty: Bool) throws {
    try Places.withFolder { folder in
      let player = try Player(folder)
      player.list("sda1")
      player.play(until: 2)
      try player.pull()
      player.list(nil)
      try player.putBack("sdb1")
      for number in isEmpty ? [1, 2] : [1] { try FileManager.default.removeItem(atPath: player.root("sdb1") + "/\(number).wav") }
      player.list("sdb1", isEmpty ? [] : [2], isWhole: true)
      player.play(until: 4)
      #expect(player.offline.deck.now?.item == .file(player.root("sda1") + "/1.wav"), "what can be read plays on")
      player.forget()
      player.play(until: 20)
      let item: Playlist.Item = isEmpty ? .builtin : .file(player.root("sdb1") + "/2.wav")
      #expect(player.offline.deck.lost == nil && player.offline.deck.now?.item == item && player.notices.count == 0)
    }
  }
}
