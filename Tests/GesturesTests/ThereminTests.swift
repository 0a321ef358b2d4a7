import Gestures
import Hands
import Notes
import SyntheticHands
import Testing

/// Tests of the theremin: one continuous tone from the heights of two hands.
@Suite struct ThereminTests {
  private typealias Frames = [(time: Double, notes: PlayedNotes)]

  private func engine(_ change: (inout GestureSettings) -> Void = { _ in }) -> GestureEngine {
    var settings = GestureSettings()
    settings.filter = .none
    change(&settings)
    return GestureEngine(settings, mode: .theremin)
  }

  /// Returns a hand at this position. Hand 1 is a right one, hand 2 a left one.
  private func right(_ position: Float, _ pose: HandPose = .open) -> Hand { InstrumentPlay.hand(1, pose, position: position, x: 0.35) }
  private func left(_ position: Float, _ pose: HandPose = .open) -> Hand { InstrumentPlay.hand(2, pose, position: position, x: 0.75) }

  /// Returns the tone of the last frame in semitones, and its gain. It is nil for silence.
  private func last(_ frames: Frames) -> (pitch: Float, gain: Float, hand: Int)? {
    guard let notes = frames.last?.notes, notes.count > 0, let note = notes[0].note else { return nil }
    return (Float(note) + notes[0].source.bend / 100, notes[0].source.expression, notes[0].source.id.number)
  }

  @Test(arguments: [Float(0), 0.13, 0.5, 0.77, 1]) func `the right hand's height is the pitch between the ends of the range`(
    position: Float
  ) throws {
    var engine = engine()
    let tone = try #require(last(InstrumentPlay.play(&engine, 0, 2) { _ in [right(position), left(0.5)] }))
    #expect(abs(tone.pitch - (48 + 24 * position)) < 0.1 && tone.hand == 1, "\(tone)")
  }

