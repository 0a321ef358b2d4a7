import Notes
import TestSupport
import Testing

/// Tests of notes from all kinds of sources.
@Suite struct NotePlayerTests {
  private func touch(_ slot: Int, _ position: Float, expression: Float = 1, gate: Bool = true) -> Source {
    Source(SourceID(.touch, slot), position: position, expression: expression, gate: gate)
  }

  @Test func `a change of scale cuts nothing`() {
    var player = NotePlayer()
    let before = player.update([touch(0, 0.5)])[0]
    player.settings.layout = NoteLayout(scale: .blues, key: .b)
    let after = player.update([touch(0, 0.5)])[0]
    #expect(after.note == before.note && after.stroke == before.stroke)
    let moved = player.update([touch(0, 0.9)])[0]
    let notes = player.settings.layout.notes
    #expect(moved.note == notes[ZoneFinder.zone(at: 0.9, of: notes.count)] && moved.stroke == before.stroke)
  }

  /// A fist that moves to another note passes through others.
  /// It strikes the note where it opens, even if frames show it on other notes on its way.
  @Test func `a struck note takes its place and a sounding one keeps its zone`() {
    var player = NotePlayer()
    let count = player.settings.layout.notes.count
    func at(_ place: Float, gate: Bool) -> PlayedNote { player.update([touch(0, place / Float(count), gate: gate)])[0] }
    #expect(at(3.5, gate: false).zone == 3)
    // If it sounded, it would still be in the zone above.
    #expect(at(2.9, gate: false).zone == 2)
    #expect(at(2.9, gate: true).note == player.settings.layout.notes[2])
    #expect(at(3.1, gate: true).note == player.settings.layout.notes[2])
    #expect(at(3.9, gate: true).note == player.settings.layout.notes[3])
    #expect(at(2.9, gate: true).note == player.settings.layout.notes[3])
    #expect(at(2.9, gate: false).zone == 2 && at(2.9, gate: true).note == player.settings.layout.notes[2])
  }

  @Test func `of more sources than may play the first ones do`() {
    var player = NotePlayer()
    player.settings.sources = 1
    let both = player.update([touch(0, 0.2), touch(1, 0.8)])
    #expect(both.sounding == 1 && both[SourceID(.touch, 0)]?.note != nil)
    // The second one takes over when the first is silent. It keeps its note when the first comes back.
    let second = player.update([touch(0, 0.2, gate: false), touch(1, 0.8)])
    #expect(second.sounding == 1 && second[SourceID(.touch, 1)]?.note != nil)
    #expect(player.update([touch(0, 0.2), touch(1, 0.8)])[SourceID(.touch, 1)]?.stroke == second[SourceID(.touch, 1)]?.stroke)
  }

  @Test func `fewer sources than sound cut nothing`() {
    var player = NotePlayer()
    let four = (0..<4).map { touch($0, Float($0) / 4) }
    #expect(player.update(four).sounding == 4)
    player.settings.sources = 1
    #expect(player.update(four).sounding == 4)
    #expect(player.update([touch(0, 0, gate: false)] + four[1...]).sounding == 3)
    #expect(player.update(four).sounding == 3)
  }

  @Test func `a fifth source and a twin are passed over`() {
    var player = NotePlayer()
    #expect(player.update((0..<6).map { touch($0, 0.5) }).sounding == 4)
    var other = NotePlayer()
    let twins = other.update([touch(0, 0.1), touch(0, 0.9)])
    #expect(twins.count == 1 && twins[0].zone == 1)
  }

  @Test func `a source that goes and comes back is struck anew`() {
    var player = NotePlayer()
    let first = player.update([touch(0, 0.5)])[0]
    #expect(player.update([]).count == 0)
    let second = player.update([touch(0, 0.5)])[0]
    #expect(second.note == first.note && second.stroke != first.stroke)
  }

  @Test(arguments: [(Float(0), UInt8(1)), (1, 127), (0.5, 64), (-3, 1), (9, 127), (.nan, 1)])
  func `expression is the velocity`(expression: Float, velocity: UInt8) {
    var player = NotePlayer()
    #expect(player.update([touch(0, 0.5, expression: expression)])[0].velocity == velocity)
  }

  /// Random sources with changing settings, up to the wire.
  /// A sounding note is in its scale or older than it, and every begin has one end.
  @Test(arguments: 0..<12 as Range<UInt64>) func `random sources leave nothing`(seed: UInt64) {
    var random = SplitMix(seed)
    func below(_ n: Int) -> Int { Int(random.unit() * Double(n)) }
    var player = NotePlayer()
    var ledger = NoteLedger()
    var wire = WireListener()
    for step in 0..<600 {
      if below(20) == 0 {
        player.settings.layout = NoteLayout(scale: Scale.allCases[below(12)], key: Key.allCases[below(12)])
        player.settings.articulation = below(2) == 0 ? .legato : .retrigger
        player.settings.sources = 1 + below(4)
      }
      let sources = (0..<below(6)).map { _ in
        Source(
          SourceID(below(2) == 0 ? .hand : .touch, below(4)), position: Float(random.unit()) * 1.2 - 0.1, expression: Float(random.unit()),
          gate: below(4) > 0)
      }
      let notes = player.update(sources)
      #expect(notes.sounding <= 4)
      // The listener reads only now and then.
      guard below(3) > 0 else { continue }
      for kind in [SourceID.Kind.hand, .touch] {
        while let messages = ledger.endNext(kind, notIn: notes) { wire.hear(messages) }
      }
      for i in 0..<notes.count { wire.hear(ledger.play(notes[i], channel: 0)) }
      let wanted = Set((0..<notes.count).compactMap { notes[$0].note })
      #expect(wire.count == wanted.count && wanted.allSatisfy { wire.sounds($0, on: 0) }, "seed \(seed), step \(step)")
    }
    let none = player.update([])
    for kind in [SourceID.Kind.hand, .touch] {
      while let messages = ledger.endNext(kind, notIn: none) { wire.hear(messages) }
    }
    #expect(wire.isSilent && wire.mistakes == 0 && wire.ons == wire.offs && wire.ons > 200)
  }
}
