import Notes

/// Notes from a MIDI port that play the synthesizer. Each channel has its own synthesizer source and a pedal.
struct WireKeys: BitwiseCopyable {
  /// The synthesizer's source of channel 0, after those of `PlayedSources`.
  static let first = 8
  private static let channels = 16

  private(set) var ledger = NoteLedger()
  /// Channels whose pedal is down, one bit per channel.
  private var pedals: UInt16 = 0
  /// Released keys that the pedal holds. There are two words of 64 bits per channel.
  private var kept = InlineArray<32, UInt64>(repeating: 0)
  private var strokes: UInt32 = 0

  @_noLocks mutating func rtTake(_ message: WireMessage, takesNew: Bool, on synth: inout Synth, _ sender: inout NoteSender) {
    ledger.takesNew = takesNew
    let channel = message.channel & 15
    switch message.kind {
    case .on:
      rtKeep(channel, message.number, false)
      strokes &+= 1
      rtMakeRoom(channel, message.number, &synth, &sender)
      let messages = ledger.play(
        Self.rtSource(channel, message.number), note: message.number, velocity: message.value, stroke: strokes, channel: channel)
      sender.rtPlay(messages, on: &synth, first: Self.first)
    case .off:
      if pedals & (1 << UInt16(channel)) == 0 {
        rtEnd(channel, message.number, &synth, &sender)
      } else {
        rtKeep(channel, message.number, true)
      }
    case .control: rtControl(channel, message.number, message.value, &synth, &sender)
    case .bend: synth.rtBend(source: Self.first &+ Int(channel), message.semitones)
    }
  }

  /// Ends all notes and resets all channels.
  @_noLocks mutating func rtEndAll(on synth: inout Synth, _ sender: inout NoteSender) {
    for channel in 0..<Self.channels {
      rtEndAll(UInt8(channel), &synth, &sender)
      rtCalm(UInt8(channel), &synth)
    }
    pedals = 0
  }

  @_noLocks private mutating func rtControl(
    _ channel: UInt8, _ number: UInt8, _ value: UInt8, _ synth: inout Synth, _ sender: inout NoteSender
  ) {
    let source = Self.first &+ Int(channel)
    switch number {
    case WireControl.modulation: synth.rtModulate(source: source, Float(value) / 127)
    case WireControl.expression: synth.rtExpress(source: source, Float(value) / 127)
    // 64 is the middle.
    case WireControl.brightness: synth.rtBrighten(source: source, value < 64 ? Float(value) / 128 : 0.5 + (Float(value) - 64) / 126)
    case WireControl.sustain:
      if value >= 64 {
        pedals |= 1 << UInt16(channel)
      } else {
        rtLift(channel, &synth, &sender)
      }
    case WireControl.allSoundOff:
      rtEndAll(channel, &synth, &sender)
      synth.rtCut(source: source)
    case WireControl.resetAll:
      rtLift(channel, &synth, &sender)
      rtCalm(channel, &synth)
    case WireControl.allNotesOff...127: rtEndAll(channel, &synth, &sender)
    default: break
    }
  }

  @_noLocks private mutating func rtEnd(_ channel: UInt8, _ note: UInt8, _ synth: inout Synth, _ sender: inout NoteSender) {
    sender.rtPlay(ledger.play(Self.rtSource(channel, note), note: nil), on: &synth, first: Self.first)
  }

  @_noLocks private mutating func rtEndAll(_ channel: UInt8, _ synth: inout Synth, _ sender: inout NoteSender) {
    while let messages = ledger.endNext(.wire, channel: channel) { sender.rtPlay(messages, on: &synth, first: Self.first) }
    kept[2 &* Int(channel)] = 0
    kept[2 &* Int(channel) &+ 1] = 0
  }

  /// Makes room for a new key if the ledger is full. The oldest key that only a pedal holds ends; if a pedal
  /// holds none, the oldest key of all. So a struck key is always heard, even if a device's note ends were lost
  /// on the way.
  @_noLocks private mutating func rtMakeRoom(_ channel: UInt8, _ note: UInt8, _ synth: inout Synth, _ sender: inout NoteSender) {
    guard ledger.isFull, !ledger.knows(Self.rtSource(channel, note)) else { return }
    var leaves = -1
    var leavesIsKept = false
    var longest: UInt32 = 0
    for place in 0..<NoteLedger.capacity {
      guard let held = ledger.known(at: place) else { break }
      let isKept = rtIsKept(Self.rtChannel(held.source), held.note)
      let age = strokes &- held.stroke
      if isKept == leavesIsKept ? age > longest : isKept { (leaves, leavesIsKept, longest) = (place, isKept, age) }
    }
    guard let held = ledger.known(at: leaves) else { return }
    rtKeep(Self.rtChannel(held.source), held.note, false)
    rtEnd(Self.rtChannel(held.source), held.note, &synth, &sender)
  }

  /// Lifts the pedal: notes that only it held end.
  @_noLocks private mutating func rtLift(_ channel: UInt8, _ synth: inout Synth, _ sender: inout NoteSender) {
    pedals &= ~(1 << UInt16(channel))
    for half in 0..<2 {
      let word = 2 &* Int(channel) &+ half
      while kept[word] != 0 {
        let bit = kept[word].trailingZeroBitCount
        kept[word] &= kept[word] &- 1
        rtEnd(channel, UInt8(64 &* half &+ bit), &synth, &sender)
      }
    }
  }

  /// Resets bend, LFO depth, loudness and brightness.
  @_noLocks private func rtCalm(_ channel: UInt8, _ synth: inout Synth) {
    let source = Self.first &+ Int(channel)
    synth.rtBend(source: source, 0)
    synth.rtModulate(source: source, 0)
    synth.rtExpress(source: source, 1)
    synth.rtBrighten(source: source, 0.5)
  }

  @_noLocks private mutating func rtKeep(_ channel: UInt8, _ note: UInt8, _ isKept: Bool) {
    let word = 2 &* Int(channel) &+ Int(note >> 6)
    let bit = UInt64(1) << UInt64(note & 63)
    if isKept {
      kept[word] |= bit
    } else {
      kept[word] &= ~bit
    }
  }

  @_noLocks private func rtIsKept(_ channel: UInt8, _ note: UInt8) -> Bool {
    kept[2 &* Int(channel) &+ Int(note >> 6)] & (UInt64(1) << UInt64(note & 63)) != 0
  }

  @_noLocks private static func rtChannel(_ source: SourceID) -> UInt8 { UInt8(truncatingIfNeeded: source.number >> 7) }

  @_noLocks private static func rtSource(_ channel: UInt8, _ note: UInt8) -> SourceID { SourceID(.wire, Int(channel) &* 128 &+ Int(note)) }
}