  @Test func `the pitch follows the hand without steps and without another stroke`() throws {
    var engine = engine()
    let frames = InstrumentPlay.play(&engine, 0, 4) { [right(0.1 + 0.2 * Float(max($0 - 1, 0))), left(1)] }
    let heard = frames.filter { $0.time > 1 }.map(\.notes)
    let pitches = heard.map { Float($0[0].note ?? 0) + $0[0].source.bend / 100 }
    #expect(heard.allSatisfy { $0.count == 1 && $0[0].stroke == heard[0][0].stroke && $0[0].note == heard[0][0].note })
    for (a, b) in zip(pitches, pitches.dropFirst()) { #expect(b > a && b - a < 0.3) }
    #expect(try #require(pitches.last) - pitches[0] > 12, "a bend of more than an octave")
  }

  @Test(arguments: [(Float(1), Float(1)), (0.5, 0.25), (0, 0)]) func `the left hand's height is the volume`(height: Float, gain: Float)
    throws
  {
    var engine = engine()
    let tone = try #require(last(InstrumentPlay.play(&engine, 0, 2) { _ in [right(0.5), left(height)] }))
    #expect(abs(tone.gain - gain) < 0.02)
  }

  @Test func `the left hand's fist makes the tone silent and does not end it`() throws {
    var engine = engine()
    let frames = InstrumentPlay.play(&engine, 0, 3) { [right(0.5), left(0.8, $0 < 2 ? .open : .fist)] }
    let tone = try #require(last(frames))
    #expect(tone.gain == 0 && frames.begun() == [60])
  }

  @Test func `the right hand's fist ends the tone within a tenth of a second`() throws {
    var engine = engine()
    let heard = try #require(InstrumentPlay.play(&engine, 0, 3) { [right(0.5, $0 < 2 ? .open : .fist), left(0.8)] }.sounds())
    #expect(heard.to >= 2 && heard.to - 2 <= 0.1)
  }

  @Test(arguments: [1, 2]) func `one hand is enough, and its openness is the volume`(hand: Int) throws {
    func volume(_ pose: HandPose) throws -> Float {
      var engine = engine()
      let frames = InstrumentPlay.play(&engine, 0, 3) { [InstrumentPlay.hand(hand, $0 < 2 ? .open : pose, position: 0.5)] }
      let tone = try #require(last(frames))
      #expect(tone.hand == hand)
      return tone.gain
    }
    let (open, half) = (try volume(.open), try volume(HandPose.one))
    #expect(open > 0.8 && half < open / 2)
  }

  @Test func `a left hand that has led the volume does not play on alone`() {
    var engine = engine()
    let frames = InstrumentPlay.play(&engine, 0, 6) { $0 < 2 ? [right(0.5), left(0.8)] : [left(0.8)] }
    #expect(last(frames) == nil)
    // After a fist the hand can play a tone again.
    let again = InstrumentPlay.play(&engine, 6, 10) { [left(0.8, $0 < 7 ? .fist : .open)] }
    #expect(last(again)?.hand == 2)
  }

  /// A model may take a left hand for a right one.
  @Test func `a hand that has led the volume begins no tone when the other one closes, whatever side it is read as`() {
    var engine = engine()
    let frames = InstrumentPlay.play(&engine, 0, 4) { time in
      var other = left(0.8)
      if time >= 1.5 { other.handedness = .right }
      return [right(0.5, time < 2 ? .open : .fist), other]
    }
    #expect(frames.begun() == [60] && last(frames) == nil)
  }

  @Test func `a hand that comes to a tone changes its volume without a jump`() throws {
    var engine = engine()
    let frames = InstrumentPlay.play(&engine, 0, 4) { $0 < 2 ? [right(0.5)] : [right(0.5), left(0.1)] }
    let gains = frames.filter { $0.time > 1.5 }.map { $0.notes[0].source.expression }
    for (a, b) in zip(gains, gains.dropFirst()) { #expect(abs(b - a) < 0.6) }
    #expect(try #require(gains.last) < 0.05 && gains[0] > 0.8)
  }

  @Test func `exchanged hands exchange pitch and volume`() throws {
    var engine = engine { $0.hands = .swapped }
    let tone = try #require(last(InstrumentPlay.play(&engine, 0, 2) { _ in [right(0.5), left(0.25)] }))
    #expect(abs(tone.pitch - 54) < 0.1 && abs(tone.gain - 0.25) < 0.02 && tone.hand == 2)
  }

  @Test func `with snap a hand near a note of the scale plays the note`() throws {
    var engine = engine { $0.thereminSnaps = true }
    // 57.4 is 40 cents above A (57), which is in the scale. A is the fifth note of the pentatonic scale of C.
    let tone = try #require(last(InstrumentPlay.play(&engine, 0, 2) { _ in [right((57.4 - 48) / 24), left(1)] }))
    #expect(abs(tone.pitch - 57) < 0.05)
  }

  @Test func `a tone ends when frames are missing`() {
    var engine = engine()
    let frames = InstrumentPlay.play(&engine, 0, 2) { _ in [right(0.5), left(1)] }
    #expect(last(frames) != nil)
    let ended = engine.noFrame(for: 0.4)
    #expect(ended?.output.control.instrument?.sounding == 0)
  }

  @Test func `a tone goes on over a short dropout`() {
    var engine = engine()
    let frames = InstrumentPlay.play(&engine, 0, 3) { (1.5..<1.56).contains($0) ? [] : [right(0.5), left(1)] }
    #expect(frames.begun() == [60])
  }

  @Test func `landmarks that are NaN change nothing and end nothing at once`() throws {
    var engine = engine()
    var broken = right(0.5)
    broken.landmarks[.wrist].y = .nan
    let frames = InstrumentPlay.play(&engine, 0, 2) { (1.5..<1.53).contains($0) ? [broken, left(1)] : [right(0.5), left(1)] }
    let tone = try #require(last(frames))
    #expect(abs(tone.pitch - 60) < 0.1 && tone.gain.isFinite)
  }
}
