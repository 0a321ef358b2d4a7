import GestureFlowAPI
import Gestures
import Hands
import Modes
import ModesDoubles
import Sound
import Testing

/// Tests of the store of the stems' settings. They check who may change a value, and the values of the stems.
@Suite struct StemControlsTests {
  private let port = StemPort()
  /// Hands that have played leave for a second.
  private static let leave: [GestureEvent] = [.handsPresent, .gestureHeld(hand: 1, .left, .thumbsUp), .handsAbsent]

  private func frame(selected: Int?, volume: Float = 0.8, cents: Float = 0, grip: StemGrip? = nil) -> StemsControl {
    var control = StemsControl()
    control.selected = selected
    if let selected { (control.volumes[selected], control.pitchCents[selected]) = (volume, cents) }
    control.grip = grip
    return control
  }

  /// Returns a box's controls whose hands have received all values.
  private func known(_ change: (inout StemControls) -> Void = { _ in }) -> Controls {
    var controls = Controls(SoundEngine(), stems: StemControls(port))
    change(&controls.stems)
    controls.begin(GestureEngine())
    _ = controls.takeChanges()
    return controls
  }

  @Test func `values out of range are brought into it and NaN is ignored`() {
    var controls = StemControls(port)
    controls.set(1, volume: Volume(nearest: 7), pitchCents: StemCents(nearest: -900))
    controls.set(0, volume: Volume(nearest: .nan), pitchCents: StemCents(.infinity))
    controls.set(4, volume: 0)
    controls.set(-1, volume: 0)
    let values = controls.values
    #expect(values.channels[1].volume == 1 && values.channels[1].pitchCents == -200)
    #expect([0, 2, 3].allSatisfy { values.channels[$0] == StemControls.Channel() })
    #expect(port.wanted.channels[1].cents == -200)
  }

  /// `gfctl volume` sets the volume of the whole box in every mode.
  @Test func `the boxs volume lies over the channels`() {
    let engine = SoundEngine()
    var controls = Controls(engine)
    controls.stems.set(2, volume: 0.5)
    controls.set(volume: 0.4)
    controls.set(mode: .stems)
    // Expected: (0.5 / 0.8)^3 of 0.8 and (0.4 / 0.8)^3 of 0.8, each by its curve.
    #expect(abs(engine.stems.wanted.channels[2].volume - 0.1953125 * 0.1) < 1e-6 && controls.stems.values.channels[2].volume == 0.5)
  }

  @Test func `the mode says what is heard and both pauses count`() {
    let engine = SoundEngine()
    var controls = Controls(engine)
    #expect(!engine.stems.wanted.isScene && engine.player.wanted.isHeard)
    controls.set(mode: .stems)
    #expect(engine.stems.wanted.isScene && !engine.player.wanted.isHeard)
    controls.hands(ControlFrame(time: 1, values: .stems(StemsControl())), Self.leave)
    #expect(engine.stems.wanted.isAway)
    controls.play()
    controls.pause()
    #expect(!engine.stems.wanted.isAway && engine.stems.wanted.isPaused)
    controls.set(mode: .player)
    #expect(!engine.stems.wanted.isScene && engine.player.wanted.isHeard)
  }

  @Test func `values that glide home are taken from the hands`() {
    var controls = known()
    controls.stems.hands(frame(selected: 1, volume: 0.6, cents: 90), [], glides: true)
    #expect(abs(controls.stems.values.channels[1].volume - 0.6) < 1e-6 && controls.stems.values.channels[1].pitchCents == 90)
    controls.stems.hands(frame(selected: 1, volume: 0.1, cents: 5), [])
    #expect(abs(controls.stems.values.channels[1].volume - 0.6) < 1e-6 && controls.stems.values.channels[1].pitchCents == 90)
  }

  @Test func `hands change only what they hold`() {
    var controls = known()
    controls.stems.hands(frame(selected: 1, volume: 0.5, cents: 90, grip: .level), [])
    #expect(controls.stems.values.channels[1].volume == 0.5 && controls.stems.values.channels[1].pitchCents == 0)
    // The frame that releases the control still counts; the next one does not.
    controls.stems.hands(frame(selected: 1, volume: 0.4), [])
    controls.stems.hands(frame(selected: 1, volume: 0.1), [])
    #expect(abs(controls.stems.values.channels[1].volume - 0.4) < 1e-6)
    controls.stems.hands(frame(selected: 1, cents: 90, grip: .roll), [])
    #expect(controls.stems.values.channels[1].pitchCents == 90 && abs(controls.stems.values.channels[1].volume - 0.4) < 1e-6)
    #expect([0, 2, 3].allSatisfy { controls.stems.values.channels[$0] == StemControls.Channel() })
  }

  @Test func `a level that is set while a hand holds it reaches the hand once`() {
    var controls = known()
    controls.stems.hands(frame(selected: 0, volume: 0.6, grip: .level), [])
    controls.stems.set(0, volume: 0.2)
    #expect(controls.takeChanges().stemVolumes == [0.2, nil, nil, nil])
    #expect(controls.takeChanges().isEmpty)
    controls.stems.hands(frame(selected: 0, volume: 0.25, grip: .level), [])
    #expect(controls.stems.values.channels[0].volume == 0.25)
  }

