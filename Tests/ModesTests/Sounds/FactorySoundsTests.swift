import Foundation
import Modes
import Sound
import TestSupport
import Testing

/// Tests of the factory sounds: each file is valid, and each sounds different. `LoudnessTests` measures their
/// loudness.
@Suite struct FactorySoundsTests {
  private static let folder = Places.project.appendingPathComponent("sounds").path
  private static let contents = SoundFolder(folder, .factory).read()
  /// A C4 of each sound.
  private static let notes = contents.sounds.map { RenderedSound($0.patch, keys: [60]) }

  @Test func `there are twelve and each reads`() {
    #expect(Self.contents.problems == [] && Self.contents.trouble == nil)
    #expect(Self.contents.sounds.count == 12)
    #expect(Set(Self.contents.sounds.map { InstrumentSound.key($0.name) }).count == 12)
    for sound in Self.contents.sounds {
      let file = URL(fileURLWithPath: sound.file).deletingPathExtension().lastPathComponent
      #expect(InstrumentSound.key(file) == InstrumentSound.key(sound.name), "\(sound.file) is named by its sound")
      #expect(sound.patch.inRange == sound.patch, "\(sound.name)")
    }
  }

  @Test func `a run out of the checkout finds them`() { #expect(SoundCatalogUpdater.factoryFolder() == Self.folder) }

  /// Owners write sounds by docs/reference/sounds.md, so its figures must be true. `SoundPageTests` checks the rest of
  /// the page.
  @Test func `the figures of the page are those of the sounds`() throws {
    let page = try String(contentsOf: Places.project.appendingPathComponent("docs/reference/sounds.md"), encoding: .utf8)
    for (sound, note) in zip(Self.contents.sounds, Self.notes) {
      let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| \(sound.name) |") }, "\(sound.name)")
      let figures = row.split(separator: "|").dropFirst().map { Double($0.trimmingCharacters(in: .whitespaces)) }
      let written = try #require(figures.prefix(5).allSatisfy { $0 != nil } ? figures.prefix(5).compactMap { $0 } : nil, "\(row)")
      let chord = RenderedSound(sound.patch, keys: [60, 64, 67])
      for (figure, measured) in zip(written, [note.loudest, chord.loudest, note.peak, chord.peak]) {
        #expect(abs(figure - measured) < 0.3, "\(sound.name): \(figure) stands there, \(measured) dB are measured")
      }
      #expect(abs(written[4] / note.centroid - 1) < 0.05, "\(sound.name): \(written[4]) Hz stand there, \(note.centroid) are measured")
    }
  }

  /// Room and echo make some held notes louder than others. With more of it a sound could not be played.
  @Test func `the notes of a sound are about equally loud`() {
    let others = Ring.cases([65, 71], of: [62, 64, 65, 67, 69, 71])
    for (sound, first) in zip(Self.contents.sounds, Self.notes) {
      let levels = [first.loudest] + others.map { RenderedSound(sound.patch, keys: [$0]).loudest }
      #expect(levels.max()! - levels.min()! <= 5, "\(sound.name): \(levels)")
    }
  }

  /// Four hands and touches may play at once. The limiter then reduces the level only a little.
  @Test func `four notes stay below the ceiling and nothing is reset`() {
    for sound in Self.contents.sounds {
      let rendered = RenderedSound(sound.patch, keys: [48, 60, 64, 67], velocity: 1)
      // The peak of a sample that is not finite is infinite.
      #expect(rendered.resets == 0 && rendered.peak < 3, "\(sound.name): \(rendered.peak) dB")
    }
  }

  /// Each pair differs in brightness, attack or decay, not only in name. The limits: a quarter in brightness,
  /// 50 ms and half in attack, or 6 dB in decay or release.
  @Test func `each sounds unlike the others`() {
    let measured = zip(Self.contents.sounds, Self.notes).map { sound, note in
      (name: sound.name, centroid: note.centroid, attack: note.attack, fallen: min(note.fallen, 40), tail: min(note.tail, 40))
    }
    for (i, a) in measured.enumerated() {
      for b in measured[(i + 1)...] {
        let brightness = max(a.centroid, b.centroid) / min(a.centroid, b.centroid) > 1.25
        let attack = abs(a.attack - b.attack) > max(0.05, 0.5 * min(a.attack, b.attack))
        let length = abs(a.fallen - b.fallen) > 6 || abs(a.tail - b.tail) > 6
        #expect(brightness || attack || length, "\(a) and \(b)")
      }
    }
  }
}
