import GestureFlowAPI
import Glibc
import MIDI
import Notes
import Realtime
import Settings
import Sound
import Synchronization

/// The MIDI port as a part of the box. Without a sequencer the box works as usual; it reports this and continues to
/// look for one.
package final class MIDIPart: Component, MIDIOutlet {
  package let name = "midi"
  package let patience = BackOff.device
  /// The port. It connects to and disconnects from other ports.
  package let port: MIDIPort
  /// The synthesizer's engine. Notes go out in time with its sound.
  private let engine: SoundEngine
  private let onRound: Round
  /// The thread that runs the rounds.
  private let thread = ThreadSlot()
  // Order: stored before the wake signal rings, which orders the two: a thread that has heard it stops.
  private let isStopping = Atomic(false)
  private let wakeSignal: WakeSignal
  // Order: relaxed: `gf-control` alone uses it.
  private let isHeard = Atomic(false)

  /// Called for a round with seconds of `Clock`. It is called one last time before the port is released. It returns
  /// ticks of the clock to send, due at seconds of `Clock`, and whether there is more to do.
  package typealias Round = @Sendable (_ now: Double, _ isLast: Bool) -> (sends: [(message: ClockMessage, time: Double)], goesOn: Bool)

  /// Microseconds between two rounds. It is the maximum delay of a pressed key's request, and it limits the work
  /// however many messages come.
  package static let pause: UInt32 = 10_000

  /// - Parameters:
  ///   - engine: says when the notes played now are heard.
  ///   - configuration: channels, and the ports to connect.
  ///   - device: makes the sequencer.
  ///   - wakeSignal: starts a round when it rings.
  ///   - onInput: receives incoming messages on a thread of its own; it may block.
  ///   - onRound: called on another thread. If there is more to do, it is called again after 10 ms, otherwise after
  ///     `wake`.
  package init(
    _ engine: SoundEngine, configuration: Configuration, device: @escaping @Sendable () -> any SequencerDevice = { ALSASequencer() },
    wakeSignal: WakeSignal = WakeSignal(), onInput: @escaping @Sendable (MIDIInput) -> Void,
    onRound: @escaping Round = { _, _ in ([], false) }
  ) {
    self.engine = engine
    self.wakeSignal = wakeSignal
    self.onRound = onRound
    var settings = MIDISettings(configuration)
    settings.isHeard = false
    port = MIDIPort(settings, device: device, onInput: onInput)
  }

  package func start() throws(Failure) {
    do {
      try port.start()
      try thread.start { try RealtimeThread(.init(name: "gf-midi-clock")) { [self] in run() } }
    } catch {
      var failure = error as? Failure ?? Failure("\(error)")
      if failure.remedy.isEmpty { failure.remedy = "restart the service" }
      throw failure
    }
  }

  private func run() {
    while !isStopping.load(ordering: .acquiring) {
      let goesOn = round(isLast: false)
      // A pause without an earlier end, also before the wait: it limits the work, however often messages ring.
      usleep(Self.pause)
      if !goesOn { wakeSignal.wait() }
    }
    _ = round(isLast: true)
  }

  /// - Returns: whether there is more to do.
  private func round(isLast: Bool) -> Bool {
    let (sends, goesOn) = onRound(Clock.seconds, isLast)
    for tick in sends { port.send(MIDIMessage(tick.message), heardAt: tick.time) }
    return goesOn
  }

  package func stop() {
    isStopping.store(true, ordering: .releasing)
    thread.end { wakeSignal.ring() }
    port.stop()
  }

  /// Requests a round soon. Any thread may call; never blocks.
  package func wake() { wakeSignal.ring() }

  /// Takes other settings while running.
  package func configure(_ configuration: Configuration) {
    let fresh = MIDISettings(configuration)
    port.changeSettings { settings in
      let isHeard = settings.isHeard
      settings = fresh
      settings.isHeard = isHeard
    }
  }

  package func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, captureTime: Double) {
    // Send the note when the synthesizer plays it. That is with the next block, plus the delay of the effects.
    // Without a card that gives the time, send it at once.
    let heardAt = engine.clockPair.map { $0.seconds(of: $0.frame + Int64(InstrumentPort.delay)) }
    port.play(kind, notes, heardAt: heardAt ?? 0, captureTime: captureTime)
  }

  package func set(takesNew: Bool) {
    // A new configuration keeps the setting.
    if isHeard.exchange(takesNew, ordering: .relaxed) != takesNew { port.changeSettings { $0.isHeard = takesNew } }
  }

  package func panic() { port.panic() }

  package func connect(_ name: String) throws(Problem) { try port.connect(name) }

  package func disconnect(_ name: String) throws(Problem) { try port.disconnect(name) }

  package var status: MIDIStatus { port.status }

  package var condition: Condition {
    let status = port.status
    if status.available { return .running }
    return status.problem.map { .missing($0) } ?? .starting
  }

  package var summary: String {
    let connected = port.status.ports.filter(\.connected).map { "\($0.client):\($0.name)" }
    return connected.isEmpty ? "nothing is connected" : connected.joined(separator: ", ")
  }
}

extension MIDISettings {
  /// Creates the settings of a configuration.
  init(_ configuration: Configuration) {
    self.init()
    channel = Int(configuration.midiChannel)
    (isPerSource, isMPE, connect) = (configuration.midiPerSource, configuration.midiMPE, configuration.midiConnect)
  }
}
