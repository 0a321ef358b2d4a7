import Gestures
import Hands
import Notes
import Testing

/// Tests of the reach: notes lie where the player's hands reach.
@Suite struct PlayedReachTests {
  /// Plays notes of 1.6 s with pauses of 0.4 s. `height` gives each note's height by its index.
  private func play(_ reach: inout PlayedReach, from begin: Double, to end: Double, rate: Double = 20, _ height: (Int) -> Float) {
    for i in Int(begin * rate)..<Int(end * rate) {
      let time = Double(i) / rate
      let sounds = time.truncatingRemainder(dividingBy: 2) < 1.6
      reach.see(sounds ? [height(Int(time / 2))] : [], isSounding: sounds, at: time)
    }
  }

  @Test func `the first seconds are played in the whole field`() {
    var reach = PlayedReach()
    play(&reach, from: 0, to: 18) { _ in 0.7 }
    #expect(reach.field == NoteField())
  }

  @Test(arguments: [10.0, 60]) func `the field becomes what hands have used`(rate: Double) {
    var reach = PlayedReach()
    play(&reach, from: 0, to: 300, rate: rate) { $0 % 2 == 0 ? 0.5 : 0.88 }
    #expect(abs(reach.field.top - 0.5) < 0.01 && abs(reach.field.bottom - 0.88) < 0.01, "\(reach.field)")
  }

  @Test func `it goes in slowly`() {
    var reach = PlayedReach()
    play(&reach, from: 0, to: 30) { $0 % 2 == 0 ? 0.5 : 0.88 }
    #expect(reach.field.top > 0.4 && reach.field.top < 0.44, "\(reach.field)")
  }

  @Test func `it is never narrower than what zones need, and never leaves the whole field`() {
    for height in [Float(0.3), 0.42, 0.65, 0.85, 1.1] {
      var reach = PlayedReach()
      play(&reach, from: 0, to: 300) { _ in height }
      let field = reach.field
      #expect(field.bottom - field.top > PlayedReach.least - 1e-4 && field.bottom - field.top < PlayedReach.least + 0.02, "\(field)")
      #expect(field.top >= NoteField.top - 1e-6 && field.bottom <= NoteField.bottom + 1e-6, "\(field)")
    }
  }

  @Test func `a hand that plays farther out has its notes soon`() {
    var reach = PlayedReach()
    play(&reach, from: 0, to: 300) { _ in 0.7 }
    #expect(reach.field.top > 0.5)
    play(&reach, from: 300, to: 310) { _ in 0.42 }
    #expect(reach.field.top < 0.45, "\(reach.field)")
  }

  @Test func `nothing changes while a note sounds`() {
    var reach = PlayedReach()
    for i in 0..<6000 { reach.see([0.7], isSounding: true, at: Double(i) / 20) }
    #expect(reach.field == NoteField())
    reach.see([], isSounding: false, at: 301)
    #expect(reach.field != NoteField())
  }

  @Test func `a pause and a new beginning change nothing`() {
    var reach = PlayedReach()
    play(&reach, from: 0, to: 300) { _ in 0.7 }
    let learned = reach.field
    for i in 0..<100 { reach.see([], isSounding: false, at: 300 + Double(i) * 60) }
    #expect(reach.field == learned)
    reach.beginAnew()
    reach.see([], isSounding: false, at: 1)
    #expect(reach.field == learned)
  }

  @Test func `heights that are NaN or infinite do not count`() {
    var reach = PlayedReach()
    for i in 0..<6000 { reach.see([i % 2 == 0 ? .nan : .infinity], isSounding: i % 40 > 8, at: Double(i) / 20) }
    #expect(reach.field == NoteField())
  }

  // MARK: - In the instrument

  private func engine(_ law: ReachLaw) -> GestureEngine {
    var settings = GestureSettings()
    settings.reach = law
    return GestureEngine(settings, mode: .instrument)
  }

  /// Plays like a seated person. The hand is between the lowest note and the middle of the field. It is open for 1.6
  /// s and closed for 0.4 s.
  /// - Returns: each frame's notes.
  private func sitting(_ engine: inout GestureEngine, _ begin: Double, _ end: Double) -> [(time: Double, notes: PlayedNotes)] {
    InstrumentPlay.play(&engine, begin, end, rate: 15) { time in
      let isOpen = time.truncatingRemainder(dividingBy: 2) < 1.6
      let isHigh = Int((time + 0.4) / 2) % 2 == 0
      return [InstrumentPlay.hand(1, isOpen ? .open : .fist, position: isHigh ? 0.5 : 0.02)]
    }
  }

  @Test func `a seated player reaches more notes after a while, and without it notes stay in place`() throws {
    let notes = NoteLayout().notes
    for law in ReachLaw.allCases {
      var engine = engine(law)
      let first = sitting(&engine, 0, 12).begun()
      #expect(Set(first) == [notes[0], notes[5]], "\(law): \(first)")
      let played = sitting(&engine, 12, 260)
      let last = Array(played.suffix(15 * 8)).begun()
      #expect(Set(last) == [notes[0], notes[law == .auto ? 7 : 5]], "\(law): \(last)")
      let field = try #require(played.last?.notes.field)
      #expect((field == NoteField()) == (law == .full))
    }
  }

  @Test func `no note moves under a hand that is still`() {
    var engine = engine(.auto)
    let played = InstrumentPlay.play(&engine, 0, 90, rate: 15) { _ in [InstrumentPlay.hand(1, position: 0.5)] }
    #expect(played.begun().count == 1)
    let positions = Set(played.suffix(1000).compactMap { $0.notes[SourceID(.hand, 1)]?.source.position })
    #expect(positions.count == 1)
  }

  @Test func `with the same first frames both laws play the same`() {
    var (auto, full) = (engine(.auto), engine(.full))
    let (first, second) = (sitting(&auto, 0, 15), sitting(&full, 0, 15))
    #expect(zip(first, second).allSatisfy { $0.notes == $1.notes } && first.contains { $0.notes.sounding > 0 })
  }
}
