import Camera
import GestureFlowAPI
import Gestures
import HandTracking
import Hands
import Panel
import Realtime
import Sound
import Supervisor
import Synchronization
import SyntheticHands
import TestSupport
import Testing

/// Tests of scenes that fingers choose after PREV and NEXT. The box's clock is 100 s ahead of that of the hands.
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

  // MARK: - With frames

  /// Finds one hand with the requested pose.
  private final class PoseFinder: HandFinder {
    let pose = Mutex(HandPose.open)
    let hands = Mutex(2)
    let timings = TrackTimings()
    let threads: [RealtimeThread.Outcome] = []
    let isSearching = false
    let quality = TrackQuality()
    let criticalPath = 0.01
    let searchWork = 0.01
    var maxHands: Int {
      get { hands.withLock { $0 } }
      set { hands.withLock { $0 = newValue } }
    }
    func keep(_ ids: Set<Int>) {}
    func limit(searches: Double?) {}
    func process(_ frame: Frame) throws(Failure) -> HandFrame {
      let posed = PosedHand(.right, pose.withLock { $0 }, wrist: SIMD2(0.66, 0.78), size: 0.22)
      let hand = Hand(id: 1, handedness: .right, landmarks: posed.landmarks(aspect: frame.aspect))
      return HandFrame(index: frame.index, time: frame.time, aspect: frame.aspect, hands: [hand])
    }
  }

  /// Two fingers, held on, are a peace sign, which takes the next track.
  @Test func `two fingers before the camera choose the second scene and skip no track`() throws {
    let (finder, controls) = (PoseFinder(), ControlLoop(SoundEngine()))
    let pipeline = try HandsPipeline(
      models: nil, finder: finder, settings: RunSettings(), controls: controls, eventClock: EventClock(isLive: false),
      log: BootLog(quiet: true), live: false, keepHistory: true)
    defer { pipeline.close() }
    let performer = VirtualPerformer(Choreography(name: "empty", duration: 1, parts: []), width: 64, height: 48, live: false)
    guard case .frame(let picture) = performer.next(timeout: 1) else { throw CameraError.silent(path: "performer") }
    var index = 0
    func film(_ pose: HandPose, seconds: Double) {
      finder.pose.withLock { $0 = pose }
      for _ in 0..<Int(seconds * 30) {
        pipeline.process(picture.repeated(index: index, time: Double(index) / 30))
        index += 1
      }
    }
    func step(at now: Double) -> SceneChoice.Step? { controls.change { $0.followSceneChoice(at: now) } }
    film(.open, seconds: 1)
    let isBegun = controls.change { $0.toggleSceneChoice(at: Self.ahead) }
    #expect(isBegun)
    film(.two, seconds: 3)
    #expect(step(at: 102) == .chosen(2) && controls.values.areHandsOff)
    film(.open, seconds: 1)
    #expect(step(at: 103) == .lowered && !controls.values.areHandsOff)
    func held() -> Int { pipeline.history.events.count { $0.type == "gestureHeld" } }
    #expect(held() == 0)
    film(.two, seconds: 2)
    #expect(held() == 1, "hands act again")
  }

  // MARK: - In a box

  private func with(_ stored: Scene? = nil, _ body: (Studio, EventHub.Subscription) throws -> Void) throws {
    try Places.withFolder { folder in
      if let stored { try SceneStore(folder.path) { _ in }.set(stored, at: 1) }
      let studio = try Studio(.player, state: folder.path)
      try body(studio, studio.box.hub.subscribe(types: ["refused", "command"]))
    }
  }

  private func values(_ events: EventHub.Subscription) -> [String] {
    events.take().compactMap { if case .event(let event) = $0 { event.value } else { nil } }
  }

  /// Chooses a scene at second 0 of the box's clock, and lowers the fingers.
  private func choose(_ count: Int, _ box: Supervisor.Box) {
    box.controls.change { controls in
      _ = controls.toggleSceneChoice(at: 0)
      for i in 0..<40 { controls.sceneChoice?.see(RaisedFingers(hand: 1, count: count), at: Double(i) / 30) }
    }
    box.lookAtSceneChoice(at: 1.4)
    box.controls.change { controls in
      for i in 40..<50 { controls.sceneChoice?.see(nil, at: Double(i) / 30) }
    }
    box.lookAtSceneChoice(at: 1.7)
  }

  @Test func `a chosen scene is loaded, and hands act again`() throws {
    try with { studio, events in
      let box = studio.box
      try box.carryOut(.volume(0.25))
      try box.carryOut(.sceneSave(3))
      try box.carryOut(.volume(0.75))
      _ = events.take()
      choose(3, box)
      #expect(box.controls.values.volume == 0.25 && !box.controls.values.areHandsOff)
      #expect(values(events).last == "sceneLoad")
    }
  }

  @Test func `an empty scene, one with a missing stick and a choice without fingers are refused aloud`() throws {
    try with { studio, events in
      let box = studio.box
      choose(4, box)
      #expect(values(events) == ["scene 4 is empty: run gfctl scene save 4 first"])
      box.controls.change { _ = $0.toggleSceneChoice(at: 0) }
      box.lookAtSceneChoice(at: 5.9)
      #expect(values(events).isEmpty && box.controls.values.areHandsOff)
      box.lookAtSceneChoice(at: 6)
      #expect(values(events).first?.hasPrefix("no scene was chosen: ") == true && !box.controls.values.areHandsOff)
    }
    var state = SavedState()
    (state.stick, state.track, state.volume) = ("1234-ABCD", "a.flac", 0.5)
    try with(Scene(number: 1, title: nil, state: state)) { studio, events in
      choose(1, studio.box)
      #expect(values(events).last == "scene 1 is loaded; not restored: the track 'a.flac', whose stick is not there")
      #expect(studio.box.controls.values.volume == 0.5)
    }
  }

  @Test func `without frames of a camera both buttons are refused`() throws {
    try with { studio, events in
      let box = studio.box
      box.handle(ButtonEvent(.prevAndNext, down: 0))
      #expect(values(events).first?.hasPrefix("no camera shows fingers") == true)
      #expect(box.controls.view.sceneChoice == nil && !box.controls.values.areHandsOff)
    }
  }
}
