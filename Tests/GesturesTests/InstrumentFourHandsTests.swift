import Gestures
import Hands
import Notes
import SyntheticHands
import Testing

/// Tests of four hands that play at once. A hand that leaves ends only its own note.
@Suite struct InstrumentFourHandsTests {
  private static let positions: [Float] = [0.1, 0.4, 0.6, 0.9]

  private static func hands(_ ids: [Int] = [1, 2, 3, 4]) -> [Hand] {
    ids.map { InstrumentPlay.hand($0, position: positions[($0 - 1) % 4], x: 0.15 + 0.3 * Float(($0 - 1) % 4)) }
  }

  @Test func `each hand plays its note`() throws {
    var engine = InstrumentPlay.engine()
    let frames = InstrumentPlay.play(&engine, 0, 2) { _ in Self.hands() }
    for (i, position) in Self.positions.enumerated() {
      let notes = NoteLayout().notes
      #expect(frames.begun(by: i + 1) == [notes[min(Int(position * Float(notes.count)), notes.count - 1)]])
    }
    #expect(frames.last?.notes.sounding == 4)
  }

  /// The tracker loses a hand or stops following it. The latter happens when another mode or tier follows fewer
  /// hands.
  @Test(arguments: [15.0, 30, 60], [[4], [3, 4], [1]])
  func `of four the note of a lost hand ends within a quarter of a second`(rate: Double, gone: [Int]) throws {
    var engine = InstrumentPlay.engine()
    let remain = [1, 2, 3, 4].filter { !gone.contains($0) }
    let frames = InstrumentPlay.play(&engine, 0, 3, rate: rate) { Self.hands($0 < 1 ? [1, 2, 3, 4] : remain) }
    let lastSeen = 1 - 1 / rate
    for hand in gone {
      let heard = try #require(frames.sounds(hand))
      #expect(heard.to - lastSeen <= 0.25 && heard.to - lastSeen >= 0.1, "hand \(hand): \(heard)")
    }
    for hand in remain {
      #expect(frames.sounds(hand)?.to == .infinity && frames.begun(by: hand).count == 1, "hand \(hand)")
    }
    #expect(frames.last?.notes.sounding == remain.count)
  }

  /// A third and a fourth hand come in and strike. The first two continue to play.
  @Test(arguments: [15.0, 30, 60]) func `hands that come in cut nothing`(rate: Double) throws {
    var engine = InstrumentPlay.engine()
    let frames = InstrumentPlay.play(&engine, 0, 3, rate: rate) { Self.hands(Array(1...($0 < 1 ? 2 : $0 < 2 ? 3 : 4))) }
    #expect((1...4).allSatisfy { frames.begun(by: $0).count == 1 && frames.sounds($0)?.to == .infinity })
    let (third, fourth) = (try #require(frames.sounds(3)), try #require(frames.sounds(4)))
    // The first note of a hand comes after 0.35 s of rest.
    for heard in [third.from - 1, fourth.from - 2] { #expect(heard >= 0.35 - 1e-6 && heard <= 0.5, "\(heard)") }
  }

  /// A reused identity is another source. Its note does not continue the old one's stroke.
  @Test func `a hand that is another one in the same place strikes anew`() throws {
    var engine = InstrumentPlay.engine()
    let frames = InstrumentPlay.play(&engine, 0, 3) { Self.hands($0 < 1 ? [1, 2, 3, 4] : [1, 2, 3, 8]) }
    let (old, new) = (try #require(frames.sounds(4)), try #require(frames.sounds(8)))
    #expect(old.to <= 1.25 && new.from > 1)
    #expect(frames.allSatisfy { $0.notes.sounding <= 4 } && frames.last?.notes.sounding == 4)
  }
}
