import GestureFlowAPI
import Glibc
import MIDI
import Notes
import Realtime
import Sound
import Synchronization

/// The MIDI port as a part of the box. Without a sequencer the box is none the worse: it says so and goes on looking.
package final class MIDIPart: Component, MIDIOutlet {
  package let name = "midi"
  package let patience = BackOff.device
  /// Ports are connected and left alone there.
  package let port: MIDIPort
  /// The synthesizer, with whose sound notes go out.
  private let engine: SoundEngine
  private let takesNew = Mutex(false)
  private let onRound: @Sendable (_ now: Double, _ isLast: Bool) -> Bool
  private let rounds = Mutex(Rounds())
  private let bell = Bell()

  /// The thread on which rounds are done.
  private struct Rounds {
    var thread: RealtimeThread?
    var isStopping = false
  }

  /// Microseconds from one round to the next: what a pressed key asks for waits so long at most, and however many messages come, no more is made of them.
  package static let pause: UInt32 = 10_000

  /// - Parameters:
  ///   - engine: says when what is played now is heard.
  ///   - configuration: channels, and what is connected.
  ///   - device: makes the sequencer.
  ///   - onInput: told what comes in, on a thread of its own; it may wait.
  ///   - onRound: called on another thread with seconds of `Clock`, and a last time before the port is given back. It answers whether there is more to do: then it is called again a hundredth of a second later, and
  ///     otherwise after `wake`.
  package init(
    _ engine: SoundEngine, configuration: Configuration, device: @escaping @Sendable () -> any SequencerDevice = { ALSASequencer() },
    onInput: @escaping @Sendable (MIDIInput) -> Void,
    onRound: @escaping @Sendable (_ now: Double, _ isLast: Bool) -> Bool = { _, _ in false }
  ) {
    self.engine = engine
    self.onRound = onRound
    var settings = MIDISettings(configuration)
    settings.isHeard = false
    port = MIDIPort(settings, device: device, onInput: onInput)
  }

  package func start() throws(PartFailure) {
    do {
      try port.start()
      let thread = try RealtimeThread(.init(name: "gf-midi-clock")) { [self] in
        while !rounds.withLock({ $0.isStopping }) {
          let goesOn = onRound(Clock.seconds, false)
          // Also before it rests: whoever rings all the time is heard no more often.
          usleep(Self.pause)
          if !goesOn { bell.wait() }
        }
        _ = onRound(Clock.seconds, true)
      }
      rounds.withLock { $0.thread = thread }
    } catch { throw PartFailure("\(error)", remedy: "restart the service") }
  }

  package func stop() {
    let thread = rounds.withLock { rounds in
      defer { rounds.thread = nil }
      rounds.isStopping = true
      return rounds.thread
    }
    bell.ring()
    thread?.join()
    port.stop()
  }

  /// There may be something to do: the next round comes soon. Any thread; never waits.
  package func wake() { bell.ring() }

  /// Takes other settings while it runs.
  package func configure(_ configuration: Configuration) {
    takesNew.withLock { takesNew in
      var settings = MIDISettings(configuration)
      settings.isHeard = takesNew
      port.settings = settings
    }
  }

  package func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, captureTime: Double) {
    // The synthesizer plays it with the block that is rendered next and its effects are a little later, and that is when it goes out. While no card tells when that is, it goes out at once.
    let heardAt = engine.clockPair.map { $0.seconds(of: $0.frame + Int64(InstrumentDesk.delay)) }
    port.play(kind, notes, heardAt: heardAt ?? 0, captureTime: captureTime)
  }

  package func set(takesNew: Bool) {
    self.takesNew.withLock { before in
      guard before != takesNew else { return }
      before = takesNew
      port.settings.isHeard = takesNew
    }
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
  /// As the configuration has it.
  init(_ configuration: Configuration) {
    self.init()
    channel = Int(configuration.midiChannel)
    (isPerSource, isMPE, connect) = (configuration.midiPerSource, configuration.midiMPE, configuration.midiConnect)
  }
}
