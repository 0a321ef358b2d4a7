import GestureFlowAPI
import Gestures
import Modes
import ModesDoubles
import Sound
import ExternalSources
import Synchronization
import Testing

/// Tests of the store of stream settings. They check who may change a value, and requests of hands that the
/// source rejects.
@Suite struct StreamControlsTests {
  private final class Count: Sendable {
    let told = Mutex(0)
    var now: Int { told.withLock { $0 } }
  }

  private func frame(volume: Float? = nil, cents: Float? = nil, speed: Bool = false) -> StreamControl {
    var control = StreamControl(volume: volume ?? 0.8, pitchCents: cents ?? 0)
    control.volumeHeld = volume != nil
    control.pitchGrip = cents == nil ? nil : .spread
    control.asksForSpeed = speed
    return control
  }

  @Test func `a pipes pitch is the hands and a persons`() {
    var controls = StreamControls()
    controls.set(can: [.play, .pause, .volume, .pitch])
    controls.hands(frame(cents: -150))
    #expect(controls.values.pitchCents == -150 && controls.takeRefused().isEmpty)
    controls.set(pitchCents: 300)
    controls.hands(frame(cents: 290))
    controls.hands(frame())
    #expect(controls.values.pitchCents == 0, "letting go is their last word")
    controls.hands(frame())
    controls.set(pitchCents: 2400)
    #expect(controls.values.pitchCents == 2400)
  }

  /// A source without a pitch ignores the return to the neutral pitch. The gesture reader receives the current
  /// values.
  @Test func `a pitch on its way home is taken where there is one`() {
    var controls = StreamControls()
    controls.set(can: [.play, .pause, .volume, .pitch])
    controls.hands(StreamControl(pitchCents: 250), glides: true)
    #expect(controls.values.pitchCents == 250)
    controls.set(can: [.play, .pause, .volume])
    controls.hands(StreamControl(pitchCents: 100), glides: true)
    #expect(controls.values.pitchCents == 250 && controls.takeRefused().isEmpty)
  }

  @Test func `an unsupported control is rejected once each time that hands take hold`() {
    var controls = StreamControls()
    controls.set(can: [.play, .pause])
    for _ in 0..<30 { #expect(controls.hands(frame(volume: 0.4, cents: 100, speed: true)) == [.volume, .pitch, .speed]) }
    #expect(controls.takeRefused() == [.volume, .pitch, .speed])
    #expect(controls.takeRefused().isEmpty && controls.values.pitchCents == 0)
    controls.hands(frame())
    for _ in 0..<30 { controls.hands(frame(speed: true)) }
    #expect(controls.takeRefused() == [.speed])
    controls.hands(nil)
    for _ in 0..<100 {
      controls.hands(frame(speed: true))
      controls.hands(frame())
    }
    #expect(controls.takeRefused().count == 8, "without a listener it does not grow")
  }

  @Test func `hands of another mode are not a change`() {
    var controls = StreamControls()
    var whole = Controls.Values()
    func follow(_ body: (inout Controls.Values) -> Void) -> Bool {
      body(&whole)
      controls.follow(whole)
      return controls.takeChange()
    }
    #expect([follow { $0.speed = 1.5 }, follow { $0.volume = 0.3 }, follow { $0.isAway = true }] == [false, false, false])
    let changes = [follow { $0.isBetween = true }, follow { ($0.mode, $0.isBetween) = (.stems, false) }, follow { $0.mode = .stream }]
    #expect(changes == [true, true, true])
    #expect([follow { $0.volume = 0.4 }, follow { _ in }] == [true, false])
  }

  @Test func `without a source the volume is the boxs own`() {
    var controls = StreamControls()
    #expect(controls.hands(frame(volume: 0.2)) == [.pitch, .speed] && controls.takeRefused().isEmpty)
  }

  @Test func `the boxs volume follows the hands only where the source does`() {
    var controls = Controls(SoundEngine())
    controls.set(mode: .stream)
    controls.begin(GestureEngine())
    _ = controls.takeChanges()
    func hands(_ volume: Float?) { controls.hands(ControlFrame(time: 1, handsPresent: true, values: .stream(frame(volume: volume))), []) }
    controls.stream.set(can: [.play, .pause, .volume])
    hands(0.3)
    #expect(abs(controls.values.volume - 0.3) < 1e-6 && controls.takeChanges().isEmpty)
    controls.stream.set(can: [.play, .pause])
    hands(0.9)
    #expect(abs(controls.values.volume - 0.3) < 1e-6 && controls.takeChanges().volume == controls.values.volume)
    // The frame that releases the control is undone, too.
    hands(nil)
    #expect(controls.takeChanges().volume == controls.values.volume)
    hands(nil)
    #expect(controls.takeChanges().isEmpty)
    controls.stream.set(can: [.play, .pause, .volume])
    hands(0.6)
    #expect(abs(controls.values.volume - 0.6) < 1e-6)
  }

  /// The hands of each mode have their own volume. After a change of mode they receive the box's volume.
  @Test func `another modes hands receive the volume`() {
    var controls = Controls(SoundEngine())
    controls.begin(GestureEngine())
    _ = controls.takeChanges()
    controls.set(mode: .stream)
    var expected = SessionChanges()
    expected.volume = 0.8
    #expect(controls.takeChanges() == expected)
  }

  @Test func `a hand on a pitch that the source does not have receives the present one`() {
    var controls = Controls(SoundEngine())
    controls.set(mode: .stream)
    controls.begin(GestureEngine())
    _ = controls.takeChanges()
    controls.stream.set(can: [.play, .pause])
    controls.hands(ControlFrame(time: 1, handsPresent: true, values: .stream(frame(cents: 100))), [])
    #expect(controls.takeChanges().streamPitchCents == 0 && controls.stream.values.pitchCents == 0)
  }

  /// The listener may change the controls, so it is called without the lock.
  @Test func `each change of mode stream is reported once`() {
    let count = Count()
    let controls = ControlLoop(Controls(SoundEngine()))
    controls.observe { [weak controls] in
      _ = controls?.change { $0.values }
      count.told.withLock { $0 += 1 }
    }
    controls.change { $0.set(mode: .stream) }
    let first = count.now
    controls.change { $0.pause() }
    #expect(count.now == first + 1)
    controls.change { $0.pause() }
    #expect(count.now == first + 1, "nothing has changed")
    controls.change { $0.stream.choose("mpv") }
    #expect(count.now == first + 2)
  }

  @Test func `a mode that waits is not heard before it begins`() {
    let engine = SoundEngine()
    var controls = Controls(engine)
    controls.set(mode: .stems, waits: true)
    #expect(!engine.stems.wanted.isScene && !engine.player.wanted.isHeard && controls.values.heard == nil)
    controls.begin(.notes)
    #expect(controls.values.isBetween, "it is another mode")
    controls.begin(.stems)
    #expect(engine.stems.wanted.isScene && controls.values.heard == .stems)
    controls.set(mode: .instrument, waits: true)
    #expect(!engine.stems.wanted.isScene && !engine.instrument.wanted.isScene)
    controls.begin(.notes)
    #expect(engine.instrument.wanted.isScene)
    controls.hold(.notes)
    #expect(!engine.instrument.wanted.isScene)
  }
}
