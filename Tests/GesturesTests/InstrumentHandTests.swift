import Gestures
import Hands
import Notes
import SyntheticHands
import Testing

/// Tests of a hand's motion in instrument mode, and of its notes.
@Suite struct InstrumentHandTests {
  private static let rates = [15.0, 30, 60]
  private let source = SourceID(.hand, 1)

  @Test(arguments: rates) func `opening strikes and closing ends`(rate: Double) throws {
    var engine = InstrumentPlay.engine()
    let frames = InstrumentPlay.play(&engine, 0, 3, rate: rate) { [InstrumentPlay.hand(1, $0 < 1 || $0 >= 2 ? .fist : .open)] }
    let heard = try #require(frames.sounds())
    #expect(heard.from - 1 <= 0.1 && heard.from >= 1 && heard.to - 2 <= 0.1 && heard.to >= 2, "\(heard)")
    #expect(frames.begun().count == 1)
  }

  @Test(arguments: rates) func `a lost hands note ends within a quarter of a second`(rate: Double) throws {
    var engine = InstrumentPlay.engine()
    let frames = InstrumentPlay.play(&engine, 0, 3, rate: rate) { $0 < 1 ? [InstrumentPlay.hand()] : [] }
    let lastSeen = 1 - 1 / rate
    let heard = try #require(frames.sounds())
    #expect(heard.to - lastSeen <= 0.25 && heard.to - lastSeen >= 0.1, "\(heard)")
    #expect(frames.last?.notes.count == 0)
  }

  /// The note must end before a slow camera's next frame.
  @Test(arguments: [5.0, 7, 8, 10, 12]) func `so it does with a slow camera`(rate: Double) throws {
    var engine = InstrumentPlay.engine()
    let frames = InstrumentPlay.play(&engine, 0, 5, rate: rate) { $0 < 2 ? [InstrumentPlay.hand()] : [] }
    let lastSeen = try #require(frames.last { $0.time < 2 }).time
    #expect(try #require(frames.sounds()).to - lastSeen <= 0.25)
  }

  /// Two misread frames do not end a note or strike again. The rate is 30 frames per second. A hand that comes back
  /// strikes again.
  @Test func `short dropouts are not heard`() {
    var engine = InstrumentPlay.engine()
    let frames = InstrumentPlay.play(&engine, 0, 4) { t in
      let missing = (1..<1.09).contains(t + 1e-6) || (2..<2.3).contains(t + 1e-6)
      return missing ? [] : [InstrumentPlay.hand()]
    }
    #expect(frames.begun().count == 2)
  }

  @Test(arguments: rates) func `a single frame of a fist cuts nothing`(rate: Double) {
    var engine = InstrumentPlay.engine()
    var index = 0
    let frames = InstrumentPlay.play(&engine, 0, 4, rate: rate) { _ in
      index += 1
      return [InstrumentPlay.hand(1, index > 20 && index % 13 == 0 ? .fist : .open)]
    }
    #expect(frames.begun().count == 1)
  }

  @Test(arguments: rates) func `a false detection of two frames is not a note`(rate: Double) {
    var engine = InstrumentPlay.engine()
    let frames = InstrumentPlay.play(&engine, 0, 3, rate: rate) { (0.99..<0.99 + 2 / rate).contains($0) ? [InstrumentPlay.hand()] : [] }
    #expect(frames.sounds() == nil && frames.contains { $0.notes.count == 1 })
  }

  /// In the first frame after the fist, only some fingers are extended.
  @Test(arguments: rates, [0.08, 0.1, 0.12]) func `a hand that opens quickly is struck with all its fingers`(rate: Double, seconds: Double)
    throws
  {
    for begin in 0..<10 {
      var engine = InstrumentPlay.engine()
      let from = 1 + Double(begin) / rate / 10
      let frames = InstrumentPlay.play(&engine, 0, 2, rate: rate) { t in
        [InstrumentPlay.hand(1, HandPose.fist.blended(with: .open, min(max(Float((t - from) / seconds), 0), 1)))]
      }
      let played = try #require(frames.last?.notes[source])
      #expect(played.velocity == 127 && frames.begun().count == 1)
      #expect(try #require(frames.sounds()).from - from <= seconds + 0.1 + 1 / rate)
    }
  }

  @Test(arguments: [HandPose.one, .two, .three, .four, .open], rates) func `fingers are the velocity`(pose: HandPose, rate: Double) throws {
    var engine = InstrumentPlay.engine()
    let frames = InstrumentPlay.play(&engine, 0, 1, rate: rate) { _ in [InstrumentPlay.hand(1, pose)] }
    let played = try #require(frames.last?.notes[source])
    #expect(abs(played.source.expression - Float(pose.fingers) / 5) < 1e-6)
    #expect(played.velocity == UInt8(Float(pose.fingers) / 5 * 126) + 1)
  }

