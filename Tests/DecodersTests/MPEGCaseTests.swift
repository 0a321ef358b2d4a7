import Foundation
import TestSupport
import Testing

/// Tests of files that other decoders truncate, reject or call damaged.
@Suite(.enabled(if: Places.hasCases, "../shared/cases is not there: the cases are skipped")) struct MPEGCaseTests {
  /// The start of a file's name, and its right length in seconds. The lengths are from ffmpeg.
  private static let lengths: [(name: String, seconds: Double)] = [
    ("A1", 6.034), ("A2", 7.941), ("B1", 6), ("B2", 6), ("B3", 5.955), ("B4", 6), ("B5", 6), ("C1", 6.034), ("C2", 6.034), ("C3", 6.034),
    ("H4", 0.261),
  ]

  private func path(_ name: String) throws -> String {
    let folder = Places.cases.appendingPathComponent("files/stick")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return folder.appendingPathComponent(try #require(names.first { $0.hasPrefix(name + " ") })).path
  }

  @Test(arguments: 0..<lengths.count) func `the case has its whole length`(_ place: Int) throws {
    let (name, seconds) = Self.lengths[place]
    let found = try #require(try Decoded.read(try path(name)), "\(name) is refused")
    #expect(found.coding == .mpeg && found.hasReadAll)
    #expect(abs(found.told - seconds) < 0.05 && abs(found.seconds - seconds) < 0.05, "\(name): \(found.told) told, \(found.seconds) heard")
    #expect(Signals.level(found.samples.suffix(4410)[...]) > 0.01, "\(name) sounds to its end")
  }

  @Test func `half a minute of variable bit rate has its whole length`() throws {
    let found = try #require(try Decoded.read(Places.cases.appendingPathComponent("reports/vbr-without-xing-30s.mp3").path))
    #expect(abs(found.told - 30.04) < 0.05 && abs(found.seconds - 30.04) < 0.05)
  }

  @Test func `sound goes on behind two damaged kilobytes`() throws {
    let found = try #require(try Decoded.read(try path("D2")))
    #expect(abs(found.told - 6) < 0.05 && found.seconds > 5.6 && found.hasReadAll)
    #expect(Signals.level(found.samples.suffix(24_000)[...]) > 0.05)
  }

  @Test func `a WAV of fifty frames plays`() throws {
    let found = try #require(try Decoded.read(try path("C4")))
    #expect(found.coding == .other && found.samples.count == 50)
  }
}
