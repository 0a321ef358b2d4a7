import Notes
import Testing

/// Tests of scales, keys, ranges, and the places of their notes.
@Suite struct NoteLayoutTests {
  @Test func `there are twelve scales and twelve keys`() {
    #expect(Scale.allCases.count == 12 && Key.allCases.count == 12)
    #expect(Set(Scale.allCases.map(\.steps)).count == 12)
    for scale in Scale.allCases {
      #expect(scale.steps.first == 0 && scale.steps == scale.steps.sorted() && Set(scale.steps).count == scale.steps.count)
      #expect(scale.steps.allSatisfy { (0..<12).contains($0) })
    }
  }

  /// The church modes are the major scale from another of its notes.
  @Test(arguments: [(Scale.dorian, 2), (.phrygian, 4), (.lydian, 5), (.mixolydian, 7), (.naturalMinor, 9)])
  func `modes are the major scale from another note`(scale: Scale, from: Int) {
    #expect(Set(scale.steps.map { ($0 + from) % 12 }) == Set(Scale.major.steps))
  }

  @Test func `an octave is written as musicians know it`() throws {
    let range = try #require(NoteRange(60, 72))
    func names(_ scale: Scale, _ key: Key) -> [String] {
      NoteLayout(scale: scale, key: key, range: range).notes.map { key.spelling(of: $0) }
    }
    #expect(names(.pentatonicMajor, .f) == ["C4", "D4", "F4", "G4", "A4", "C5"])
    #expect(names(.major, .bFlat) == ["C4", "D4", "Eb4", "F4", "G4", "A4", "Bb4", "C5"])
    #expect(names(.major, .d) == ["C#4", "D4", "E4", "F#4", "G4", "A4", "B4"])
    #expect(names(.harmonicMinor, .a) == ["C4", "D4", "E4", "F4", "G#4", "A4", "B4", "C5"])
    #expect(names(.blues, .c) == ["C4", "Eb4", "F4", "Gb4", "G4", "Bb4", "C5"])
  }

  @Test func `keys are found by their names`() {
    for key in Key.allCases { #expect(Key(name: key.name) == key && Key(name: key.name.lowercased()) == key) }
    #expect(Key(name: "F#") == .gFlat && Key(name: "a#") == .bFlat && Key(name: "b") == .b && Key(name: "BB") == nil)
    for wrong in ["", "H", "Cbb", "C##", "7", "C4", "é"] { #expect(Key(name: wrong) == nil, "\(wrong)") }
  }

  @Test func `a range is an octave at least`() {
    #expect(NoteRange(0, 127) != nil && NoteRange(60, 72) != nil)
    for (low, high) in [(60, 71), (72, 60), (-1, 20), (100, 128), (.min, .max)] { #expect(NoteRange(low, high) == nil, "\(low) \(high)") }
  }

  @Test(arguments: Scale.allCases, Key.allCases) func `every note is of the scale and has its zone`(scale: Scale, key: Key) throws {
    for (low, high) in [(0, 127), (48, 72), (59, 71), (115, 127)] {
      let layout = NoteLayout(scale: scale, key: key, range: try #require(NoteRange(low, high)))
      let expected = (low...high).filter { note in scale.steps.contains { (key.rawValue + $0) % 12 == note % 12 } }
      #expect(layout.notes.map { Int($0) } == expected && layout.notes.count >= 5)
      let count = layout.notes.count
      for zone in 0..<count { #expect(ZoneFinder.zone(at: (Float(zone) + 0.5) / Float(count), of: count) == zone) }
      for (position, zone) in [(Float(0), 0), (1, count - 1), (-3, 0), (3, count - 1)] {
        #expect(ZoneFinder.zone(at: position, of: count) == zone)
      }
      #expect(layout.notes.indices.contains { layout.isRoot($0) })
      for zone in 0..<count where layout.isFifth(zone) { #expect((Int(layout.notes[zone]) - key.rawValue + 12) % 12 == 7) }
    }
  }
}
