import Foundation
import GestureFlowAPI
import Library
import Modes
import Perception
import Settings
import Supervisor
import TestSupport
import Testing

/// Mutated files of the state, of scenes, sounds, stem sets and sessions: each ends in a value or in a refusal.
/// `ConfigFuzzTests` has the configuration's.
@Suite struct TextFuzzTests {
  /// A new folder, in memory where the machine has such a file system: a disk would take most of the time.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    guard access("/dev/shm", W_OK) == 0 else { return try Places.withFolder { (folder: URL) throws in try body(folder) } }
    let folder = URL(fileURLWithPath: "/dev/shm/gf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func `the fuzzers share ten minutes of the long ring`() throws {
    let shares: Double = Fuzzer.allCases.reduce(0) { $0 + $1.share }
    #expect(abs(shares - 1) < 1e-9)
    let script = try String(contentsOf: Places.project.appendingPathComponent("scripts/test.sh"), encoding: .utf8)
    #expect(script.contains("GESTUREFLOW_FUZZ_SECONDS=600"))
  }

  /// With a right sum, as a program with a fault would write it, and without one, as a bad card reads it.
  @Test func `mutated states are read in their ranges or not at all`() throws {
    try withFolder { folder in
      let store = StateStore(folder.path)
      let (body, whole) = (Array(ExtremesTests.state.utf8), Array(ExtremesTests.file(ExtremesTests.state)))
      var random = SplitMix(33)
      var taken = 0
      for turn in Fuzzer.state.turns(sample: 200) {
        let data =
          turn % 2 == 0
          ? ExtremesTests.file(String(decoding: random.mutate(body), as: UTF8.self)) : Data(random.mutate(whole))
        try data.write(to: URL(fileURLWithPath: store.path))
        guard let state = store.load().state else { continue }
        taken += 1
        #expect(ExtremesTests.isSane(state), "turn \(turn)")
        let values = InstrumentControls.Values(state, Configuration())
        #expect(values.range.low < values.range.high, "turn \(turn)")
      }
      #expect(taken > 0)
    }
  }

  @Test func `mutated scenes are read in their ranges or set aside`() throws {
    try withFolder { folder in
      let seed = Array(ExtremesTests.scenes.utf8)
      var random = SplitMix(37)
      var taken = 0
      for turn in Fuzzer.scenes.turns(sample: 200) {
        try Data(random.mutate(seed)).write(to: folder.appendingPathComponent("scenes.json"))
        let scenes = SceneStore(folder.path) { _ in }.all
        taken += scenes.count
        #expect(scenes.allSatisfy { ExtremesTests.isSane($0) }, "turn \(turn)")
      }
      #expect(taken > 0)
    }
  }

  @Test func `mutated sounds are read or refused`() throws {
    let sounds = Places.project.appendingPathComponent("sounds").path
    let names = try FileManager.default.contentsOfDirectory(atPath: sounds).filter { $0.hasSuffix(".toml") }.sorted()
    let seeds = try names.map { try [UInt8](Data(contentsOf: URL(fileURLWithPath: sounds + "/" + $0))) }
    var random = SplitMix(34)
    var (taken, refused) = (0, 0)
    for turn in Fuzzer.sounds.turns(sample: 300) {
      let read = SynthSoundFile.read(random.mutate(seeds[turn % seeds.count]), file: "x.toml")
      if read.sound == nil { refused += 1 } else { taken += 1 }
      #expect(read.sound != nil || !read.errors.isEmpty, "turn \(turn)")
    }
    #expect(taken > 0 && refused > 0, "\(taken) and \(refused)")
  }

  @Test func `mutated stem sets are read or refused`() {
    let seed = Array(
      "name = \"a\"\ntempo = 110\n[[channel]]\nfile = \"a.wav\"\nbars = 2\ngain = 1.5\n[[channel]]\nfile = 'b\\c.wav'\n".utf8)
    var random = SplitMix(35)
    var taken = 0
    for turn in Fuzzer.stems.turns(sample: 300) {
      let read = StemSetFile.read(random.mutate(seed))
      #expect((read.plan == nil) == (read.reasons.count > 0), "turn \(turn)")
      if read.plan != nil { taken += 1 }
    }
    #expect(taken > 0)
  }

  @Test func `mutated sessions are replayed or refused`() throws {
    try withFolder { folder in
      let seed = Array((try ExtremesTests.session().joined(separator: "\n") + "\n").utf8)
      let path = folder.appendingPathComponent("session.jsonl")
      var random = SplitMix(36)
      var taken = 0
      for turn in Fuzzer.sessions.turns(sample: 100) {
        try Data(random.mutate(seed)).write(to: path)
        if let replay = try? SessionReplay(path.path) {
          taken += 1
          #expect(replay.lost >= 0, "turn \(turn)")
        }
        guard let file = try? ReplayFile(path.path, isLive: false) else { continue }
        for _ in 0..<8 {
          guard case .frame(let frame) = file.next(timeout: 0) else { break }
          #expect((1...4096).contains(frame.width), "turn \(turn)")
          _ = file.take(through: frame.index)
        }
      }
      #expect(taken > 0)
    }
  }
}