  @Test func `a selection by others reaches the hands`() {
    var controls = known()
    controls.hands(ControlFrame(time: 1, values: .stems(frame(selected: 1))), [.channelSelected(1)])
    #expect(controls.stems.values.selected == 1 && controls.takeChanges().stem == nil)
    controls.stems.select(2)
    #expect(controls.stems.values.selected == 2 && controls.takeChanges().stem == 3)
  }

  @Test func `a channel missing in the set or the tier is not selected`() {
    var controls = known { $0.set(most: 2) }
    controls.stems.hands(frame(selected: 2), [.channelSelected(2)])
    #expect(controls.stems.values.selected == nil)
    controls.stems.set(most: 4)
    controls.stems.begin(1, count: 3)
    #expect(controls.takeChanges().stemCount == 3)
    controls.hands(ControlFrame(time: 1, values: .stems(frame(selected: 2))), [.channelSelected(2)])
    #expect(controls.stems.values.selected == 2)
    // A set without this channel starts, so the hands release it.
    controls.stems.begin(2, count: 2)
    #expect(controls.stems.values.selected == nil && controls.takeChanges().stem == 0)
  }

  @Test func `a tier locks what it does not reach`() {
    var controls = StemControls(port)
    controls.select(3)
    controls.toggleSolo(3)
    controls.set(most: 2)
    #expect((0..<4).map { controls.values.isSilent($0) } == [false, false, true, true])
    #expect((0..<4).map { port.wanted.channels[$0].isMuted } == [false, false, true, true])
    #expect(controls.values.selected == nil && controls.values.solo == nil)
    controls.set(most: 4)
    #expect((0..<4).allSatisfy { !controls.values.isSilent($0) })
  }

  @Test func `mute and solo are toggled`() {
    var controls = StemControls(port)
    #expect(controls.toggleMute(1) && controls.values.isSilent(1) && !controls.toggleMute(1))
    #expect(controls.toggleSolo(1) && (0..<4).map { controls.values.isSilent($0) } == [true, false, true, true])
    #expect(controls.toggleSolo(2) && controls.values.solo == 2, "one is heard alone, not two")
    controls.toggleMute(0)
    #expect(!controls.toggleSolo(2) && (0..<4).map { controls.values.isSilent($0) } == [true, false, false, false])
    #expect(controls.toggleSolo(0) && !controls.values.isSilent(0), "what is to be heard alone is heard")
    #expect(!controls.toggleMute(9) && !controls.toggleSolo(-1))
  }

  /// A second thumb sign soon after the first cancels the mute of the first.
  @Test func `thumbs mute and solo`() {
    var controls = known { $0.select(1) }
    controls.stems.hands(frame(selected: 1), [.muteAsked(channel: 1)])
    #expect(controls.stems.values.isSilent(1))
    controls.stems.hands(frame(selected: 1), [.muteAsked(channel: 1), .soloAsked(channel: 1)])
    #expect(!controls.stems.values.channels[1].isMuted && controls.stems.values.solo == 1)
  }

  /// A tempo applies only to its own set. It may be set before the box or after the stems know of the new set.
  @Test func `a tempo is of the set it was set for`() {
    var controls = StemControls(port)
    controls.begin(1, count: 4)
    controls.set(tempo: 1.5, of: 1)
    #expect(controls.values.tempo == 1.5 && port.wanted.tempo == 1.5 && port.wanted.tempoOf == 1)
    controls.begin(2, count: 4)
    #expect(controls.values.tempo == 1)
    controls.set(tempo: 0.75, of: 3)
    controls.begin(3, count: 4)
    #expect(controls.values.tempo == 0.75 && port.wanted.tempoOf == 3)
    controls.set(tempo: 9, of: 3)
    controls.set(tempo: .nan, of: 3)
    #expect(controls.values.tempo == 2)
  }

  @Test func `a new gesture engine receives all values`() {
    var controls = known {
      $0.set(2, volume: 0.25, pitchCents: 100)
      $0.select(2)
      $0.set(most: 3)
    }
    controls.begin(GestureEngine())
    let changes = controls.takeChanges()
    #expect(changes.stemVolumes?[2] == 0.25 && changes.stemPitchCents == [0, 0, 100, 0] && changes.stem == 3 && changes.stemCount == 3)
  }

  /// The mode changes while a hand holds a control. The hand has released it, and its next hold is a new one.
  @Test func `another modes frame lets go`() {
    var controls = known()
    controls.stems.hands(frame(selected: 0, volume: 0.6, grip: .level), [])
    controls.stems.hands(nil, [])
    controls.stems.hands(frame(selected: 0, volume: 0.1), [])
    #expect(abs(controls.stems.values.channels[0].volume - 0.6) < 1e-6)
  }
}
