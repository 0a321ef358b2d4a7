import GestureFlowAPI
import Gestures
import Modes
import ModesDoubles
import Sound
import SyntheticHands
import Testing

/// Tests of the choice of a scene by fingers, after PREV and NEXT. The box's clock is 100 s ahead of that of the hands.
@Suite(.serialized) struct SceneChoiceTests {
  private static let ahead = 100.0

  /// Controls in which a choice has begun at the hands' second 0.
  private func waiting(handsOff: Bool = false) -> Controls {
    var controls = Controls(SoundEngine())
    controls.set(handsOff: handsOff)
    let isBegun = controls.toggleSceneChoice(at: Self.ahead)
    #expect(isBegun && controls.values.areHandsOff)
    return controls
  }

  /// Shows fingers from one second of the hands to another, 30 frames a second.
  private func show(_ raised: RaisedFingers?, _ controls: inout Controls, _ begin: Double, _ end: Double) {
    for i in Int((begin * 30).rounded())..<Int((end * 30).rounded()) { controls.sceneChoice?.see(raised, at: Double(i) / 30) }
  }

  private func fingers(_ count: Int) -> RaisedFingers { RaisedFingers(hand: 1, count: count) }

  /// Returns the step at a second of the hands.
  private func step(_ controls: inout Controls, at time: Double) -> SceneChoice.Step? { controls.followSceneChoice(at: Self.ahead + time) }

  @Test(arguments: 1...4) func `fingers that are held up for a second choose their scene, once`(count: Int) throws {
    let number = try #require(SceneNumber(count))
    var controls = waiting()
    show(fingers(count), &controls, 0, 0.9)
    #expect(step(&controls, at: 0.9) == nil)
    let progress = try #require(controls.sceneChoice?.progress)
    #expect(progress > 0.8 && progress < 1)
    show(fingers(count), &controls, 0.9, 1.2)
    #expect(step(&controls, at: 1.2) == .chosen(number))
    #expect(step(&controls, at: 1.3) == nil && controls.sceneChoice?.progress == nil)
    #expect(controls.values.areHandsOff, "held on, the fingers would be a command")
    // One misread frame does not lower them.
    show(fingers(0), &controls, 1.3, 1.34)
    show(fingers(count), &controls, 1.34, 2)
    #expect(step(&controls, at: 2) == nil)
    show(nil, &controls, 2, 2.3)
    #expect(step(&controls, at: 2.3) == .lowered)
    #expect(controls.sceneChoice == nil && !controls.values.areHandsOff)
  }

  @Test func `an open hand, a fist, a hand that moves and no hand choose nothing, and the time ends`() {
    let others = [RaisedFingers(hand: 1, count: 4, thumbIsOut: true), fingers(0), RaisedFingers(hand: 1, count: 2, mayCount: false), nil]
    for raised in others {
      var controls = waiting()
      show(raised, &controls, 0, 7)
      #expect(step(&controls, at: 5.99) == nil && controls.values.areHandsOff, "\(String(describing: raised))")
      #expect(step(&controls, at: 6) == .timedOut, "\(String(describing: raised))")
      #expect(controls.sceneChoice == nil && !controls.values.areHandsOff)
      #expect(step(&controls, at: 7) == nil)
    }
  }

  @Test func `fingers may come up to five seconds late`() {
    var controls = waiting()
    show(nil, &controls, 0, 4.9)
    show(fingers(3), &controls, 4.9, 5.97)
    #expect(step(&controls, at: 5.97) == .chosen(3))
  }

  @Test func `an open hand lowers the four fingers that chose`() {
    var controls = waiting()
    show(fingers(4), &controls, 0, 1.2)
    #expect(step(&controls, at: 1.2) == .chosen(4))
    show(fingers(4), &controls, 1.2, 2)
    #expect(step(&controls, at: 2) == nil)
    show(RaisedFingers(hand: 1, count: 4, thumbIsOut: true), &controls, 2, 2.3)
    #expect(step(&controls, at: 2.3) == .lowered && !controls.values.areHandsOff)
  }

  @Test func `fingers keep hands off for as long as they are held up`() {
    var controls = waiting()
    show(fingers(2), &controls, 0, 1.2)
    #expect(step(&controls, at: 1.2) == .chosen(2))
    for tenth in 12..<200 {
      show(fingers(2), &controls, Double(tenth) / 10, Double(tenth + 1) / 10)
      #expect(step(&controls, at: Double(tenth + 1) / 10) == nil && controls.values.areHandsOff, "\(tenth)")
    }
    show(nil, &controls, 20, 20.3)
    #expect(step(&controls, at: 20.3) == .lowered && !controls.values.areHandsOff)
  }

  @Test func `without frames the choice ends a second after its five seconds`() {
    var controls = waiting()
    show(fingers(2), &controls, 0, 1.2)
    #expect(step(&controls, at: 1.2) == .chosen(2))
    show(fingers(2), &controls, 1.2, 3)
    for time in [6.21, 7.2] { #expect(step(&controls, at: time) == nil && controls.values.areHandsOff, "\(time)") }
    #expect(step(&controls, at: 7.22) == .lowered && !controls.values.areHandsOff)
  }

  @Test func `both buttons again, both fists and the command for hands end the choice`() {
    var controls = waiting()
    let again = controls.toggleSceneChoice(at: Self.ahead + 1)
    #expect(!again && controls.sceneChoice == nil && !controls.values.areHandsOff)
    controls = waiting()
    controls.hands(ControlFrame(time: 1), [.handsSwitched(isOn: true)])
    #expect(controls.sceneChoice == nil && !controls.values.areHandsOff)
    controls = waiting()
    controls.set(handsOff: true)
    #expect(controls.sceneChoice == nil && controls.values.areHandsOff)
  }

  @Test func `hands that were off are off again afterwards`() {
    var controls = waiting(handsOff: true)
    #expect(step(&controls, at: 6) == .timedOut && controls.values.areHandsOff)
    controls = waiting(handsOff: true)
    show(fingers(1), &controls, 0, 1.2)
    #expect(step(&controls, at: 1.2) == .chosen(1))
    // Both buttons, before the fingers are lowered, begin the next choice.
    let again = controls.toggleSceneChoice(at: Self.ahead + 1.3)
    #expect(again && controls.sceneChoice?.progress == 0)
    #expect(step(&controls, at: 7.4) == .timedOut && controls.values.areHandsOff)
  }

  /// Two fingers, held on, are a peace sign, which takes the next track.
  @Test func `two fingers before the camera choose the second scene and skip no track`() throws {
    let controls = ControlLoop(SoundEngine())
    let film = try HandFilm(controls)
    func step(at now: Double) -> SceneChoice.Step? { controls.change { $0.followSceneChoice(at: now) } }
    film.show(.open, seconds: 1)
    let isBegun = controls.change { $0.toggleSceneChoice(at: Self.ahead) }
    #expect(isBegun)
    film.show(.two, seconds: 3)
    #expect(step(at: 102) == .chosen(2) && controls.values.areHandsOff)
    film.show(.open, seconds: 1)
    #expect(step(at: 103) == .lowered && !controls.values.areHandsOff)
    func held() -> Int { film.pipeline.history.events.count { $0.type == "gestureHeld" } }
    #expect(held() == 0)
    film.show(.two, seconds: 2)
    #expect(held() == 1, "hands act again")
  }
}
