import CALSA
import Glibc

/// Conversion of messages to ALSA events.
extension MIDIMessage {
  /// The message as an ALSA event, without sender, receiver and time.
  package var event: snd_seq_event_t {
    var event = snd_seq_event_t()
    func set(_ type: snd_seq_event_type) { event.type = snd_seq_event_type_t(type.rawValue) }
    func control(_ type: snd_seq_event_type, _ channel: UInt8, _ parameter: UInt8, _ value: Int) {
      set(type)
      event.data.control = snd_seq_ev_ctrl_t(channel: channel, unused: (0, 0, 0), param: UInt32(parameter), value: Int32(value))
    }
    func note(_ type: snd_seq_event_type, _ channel: UInt8, _ number: UInt8, _ velocity: UInt8) {
      set(type)
      event.data.note = snd_seq_ev_note_t(channel: channel, note: number, velocity: velocity, off_velocity: 0, duration: 0)
    }
    switch self {
    case .noteOff(let channel, let number, let velocity): note(SND_SEQ_EVENT_NOTEOFF, channel, number, velocity)
    case .noteOn(let channel, let number, let velocity): note(SND_SEQ_EVENT_NOTEON, channel, number, velocity)
    case .keyPressure(let channel, let number, let pressure): note(SND_SEQ_EVENT_KEYPRESS, channel, number, pressure)
    case .control(let channel, let controller, let value): control(SND_SEQ_EVENT_CONTROLLER, channel, controller, Int(value))
    case .program(let channel, let program): control(SND_SEQ_EVENT_PGMCHANGE, channel, 0, Int(program))
    case .bend(let channel, let bend): control(SND_SEQ_EVENT_PITCHBEND, channel, 0, Int(bend) - 8192)
    case .channelPressure(let channel, let pressure): control(SND_SEQ_EVENT_CHANPRESS, channel, 0, Int(pressure))
    case .quarterFrame(let value): control(SND_SEQ_EVENT_QFRAME, 0, 0, Int(value))
    case .songSelect(let song): control(SND_SEQ_EVENT_SONGSEL, 0, 0, Int(song))
    case .tuneRequest: set(SND_SEQ_EVENT_TUNE_REQUEST)
    case .activeSensing: set(SND_SEQ_EVENT_SENSING)
    case .reset: set(SND_SEQ_EVENT_RESET)
    case .clock: set(SND_SEQ_EVENT_CLOCK)
    case .start: set(SND_SEQ_EVENT_START)
    case .continue: set(SND_SEQ_EVENT_CONTINUE)
    case .stop: set(SND_SEQ_EVENT_STOP)
    case .songPosition(let position): control(SND_SEQ_EVENT_SONGPOS, 0, 0, Int(position))
    }
    return event
  }
}

extension ALSASequencer {
  /// Reads the next input. Never waits.
  public func input() -> SequencerInput {
    guard let sequencer else { return .failed(-Int(ENODEV)) }
    var event: UnsafeMutablePointer<snd_seq_event_t>?
    let code = snd_seq_event_input(sequencer, &event)
    guard code >= 0, let event else {
      switch -code {
      case EAGAIN, EINTR: return .nothing
      case ENOSPC: return .overrun
      // An event that fits no buffer blocks all others.
      case ENOMEM, EFAULT, EINVAL: return snd_seq_drop_input(sequencer) < 0 ? .failed(Int(code)) : .overrun
      default: return .failed(Int(code))
      }
    }
    return Self.read(event.pointee)
  }

  /// Converts an ALSA event. Programs may send numbers outside the ranges of MIDI: such events are ignored.
  package static func read(_ event: snd_seq_event_t) -> SequencerInput {
    let from = MIDIAddress(client: event.source.client, port: event.source.port)
    func message(_ message: MIDIMessage?) -> SequencerInput { message.map { .message($0, from: from) } ?? .ignored }
    let control = event.data.control
    switch snd_seq_event_type(UInt32(event.type)) {
    case SND_SEQ_EVENT_NOTEON: return message(note(event.data.note) { .noteOn(channel: $0, note: $1, velocity: $2) })
    case SND_SEQ_EVENT_NOTEOFF: return message(note(event.data.note) { .noteOff(channel: $0, note: $1, velocity: $2) })
    case SND_SEQ_EVENT_KEYPRESS: return message(note(event.data.note) { .keyPressure(channel: $0, note: $1, pressure: $2) })
    case SND_SEQ_EVENT_PGMCHANGE: return message(value(control, 0...127).map { .program(channel: control.channel, program: UInt8($0)) })
    case SND_SEQ_EVENT_CONTROLLER:
      guard control.param < 128 else { return .ignored }
      return message(value(control, 0...127).map { .control(channel: control.channel, controller: UInt8(control.param), value: UInt8($0)) })
    case SND_SEQ_EVENT_PITCHBEND:
      return message(value(control, -8192...8191).map { .bend(channel: control.channel, bend: UInt16($0 + 8192)) })
    case SND_SEQ_EVENT_CHANPRESS:
      return message(value(control, 0...127).map { .channelPressure(channel: control.channel, pressure: UInt8($0)) })
    case SND_SEQ_EVENT_CLOCK: return message(.clock)
    case SND_SEQ_EVENT_START: return message(.start)
    case SND_SEQ_EVENT_CONTINUE: return message(.continue)
    case SND_SEQ_EVENT_STOP: return message(.stop)
    case SND_SEQ_EVENT_SONGPOS: return message(value(control, 0...16383).map { .songPosition(UInt16($0)) })
    case SND_SEQ_EVENT_QFRAME: return message(value(control, 0...127).map { .quarterFrame(UInt8($0)) })
    case SND_SEQ_EVENT_SONGSEL: return message(value(control, 0...127).map { .songSelect(UInt8($0)) })
    case SND_SEQ_EVENT_TUNE_REQUEST: return message(.tuneRequest)
    case SND_SEQ_EVENT_SENSING: return message(.activeSensing)
    case SND_SEQ_EVENT_SYSEX: return .systemExclusive(bytes: Int(event.data.ext.len & 0x3FFF_FFFF))
    case SND_SEQ_EVENT_RESET: return .reset(from: from)
    case SND_SEQ_EVENT_CLIENT_START, SND_SEQ_EVENT_CLIENT_EXIT, SND_SEQ_EVENT_CLIENT_CHANGE: return .changed
    case SND_SEQ_EVENT_PORT_START, SND_SEQ_EVENT_PORT_EXIT, SND_SEQ_EVENT_PORT_CHANGE: return .changed
    case SND_SEQ_EVENT_PORT_SUBSCRIBED, SND_SEQ_EVENT_PORT_UNSUBSCRIBED: return .changed
    default: return .ignored
    }
  }

  private static func note(_ note: snd_seq_ev_note_t, _ made: (UInt8, UInt8, UInt8) -> MIDIMessage) -> MIDIMessage? {
    note.channel < 16 && note.note < 128 && note.velocity < 128 ? made(note.channel, note.note, note.velocity) : nil
  }

  private static func value(_ control: snd_seq_ev_ctrl_t, _ range: ClosedRange<Int32>) -> Int32? {
    control.channel < 16 && range.contains(control.value) ? control.value : nil
  }
}
