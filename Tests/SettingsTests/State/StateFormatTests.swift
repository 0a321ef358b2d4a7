import Foundation
import GestureFlowAPI
import Licensing
import Settings
import Signatures
import TestSupport
import Testing

/// Tests of the state file across versions of the program.
@Suite struct StateFormatTests {
  /// Written by GestureFlow 0.1.0 (`gflab write-state`), byte for byte.
  static let first = """
    {"format":"gestureflow-state","sha256":"bfa208b5c723217a5ded7cfc52df4091232632ec99c89f6f9494c4e76fc9e0aa","state":{"autoPause":false,"mode":"player","output":"audio","paused":true,"pitchCents":-250.5,"position":44,"serial":44,"speed":1.25,"stick":"3A1F-0C2E","tier":"free","track":"Blue Album/02 rain/snow.flac","volume":0.35},"version":1}
    """

  private func loaded(_ text: String) throws -> (state: SavedState?, notice: String?) {
    try Places.withFolder { (folder: URL) throws in
      let store = StateStore(folder.path)
      try Data(text.utf8).write(to: URL(fileURLWithPath: store.path))
      return store.load()
    }
  }

  /// A file of version 2 whose `state` is just this text.
  private func file(_ body: String, version: Int = 2) -> String {
    let sum = SHA256.text(Data(body.utf8))
    return "{\"format\":\"gestureflow-state\",\"version\":\(version),\"sha256\":\"\(sum)\",\"state\":\(body)}\n"
  }

  @Test func `the file of the first version is read`() throws {
    let (state, notice) = try loaded(Self.first)
    #expect(notice == nil)
    var expected = SavedState()
    (expected.stick, expected.track, expected.position) = ("3A1F-0C2E", "Blue Album/02 rain/snow.flac", 44)
    (expected.volume, expected.speed, expected.pitchCents) = (0.35, 1.25, -250.5)
    expected.paused = true
    expected.autoPause = false
    expected.serial = 44
    #expect(state == expected)
  }

  @Test func `the first versions checksum still counts`() throws {
    let (state, notice) = try loaded(Self.first.replacingOccurrences(of: "0.35", with: "0.95"))
    #expect(state == nil && notice?.contains("checksum") == true)
  }

  @Test func `the first versions unknown words become defaults`() throws {
    // The canonical JSON of its keys, for which 0.1.0 computed the checksum.
    let body = """
      {"mode":"disco","output":"smoke","paused":false,"pitchCents":0,"position":7,"serial":1,"speed":1,"tier":"gold","volume":0.5}
      """
    let sum = SHA256.text(Data(body.utf8))
    let (state, notice) = try loaded("{\"format\":\"gestureflow-state\",\"sha256\":\"\(sum)\",\"state\":\(body),\"version\":1}")
    #expect(notice == nil && state?.position == 7 && state?.mode == .player && state?.output == .audio)
  }

  /// A later program adds a key, drops one, and has an unknown mode. None of these counts as damage.
  @Test func `keys that come and go do not count as damage`() throws {
    let (state, notice) = try loaded(file(#"{ "mode": "juggling", "brightness": 0.25, "volume": 0.45, "serial": 9 }"#))
    #expect(notice == nil && state?.volume == 0.45 && state?.serial == 9 && state?.mode == .player && state?.speed == 1)
  }

  /// A saved tier counts as a choice only in files with mode instrument. Older files contain only tier free,
  /// and no user could choose it.
  @Test func `the tier of before it could be chosen is not kept`() throws {
    #expect(try loaded(Self.first).state?.tier == TierLimits.first.tier)
    #expect(try loaded(file(#"{"tier":"free","serial":9}"#)).state?.tier == TierLimits.first.tier)
    #expect(try loaded(file(#"{"tier":"free","instrument":{},"serial":9}"#)).state?.tier == .free)
  }

  @Test func `a later version is reported and not touched`() throws {
    let (state, notice) = try loaded(file(#"{"volume":0.5}"#, version: 3))
    #expect(state == nil && notice?.contains("version 3") == true)
  }

  @Test func `a return to this version finds its last state, and the newer one stays for the way forward`() throws {
    try Places.withFolder { (folder: URL) throws in
      let store = StateStore(folder.path)
      var state = SavedState()
      state.volume = 0.35
      try store.save(state)
      // The next version keeps the file of this one, then writes its own.
      try FileManager.default.moveItem(atPath: store.path, toPath: store.kept(2))
      let newer = Data(file(#"{"volume":0.9}"#, version: 3).utf8)
      for path in [store.path, store.previous] { try newer.write(to: URL(fileURLWithPath: path)) }
      let (kept, notice) = store.load()
      #expect(kept == state && notice?.contains("version 3") == true && notice?.hasSuffix("using the last state of this version") == true)
      state.volume = 0.4
      try store.save(state)
      #expect(store.load().state == state && FileManager.default.contents(atPath: store.kept(3)) == newer)
    }
  }

  @Test func `the state of an older version is kept when this one replaces it`() throws {
    try Places.withFolder { (folder: URL) throws in
      let store = StateStore(folder.path)
      try Data(Self.first.utf8).write(to: URL(fileURLWithPath: store.path))
      let state = try #require(store.load().state)
      try store.save(state)
      try store.save(state)
      #expect(FileManager.default.contents(atPath: store.kept(1)) == Data(Self.first.utf8))
      #expect(store.load().state == state && FileManager.default.fileExists(atPath: store.previous))
    }
  }

  /// Mode, tier and output are words. The checksum covers the bytes of the file.
  @Test func `the file is plain JSON with a checksum over its bytes`() throws {
    try Places.withFolder { (folder: URL) throws in
      let store = StateStore(folder.path)
      var state = SavedState()
      state.mode = .player
      state.tier = .pro
      state.output = .both
      state.track = "a/b é.flac"
      state.elsewhere = [.init(stick: "A", track: "1.flac", position: 2.5)]
      try store.save(state)
      let text = try String(contentsOfFile: store.path, encoding: .utf8)
      for word in ["\"mode\":\"player\"", "\"tier\":\"pro\"", "\"output\":\"both\"", "a/b é.flac"] {
        #expect(text.contains(word), "\(text)")
      }
      let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      let from = try #require(text.range(of: "\"state\":")).upperBound
      let to = try #require(text.lastIndex(of: "}"))
      let sum = SHA256.text(Data(text[from..<to].utf8))
      #expect(json["sha256"] as? String == sum && json["version"] as? Int == 2)
      #expect(store.load().state == state)
    }
  }

  @Test func `places are brought into bounds`() throws {
    try Places.withFolder { (folder: URL) throws in
      var state = SavedState()
      state.elsewhere = (0..<50).map { .init(stick: "s\($0)", track: "t", position: -1) }
      try StateStore(folder.path).save(state)
      let loaded = try #require(StateStore(folder.path).load().state)
      #expect(loaded.elsewhere.count == 8 && loaded.elsewhere.allSatisfy { $0.position == 0 })
    }
  }
}