  @Test func `other fingers change the expression and not the stroke`() throws {
    var engine = InstrumentPlay.engine()
    let frames = InstrumentPlay.play(&engine, 0, 3) { [InstrumentPlay.hand(1, $0 < 1.5 ? .open : .two)] }
    let played = try #require(frames.last?.notes[source])
    #expect(frames.begun().count == 1 && played.velocity == 127 && abs(played.source.expression - 0.4) < 1e-6)
    let changed = try #require(frames.first { $0.time > 1.4 && ($0.notes[source]?.source.expression ?? 1) < 0.9 })
    #expect(changed.time - 1.5 <= 0.15)
  }

  /// The fist opens slowly and passes through other poses. It takes a quarter of a second and shows one, two and
  /// three fingers.
  @Test(arguments: rates) func `a hand that opens slowly is struck once`(rate: Double) throws {
    var engine = InstrumentPlay.engine()
    let frames = InstrumentPlay.play(&engine, 0, 3, rate: rate) { t in
      [InstrumentPlay.hand(1, HandPose.fist.blended(with: .open, min(max(Float(t - 1) * 4, 0), 1)))]
    }
    #expect(frames.begun().count == 1)
    #expect(try #require(frames.last?.notes[source]).source.expression == 1)
  }

  @Test(arguments: rates) func `up is higher through every note`(rate: Double) {
    var engine = InstrumentPlay.engine { $0.layout = NoteLayout(scale: .major) }
    let frames = InstrumentPlay.play(&engine, 0, 8, rate: rate) { [InstrumentPlay.hand(position: Float(min(max($0 - 1, 0), 6) / 6))] }
    #expect(frames.begun() == NoteLayout(scale: .major).notes)
    #expect(Set(frames.compactMap { $0.notes[source]?.note == nil ? nil : $0.notes[source]?.stroke }).count == 1)
  }

  @Test func `retrigger strikes every note`() {
    var engine = InstrumentPlay.engine { $0.articulation = .retrigger }
    let frames = InstrumentPlay.play(&engine, 0, 8) { [InstrumentPlay.hand(position: Float(min(max($0 - 1, 0), 6) / 6))] }
    let strokes = Set(frames.compactMap { $0.notes[source].flatMap { $0.note == nil ? nil : $0.stroke } })
    #expect(frames.begun() == NoteLayout().notes && strokes.count == NoteLayout().notes.count)
  }

  /// In every tenth frame the wrist is far off. The error is a third of the frame.
  @Test func `a glitch of the wrist is not heard`() {
    var engine = InstrumentPlay.engine()
    var index = 0
    let frames = InstrumentPlay.play(&engine, 0, 5) { _ in
      index += 1
      var hand = InstrumentPlay.hand()
      if index > 20, index % 10 == 0 { hand.landmarks[.wrist].y -= 0.33 }
      return [hand]
    }
    #expect(frames.begun().count == 1)
  }

  @Test func `roll bends where it is asked for and not elsewhere`() throws {
    func bends(_ change: (inout InstrumentSettings) -> Void, _ roll: @escaping (Double) -> Float) -> [Float] {
      var engine = InstrumentPlay.engine(change)
      let frames = InstrumentPlay.play(&engine, 0, 3) { [InstrumentPlay.hand(roll: roll($0))] }
      #expect(frames.begun().count == 1, "a roll changes the note")
      return frames.compactMap { $0.notes[source]?.source.bend }
    }
    let turned: (Double) -> Float = { Float(min(max($0 - 1, 0), 1)) * 40 }
    #expect(bends({ _ in }, turned).allSatisfy { $0 == 0 })
    #expect(abs(try #require(bends({ $0.bends = true }, turned).last) - 175) < 4)
    #expect(abs(try #require(bends({ $0.layout = NoteLayout(scale: .chromatic) }, { -turned($0) }).last) + 175) < 4)
    let most = bends({ $0.bends = true }, { 3 * turned($0) })
    #expect(most.last == 200 && most.allSatisfy { (0...200).contains($0) })
    // A hand held at an angle begins its note in tune. So does a hand that trembles a little.
    #expect(bends({ $0.bends = true }, { _ in 30 }).allSatisfy { $0 == 0 })
    #expect(bends({ $0.bends = true }, { 20 + 3 * (Int($0 * 30) % 2 == 0 ? 1 : -1) }).allSatisfy { $0 == 0 })
  }

