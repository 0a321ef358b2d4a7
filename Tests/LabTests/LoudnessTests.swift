import Foundation
import Lab
import Sound
import TestSupport
import Testing

/// Tests of loudness. A listener need not change the volume for another mode or another sound.
@Suite struct LoudnessTests {
  private static let sounds = Places.project.appendingPathComponent("sounds").path

  private func check(_ rows: [(name: String, figure: LoudnessRun.Figure)], within most: Double) throws {
    let low = try #require(rows.min { $0.figure.level < $1.figure.level })
    let high = try #require(rows.max { $0.figure.level < $1.figure.level })
    #expect(high.figure.level - low.figure.level <= most, "\(high) and \(low)")
    #expect(rows.allSatisfy { $0.figure.peak <= -1 }, "the limiter keeps true peaks below -1 dB: \(rows)")
  }

  /// `make test` measures one built-in set of the stems.
  @Test func `modes are within 2 LU of each other at a first start`() throws {
    let piece = try WrittenPiece(file: Places.project.appendingPathComponent("scores/first-light.txt").path)
    let songs = Ring.cases([BuiltinSong.evening], of: BuiltinSong.allCases)
    let modes = try LoudnessRun.modes(piece, sounds: Self.sounds, songs: songs)
    #expect(modes.count == (Ring.isLong ? 5 : 3))
    try check(modes.map { ($0.name, $0.figure) }, within: 2)
    // -16 LUFS at the volume of a first start, 0.8.
    #expect(abs(modes[0].figure.level + 17.9) < 0.5, "\(modes[0])")
  }

  /// `make test` measures four of the twelve sounds.
  @Test func `factory sounds are within 2 LU of each other in a melody and in chords`() throws {
    let all = try FileManager.default.contentsOfDirectory(atPath: Self.sounds).filter { $0.hasSuffix(".toml") }
    #expect(all.count == 12)
    let names = Ring.cases(["burning-lead.toml", "cathedral-pipes.toml", "trembling-keys.toml", "warm-strings.toml"], of: all)
    let sounds = try Places.withFolder { folder in
      for name in names { try FileManager.default.copyItem(atPath: "\(Self.sounds)/\(name)", toPath: folder.path + "/" + name) }
      return LoudnessRun.sounds(in: folder.path)
    }
    #expect(sounds.count == names.count)
    try check(sounds.map { ($0.name, $0.melody) }, within: 2)
    try check(sounds.map { ($0.name, $0.chords) }, within: 2)
  }
}
