import Foundation
import Modes
import Sound
import TestSupport
import Testing

/// Owners write sounds by docs/reference/sounds.md, so its facts must be true. `FactorySoundsTests`
/// measures its figures.
@Suite struct SoundPageTests {
  private let page: String

  init() throws { page = try String(contentsOf: Places.project.appendingPathComponent("docs/reference/sounds.md"), encoding: .utf8) }

  @Test func `its example is a sound with every key as it is when it is left out`() throws {
    let start = try #require(page.range(of: "```toml\n"))
    let end = try #require(page.range(of: "```", range: start.upperBound..<page.endIndex))
    let example = page[start.upperBound..<end.lowerBound]
    let reading = SynthSoundFile.read(Array(example.utf8), file: "docs/reference/sounds.md")
    #expect(reading.errors.isEmpty && reading.sound?.patch == SynthPatch())
    for key in SoundKey.all where key.name != "delay.beats" {
      #expect(example.contains("\n\(key.short) = ") || example.hasPrefix("\(key.short) = "), "\(key.name)")
    }
  }

  @Test func `its table has every key with its range`() {
    for key in SoundKey.all {
      let section = key.section.map { "`[\($0)]`" } ?? ""
      let allowed = key.allowed.replacingOccurrences(of: "\"", with: "`")
      let row = "| \(section) | `\(key.short)` | \(allowed) | \(key.about) |"
      #expect(page.contains(row), "docs/reference/sounds.md lacks: \(row)")
    }
  }
}
