import Foundation
import Sound
import Supervisor
import TestSupport
import Testing

/// Owners write sounds by docs/reference/sounds.md, so its facts must be true.
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

  @Test func `its figures are those of the sounds`() throws {
    for sound in SoundFolder(Places.project.appendingPathComponent("sounds").path, .factory).read().sounds {
      let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| \(sound.name) |") }, "\(sound.name)")
      let figures = row.split(separator: "|").dropFirst().map { Double($0.trimmingCharacters(in: .whitespaces)) }
      let written = try #require(figures.prefix(5).allSatisfy { $0 != nil } ? figures.prefix(5).compactMap { $0 } : nil, "\(row)")
      let (note, chord) = (RenderedSound(sound.patch, keys: [60]), RenderedSound(sound.patch, keys: [60, 64, 67]))
      for (figure, measured) in zip(written, [note.loudest, chord.loudest, note.peak, chord.peak]) {
        #expect(abs(figure - measured) < 0.3, "\(sound.name): \(figure) stands there, \(measured) dB are measured")
      }
      #expect(abs(written[4] / note.centroid - 1) < 0.05, "\(sound.name): \(written[4]) Hz stand there, \(note.centroid) are measured")
    }
  }
}
