import Notes

/// What a synthesizer is told before the first note, and when all is to be silent.
enum WireSetup {
  private static let bendRange: UInt8 = 0
  private static let zone: UInt8 = 6
  /// Semitones of MPE's members, as its specification has it.
  static let memberBendRange = 48
  /// Semitones of MPE's manager channel.
  private static let managerBendRange = 2

  /// Silence on all channels: whatever played there before, also under other settings, may still sound.
  ///
  /// A message of a kind that is sent nowhere else comes first. The kernel leaves out a status byte that is the one before (running status), also when the device behind has forgotten that one, as Linux's own
  /// USB MIDI gadget does while no host listens: "all notes off" would be lost on that channel.
  static var silence: [MIDIMessage] {
    [.keyPressure(channel: 0, note: 0, pressure: 0)]
      + (0..<16 as Range<UInt8>).flatMap { channel in
        [Controller.allNotesOff, Controller.allSoundOff].map { .control(channel: channel, controller: $0, value: 0) }
      }
  }

  /// The range of bends on every channel in use; with MPE the zone before that, which sets the ranges back.
  static func setup(_ settings: MIDISettings, channels: [UInt8]) -> [MIDIMessage] {
    guard settings.isMPE else { return channels.flatMap { range(min(max(settings.bendRange, 1), 96), $0) } }
    // A range that one member is told holds for all of the zone.
    return zone(members: ChannelPlan.members) + range(managerBendRange, 0) + range(memberBendRange, 1)
  }

  /// MPE's configuration message for the lower zone; without members there is none any more.
  static func zone(members: Int) -> [MIDIMessage] { parameter(zone, UInt8(members), nil, 0) }

  private static func range(_ semitones: Int, _ channel: UInt8) -> [MIDIMessage] { parameter(bendRange, UInt8(semitones), 0, channel) }

  /// A registered parameter. It is put away after that, so that no stray data entry changes it.
  private static func parameter(_ number: UInt8, _ value: UInt8, _ fine: UInt8?, _ channel: UInt8) -> [MIDIMessage] {
    var pairs = [(Controller.parameter, UInt8(0)), (Controller.parameterFine, number), (Controller.dataEntry, value)]
    if let fine { pairs.append((Controller.dataEntryFine, fine)) }
    pairs += [(Controller.parameter, 127), (Controller.parameterFine, 127)]
    return pairs.map { .control(channel: channel, controller: $0.0, value: $0.1) }
  }
}
