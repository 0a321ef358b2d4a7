import GestureFlowAPI
import Modes
import Notes
import Perception
import TestSupport
import Testing

/// Tests of note events. Each start has one end, regardless of the sources.
@Suite struct NoteWatchTests {
  private func notes(_ played: (SourceID, UInt8?, UInt32)...) -> PlayedNotes {
    var notes = PlayedNotes()
    for (id, note, stroke) in played { notes.append(PlayedNote(Source(id), note: note, velocity: 96, stroke: stroke)) }
    return notes
  }

  private let one = SourceID(.hand, 1)
  private let two = SourceID(.hand, 2)
  private let touch = SourceID(.touch, 0)

  private func words(_ changes: [NoteChange]) -> [String] {
    changes.map { "\($0.source.words) \($0.name) \($0.velocity.map(String.init) ?? "off")" }
  }

  @Test func `a note begins goes over and ends`() {
    var watch = NoteWatch()
    #expect(words(watch.look(.hand, notes((one, 60, 1)), key: .c)) == ["hand 1 C4 96"])
    #expect(watch.look(.hand, notes((one, 60, 1)), key: .c).isEmpty, "a held note is not reported again")
    #expect(words(watch.look(.hand, notes((one, 62, 1)), key: .c)) == ["hand 1 D4 96", "hand 1 C4 off"], "legato: begin before end")
    #expect(words(watch.look(.hand, notes((one, 62, 2)), key: .c)) == ["hand 1 D4 off", "hand 1 D4 96"], "a stroke: end before begin")
    #expect(words(watch.look(.hand, notes((one, nil, 2)), key: .c)) == ["hand 1 D4 off"])
    #expect(watch.look(.hand, PlayedNotes(), key: .c).isEmpty)
  }

  @Test func `a source that is missing has ended and others are not missed`() {
    var watch = NoteWatch()
    _ = watch.look(.hand, notes((one, 60, 1), (two, 64, 2)), key: .c)
    #expect(words(watch.look(.touch, notes((touch, 67, 1)), key: .c)) == ["touch 0 G4 96"])
    #expect(words(watch.look(.hand, notes((two, 64, 2)), key: .c)) == ["hand 1 C4 off"])
    #expect(words(watch.look(.touch, PlayedNotes(), key: .c)) == ["touch 0 G4 off"])
  }

  /// The key may change while a note sounds. Its end has the name of its start.
  @Test func `a note ends under the name with which it began`() {
    var watch = NoteWatch()
    #expect(words(watch.look(.hand, notes((one, 70, 1)), key: .f)) == ["hand 1 Bb4 96"])
    #expect(words(watch.look(.hand, PlayedNotes(), key: .g)) == ["hand 1 Bb4 off"])
  }

  @Test func `after a panic a stroke that is held stays silent`() {
    var watch = NoteWatch()
    _ = watch.look(.hand, notes((one, 60, 1)), key: .c)
    #expect(words(watch.panic()) == ["hand 1 C4 off"] && watch.panic().isEmpty)
    #expect(watch.look(.hand, notes((one, 64, 1)), key: .c).isEmpty, "also when it goes over to another note")
    #expect(words(watch.look(.hand, notes((one, 64, 2)), key: .c)) == ["hand 1 E4 96"])
    #expect(words(watch.look(.hand, PlayedNotes(), key: .c)) == ["hand 1 E4 off"])
  }

  @Test func `the event says who and what`() {
    let begun = Event(NoteChange(source: one, name: "C4", velocity: 96), at: 1.23456)
    #expect(begun == Event(atSeconds: 1.2346, type: "noteOn", hand: 1, value: "C4", source: "hand 1", velocity: 96))
    let ended = Event(NoteChange(source: touch, name: "C4", velocity: nil), at: 2)
    #expect(ended.type == "noteOff" && ended.hand == nil && ended.velocity == nil && ended.source == "touch 0")
    #expect(EventKind.happenings.isSuperset(of: ["noteOn", "noteOff", "sound", "panic"]))
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `at the end every begin has its end`(seed: UInt64) {
    var random = SplitMix(seed)
    func below(_ n: Int) -> Int { Int(random.next() % UInt64(n)) }
    var begun = 0
    for round in 0..<10 {
      var watch = NoteWatch()
      var sounding: [String: Int] = [:]
      func take(_ changes: [NoteChange]) {
        for one in changes {
          let key = "\(one.source.words) \(one.name)"
          sounding[key, default: 0] += one.velocity == nil ? -1 : 1
          if one.velocity != nil { begun += 1 }
          #expect((0...1).contains(sounding[key] ?? 0), "seed \(seed), round \(round): \(key)")
        }
      }
      for _ in 0..<60 {
        if below(12) == 0 { take(watch.panic()) }
        let kind = below(2) == 0 ? SourceID.Kind.hand : .touch
        var played = PlayedNotes()
        for number in 0..<3 where below(2) == 0 {
          let note: UInt8? = below(2) == 0 ? UInt8(60 + below(4)) : nil
          played.append(PlayedNote(Source(SourceID(kind, number)), note: note, velocity: 64, stroke: UInt32(below(3))))
        }
        take(watch.look(kind, played, key: .c))
      }
      take(watch.look(.hand, PlayedNotes(), key: .c))
      take(watch.look(.touch, PlayedNotes(), key: .c))
      #expect(sounding.values.allSatisfy { $0 == 0 }, "seed \(seed), round \(round)")
    }
    #expect(begun > 100, "seed \(seed): \(begun)")
  }
}
