import CALSA
import Glibc
import Notes

/// Between messages and ALSA's events.
extension MIDIMessage {
  /// As ALSA writes it, without sender, receiver and moment.
  package var event: snd_seq_event_t {
    var event = snd_seq_event_t()
    func set(_ type: snd_seq_event_type) { event.type = snd_seq_event_type_t(type.rawValue) }
    func control(_ type: snd_seq_event_type, _ channel: UInt8, _ parameter: UInt8, _ value: Int) {
      set(type)
      event.data.control = snd_seq_ev_ctrl_t(channel: channel, unused: (0, 0, 0), param: UInt32(parameter), value: Int32(value))
    }
    switch self {
    case .note(let note):
      set(note.isOn ? SND_SEQ_EVENT_NOTEON : SND_SEQ_EVENT_NOTEOFF)
      event.data.note = snd_seq_ev_note_t(channel: note.channel, note: note.note, velocity: note.velocity, off_velocity: 0, duration: 0)
    case .control(let channel, let controller, let value): control(SND_SEQ_EVENT_CONTROLLER, channel, controller, Int(value))
    case .bend(let channel, let value): control(SND_SEQ_EVENT_PITCHBEND, channel, 0, Int(value))
    case .pressure(let channel, let value): control(SND_SEQ_EVENT_CHANPRESS, channel, 0, Int(value))
    case .clock: set(SND_SEQ_EVENT_CLOCK)
    case .start: set(SND_SEQ_EVENT_START)
    case .resume: set(SND_SEQ_EVENT_CONTINUE)
    case .stop: set(SND_SEQ_EVENT_STOP)
    case .songPosition(let sixteenths): control(SND_SEQ_EVENT_SONGPOS, 0, 0, Int(sixteenths))
    }
    return event
  }
}

extension ALSASequencer {
  /// What came next. Never waits.
  public func input() -> SequencerInput {
    guard let sequencer else { return .failed(-Int(ENODEV)) }
    var event: UnsafeMutablePointer<snd_seq_event_t>?
    let code = snd_seq_event_input(sequencer, &event)
    guard code >= 0, let event else {
      switch -code {
      case EAGAIN, EINTR: return .nothing
      case ENOSPC: return .overrun
      // An event that no buffer holds stands in the way of all others.
      case ENOMEM, EFAULT, EINVAL: return snd_seq_drop_input(sequencer) < 0 ? .failed(Int(code)) : .overrun
      default: return .failed(Int(code))
      }
    }
    return Self.read(event.pointee)
  }

  /// What an event says. Programs may send numbers that no wire could carry: those count for nothing.
  package static func read(_ event: snd_seq_event_t) -> SequencerInput {
    let from = MIDIAddress(client: event.source.client, port: event.source.port)
    func message(_ message: MIDIMessage?) -> SequencerInput { message.map { .message($0, from: from) } ?? .ignored }
    let control = event.data.control
    switch snd_seq_event_type(UInt32(event.type)) {
    case SND_SEQ_EVENT_NOTEON: return message(note(event.data.note, isOn: true))
    case SND_SEQ_EVENT_NOTEOFF: return message(note(event.data.note, isOn: false))
    case SND_SEQ_EVENT_CONTROLLER:
      guard control.param < 128 else { return .ignored }
      return message(value(control, 0...127).map { .control(channel: control.channel, controller: UInt8(control.param), value: UInt8($0)) })
    case SND_SEQ_EVENT_PITCHBEND: return message(value(control, -8192...8191).map { .bend(channel: control.channel, value: Int16($0)) })
    case SND_SEQ_EVENT_CHANPRESS: return message(value(control, 0...127).map { .pressure(channel: control.channel, value: UInt8($0)) })
    case SND_SEQ_EVENT_CLOCK: return message(.clock)
    case SND_SEQ_EVENT_START: return message(.start)
    case SND_SEQ_EVENT_CONTINUE: return message(.resume)
    case SND_SEQ_EVENT_STOP: return message(.stop)
    case SND_SEQ_EVENT_SONGPOS: return message(value(control, 0...16383).map { .songPosition(sixteenths: UInt16($0)) })
    case SND_SEQ_EVENT_SYSEX: return .systemExclusive(bytes: Int(event.data.ext.len & 0x3FFF_FFFF))
    case SND_SEQ_EVENT_RESET: return .reset(from: from)
    case SND_SEQ_EVENT_CLIENT_START, SND_SEQ_EVENT_CLIENT_EXIT, SND_SEQ_EVENT_CLIENT_CHANGE: return .changed
    case SND_SEQ_EVENT_PORT_START, SND_SEQ_EVENT_PORT_EXIT, SND_SEQ_EVENT_PORT_CHANGE: return .changed
    case SND_SEQ_EVENT_PORT_SUBSCRIBED, SND_SEQ_EVENT_PORT_UNSUBSCRIBED: return .changed
    default: return .ignored
    }
  }

  private static func note(_ note: snd_seq_ev_note_t, isOn: Bool) -> MIDIMessage? {
    guard note.channel < 16, note.note < 128, note.velocity < 128 else { return nil }
    return .note(NoteMessage(channel: note.channel, note: note.note, velocity: isOn ? note.velocity : 0))
  }

  private static func value(_ control: snd_seq_ev_ctrl_t, _ range: ClosedRange<Int32>) -> Int32? {
    control.channel < 16 && range.contains(control.value) ? control.value : nil
  }
}
