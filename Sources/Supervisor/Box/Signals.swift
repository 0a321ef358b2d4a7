import Dispatch
import GestureFlowAPI
import Modes
import Panel
import Settings
import Sound
import Synchronization

/// Plays tones over the music, and flashes LEDs. It also holds the problems that some events begin.
package final class Signals: Sendable {
  /// The state of the signals. It has the events that wait for their tones, problems that began with events, and the
  /// last tones.
  struct State: Sendable {
    var queue = SignalQueue()
    var frames = FrameWatch()
    var places = PlaceWatch()
    /// Events about the place of a hand that had a tone. They count for this rest of the music.
    var placesSung: Set<Signal> = []
    /// Problems with sticks, by the sticks' identities.
    var sticks: [String: PartStatus] = [:]
    /// Mode and tier that were reported last; nil before the first look.
    var reported: (mode: Mode, isPro: Bool)?
    /// Problems that were spoken.
    var spoken = NewProblems()
    /// Sounds of the hands.
    var hands = HandFeedback()
    /// Sounds of refusals.
    var refusals = RefusalTone()
  }

  let engine: SoundEngine
  let controls: ControlLoop
  let config: ConfigStore
  package let panel: PanelLoop
  /// Held for a few comparisons. No tone is played and no light shown under it.
  let state = Mutex(State())

  init(_ engine: SoundEngine, _ controls: ControlLoop, _ config: ConfigStore, _ panel: PanelLoop) {
    (self.engine, self.controls, self.config, self.panel) = (engine, controls, config, panel)
  }

  /// Reports an event by tone and light, after those of earlier events. Any thread may call.
  func announce(_ signal: Signal) { state.withLock { $0.queue.add(signal) } }

  /// Removes the waiting events of a group. Any thread may call.
  func withdraw(_ group: Signal.Group) { state.withLock { $0.queue.withdraw(group) } }

  /// Shows an event's light at once, if it is a flash.
  func flash(_ signal: Signal) {
    guard let light = signal.row.light, light.isFlash else { return }
    flash(light.pattern, on: light.led)
  }

  /// Shows a pattern once.
  func flash(_ pattern: LEDPattern, on led: LED) { panel.flash(pattern, on: led) }

  /// Plays the tone of an event now.
  func play(_ signal: Signal) {
    let level = config.configuration.toneVolume * signal.share
    guard level > 0 else { return }
    for note in signal.row.tone { play(note, level: level) }
  }

  /// Plays a note after its delay.
  /// - Parameter level: 0...1.
  func play(_ note: ToneNote, level: Double) {
    DispatchQueue.global().asyncAfter(deadline: .now() + note.delay) { [engine] in
      engine.post(.tone(frequency: note.frequency, level: level, seconds: note.length))
    }
  }

  /// Whether a tone would sound over notes that a player holds.
  var isOverNotes: Bool { controls.values.channel == .notes && engine.instrument.state.sounding.count > 0 }

  /// Problems with the camera's view and with sticks.
  var problems: [PartStatus] {
    state.withLock { state in
      [state.frames.problem].compactMap { $0 } + state.sticks.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Queues a new mode's call, or a new tier's tone.
  func lookAtMode() {
    let view = controls.view
    let now = (mode: view.values.mode, isPro: view.policy.limits.isShown)
    state.withLock { state in
      if let reported = state.reported {
        if reported.mode != now.mode { state.queue.add(now.mode.facts.signal) }
        if reported.isPro != now.isPro { state.queue.add(now.isPro ? .tierPro : .tierFree) }
      }
      state.reported = now
    }
  }
}