  @Test func `openness is the modulation and nearness the depth`() throws {
    var engine = InstrumentPlay.engine()
    let frames = InstrumentPlay.play(&engine, 0, 6) { t in
      let isOne = (2..<3).contains(t + 1e-6)
      return [InstrumentPlay.hand(1, isOne ? .one : .open, size: 0.15 * (t < 3 ? 1 : Float(min(1 + (t - 3), 2))))]
    }
    func at(_ time: Double) throws -> Source { try #require(frames.last { $0.time <= time }?.notes[source]).source }
    #expect(try at(1.9).modulation > 0.8 && abs(try at(1.9).depth - 0.5) < 0.02)
    #expect(try at(2.9).modulation < 0.3)
    #expect(try at(3.45).depth > 0.6)
    #expect(try at(5.9).depth > 0.97)
  }

  @Test func `a mode change and a time that goes back end what sounds`() {
    var engine = InstrumentPlay.engine()
    #expect(InstrumentPlay.play(&engine, 0, 1) { _ in [InstrumentPlay.hand()] }.last?.notes.sounding == 1)
    engine.change(mode: .player)
    #expect(
      engine.process(HandFrame(index: 30, time: 1, aspect: InstrumentPlay.aspect, hands: [InstrumentPlay.hand()])).control.player != nil)
    engine.change(mode: .instrument)
    let again = InstrumentPlay.play(&engine, 1.1, 2) { _ in [InstrumentPlay.hand()] }
    #expect(again.first?.notes.sounding == 0 && again.begun().count == 1)
    let back = InstrumentPlay.play(&engine, 0, 1) { _ in [InstrumentPlay.hand()] }
    #expect(back.first?.notes.sounding == 0 && back.begun().count == 1)
  }

  /// The camera stops. No frame shows that the hand has left, too.
  @Test func `a note ends when no frame comes`() {
    var engine = InstrumentPlay.engine()
    InstrumentPlay.play(&engine, 0, 1) { _ in [InstrumentPlay.hand()] }
    let output = engine.noFrame(at: 2.1)
    #expect(output?.control.instrument?.sounding == 0)
  }

  /// The note ends after 0.25 s or four frames. The longer of the two counts. The hand's motion meanwhile is unknown.
  /// Presence waits for a second.
  @Test(arguments: [30.0, 15, 10, 5]) func `a note ends when the camera stalls and presence does not`(rate: Double) {
    var engine = InstrumentPlay.engine()
    let frames = InstrumentPlay.play(&engine, 0, 3, rate: rate) { _ in [InstrumentPlay.hand()] }
    #expect(frames.last?.notes.sounding == 1)
    var ended: (waited: Double, output: GestureEngine.Output)?
    for look in 1...19 where ended == nil {
      let waited = Double(look) * 0.05
      ended = engine.noFrame(for: waited).map { (waited, $0.output) }
    }
    #expect((ended?.waited ?? 9) <= max(0.25, 4 / rate) + 1e-6 && (ended?.waited ?? 0) > 2 / rate)
    #expect(ended?.output.control.instrument?.sounding == 0 && ended?.output.control.handsPresent == true)
    let second = engine.noFrame(for: 0.9)
    #expect(second == nil, "it is told once")
    // A hand in the next frame plays again.
    let after = InstrumentPlay.play(&engine, 3.4, 5.4, rate: rate) { _ in [InstrumentPlay.hand()] }
    #expect(after.last?.notes.sounding == 1)
    let absent = engine.noFrame(at: (after.last?.time ?? 0) + 1)
    #expect(absent?.control.handsPresent == false)
  }

  /// A recorded session holds only the time of the stall's end.
  @Test func `a stall's end is the same by its time`() throws {
    var (live, again) = (InstrumentPlay.engine(), InstrumentPlay.engine())
    InstrumentPlay.play(&live, 0, 1) { _ in [InstrumentPlay.hand()] }
    InstrumentPlay.play(&again, 0, 1) { _ in [InstrumentPlay.hand()] }
    let first = live.noFrame(for: 0.2)
    let ended = try #require(first)
    let replayed = again.noFrame(at: ended.time)
    #expect(replayed?.control == ended.output.control)
  }

  /// Hands that hold a value in other modes wait for presence.
  @Test func `a stall lets go of nothing else`() {
    var engine = GestureEngine()
    engine.introduce([Played.pinch(1, .right, aperture: 0.05)], until: 0)
    let there = Played.play(1, &engine) { _ in [Played.pinch(1, .right, aperture: 0.05)] }
    #expect(there.last?.control.player?.pitchGrip != nil)
    let early = engine.noFrame(for: 0.9)
    #expect(early == nil)
  }
}
