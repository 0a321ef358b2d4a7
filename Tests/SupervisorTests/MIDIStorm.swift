import Glibc
import MIDI
import MIDIDoubles
import Realtime
import Settings
import Supervisor
import TestSupport

/// A box in mode instrument behind the real port and its threads. A device on the port sends random messages;
/// the kernel has already parsed the bytes of the wire.
final class MIDIStorm {
  /// Ways in which held notes end.
  enum End: CaseIterable { case unplugged, letGo, reset, told }

  let studio: Studio
  private let world = MIDIWorld(isLive: true)
  private let port: MIDIPort
  private var keys: MIDIAddress
  private var random: SplitMix

  init(seed: UInt64) throws {
    studio = try Studio(.instrument)
    random = SplitMix(seed)
    var configuration = Configuration()
    configuration.tempoSource = "midi"
    studio.box.tempo.configure(configuration)
    let (world, inputs) = (world, studio.box.inputs)
    keys = world.plug(20, "Keys")
    port = MIDIPort(device: { SequencerDouble(world) }) { inputs.hear($0) }
    try port.start()
  }

  func stop() { port.stop() }

  /// Number of messages that the port has read.
  var received: Int { port.status.received }
  /// Whether the device is connected.
  var isConnected: Bool { port.status.ports.contains { $0.connected } }

  // MARK: - What comes

  /// Sends messages of every kind that a wire can carry, with random values.
  func fuzz() { pour((0..<4000).map { _ in message() }) }

  /// Sends messages faster than the box takes them: notes, pedals, bends with ranges, channel modes.
  func flood(_ count: Int = 10_000) {
    pour(
      (0..<count).map { _ in
        let channel = UInt8(below(16)), a = UInt8(below(128)), b = UInt8(below(128))
        return switch below(8) {
        case 0...2: .noteOn(channel: channel, note: a, velocity: b)
        case 3: .noteOff(channel: channel, note: a, velocity: b)
        case 4: .control(channel: channel, controller: [1, 6, 11, 38, 64, 74, 100, 101][below(8)], value: b)
        case 5: .control(channel: channel, controller: a, value: b)
        case 6: .bend(channel: channel, bend: UInt16(below(16384)))
        default: .channelPressure(channel: channel, pressure: a)
        }
      })
  }

  /// Sends a megabyte of system exclusive data in the kernel's pieces, with notes in between.
  func exclusive() {
    var inputs = Array(repeating: SequencerInput.systemExclusive(bytes: 256), count: 4096)
    for i in stride(from: 0, to: inputs.count, by: 64) { inputs[i] = input(.noteOn(channel: 3, note: UInt8(i / 64 % 128), velocity: 90)) }
    pour(inputs)
  }

  /// Sends a clock of 1000 beats a minute. Song positions go backwards while it runs.
  func clock() {
    pour([.start])
    for i in 0..<60 {
      pour([.clock])
      usleep(2500)
      if i % 6 == 0 { pour([.songPosition(UInt16(16383 - i * 273)), [.start, .stop, .continue][below(3)]]) }
    }
  }

  /// Pours an overrun of the kernel's buffer, an ignored event and a change.
  func overrun() { pour([.overrun, .ignored, .changed] as [SequencerInput]) }

  /// Starts many notes at once.
  /// - Returns: whether one of them sounded.
  func chord() -> Bool {
    let begun = studio.box.engine.instrument.state.begun
    return waitUntil {
      // The loop repeats them, because a flood drops note starts.
      pour((0..<12).map { .noteOn(channel: UInt8($0), note: UInt8(40 + $0), velocity: 100) })
      look()
      return studio.box.engine.instrument.state.begun > begun
    }
  }

  /// Ends the held notes in this way. A device that was pulled out is plugged in again.
  func end(_ end: End) {
    let channels = 0..<16 as Range<UInt8>
    let pedals = channels.map { MIDIMessage.control(channel: $0, controller: 64, value: 0) }
    switch end {
    case .unplugged:
      world.unplug(keys)
      _ = waitUntil { !isConnected }
      keys = world.plug(20, "Keys")
      _ = waitUntil { isConnected }
    case .letGo:
      pour(channels.flatMap { channel in (0..<128 as Range<UInt8>).map { .noteOff(channel: channel, note: $0, velocity: 0) } } + pedals)
    case .reset: pour([.reset(from: keys)] as [SequencerInput])
    case .told: pour(channels.map { .control(channel: $0, controller: 123, value: 0) } + pedals)
    }
  }

  /// Whether the sound is silent and each started note has ended. Waits for that.
  var isSilent: Bool {
    waitUntil {
      look()
      let state = studio.box.engine.instrument.state
      return state.sounding.count == 0 && state.voices == 0 && state.begun == state.ended
    }
  }

  // MARK: - How it comes

  private func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  private func input(_ message: MIDIMessage) -> SequencerInput { .message(message, from: keys) }

  private func message() -> MIDIMessage {
    let channel = UInt8(below(16)), a = UInt8(below(128)), b = UInt8(below(128))
    let wide = UInt16(below(16384))
    let all: [MIDIMessage] = [
      .noteOff(channel: channel, note: a, velocity: b), .noteOn(channel: channel, note: a, velocity: b),
      .keyPressure(channel: channel, note: a, pressure: b), .control(channel: channel, controller: a, value: b),
      .program(channel: channel, program: a), .channelPressure(channel: channel, pressure: a), .bend(channel: channel, bend: wide),
      .quarterFrame(a), .songPosition(wide), .songSelect(a), .tuneRequest, .clock, .start, .continue, .stop, .activeSensing, .reset,
    ]
    return all[below(all.count)]
  }

  private func pour(_ messages: [MIDIMessage]) { pour(messages.map(input)) }

  /// Sends as fast as the port reads. The queue before the port is bounded, as in the kernel.
  private func pour(_ inputs: [SequencerInput]) {
    for begin in stride(from: 0, to: inputs.count, by: 512) {
      _ = waitUntil { world.with { $0.inputs.count } < 1024 }
      world.with { $0.inputs += inputs[begin..<min(begin + 512, inputs.count)] }
      look()
    }
  }

  /// Runs the box for a hundredth of a second.
  private func look() {
    studio.render(4)
    studio.round(at: Clock.seconds)
  }
}
