/// Messages that set up or silence a synthesizer.
enum WireSetup {
  private static let bendRange: UInt8 = 0
  private static let zone: UInt8 = 6
  /// Bend range of MPE members in semitones, as in the MPE specification.
  static let memberBendRange = 48
  /// Bend range of the MPE manager channel in semitones.
  private static let managerBendRange = 2

  /// Silence on all channels. Notes from before, perhaps under other settings, may still sound.
  ///
  /// The first message is of a kind that is sent only here. The kernel omits a status byte that equals the one before
  /// (running status), even when the device has forgotten that one. Linux's own USB MIDI gadget forgets it while no
  /// host listens. "All notes off" would then be lost on that channel.
  static var silence: [MIDIMessage] {
    [.keyPressure(channel: 0, note: 0, pressure: 0)]
      + (0..<16 as Range<UInt8>).flatMap { channel in
        [Controller.allNotesOff, Controller.allSoundOff].map { .control(channel: channel, controller: $0, value: 0) }
      }
  }

  /// Returns the bend range messages for every channel in use. With MPE the zone message comes first, because it
  /// resets the ranges.
  static func setup(_ settings: MIDISettings, channels: [UInt8]) -> [MIDIMessage] {
    guard settings.isMPE else { return channels.flatMap { range(min(max(settings.bendRange, 1), 96), $0) } }
    // A range that one member receives holds for all of the zone.
    return zone(members: ChannelPlan.members) + range(managerBendRange, 0) + range(memberBendRange, 1)
  }

  /// Returns the MPE configuration message for the lower zone. Zero members remove the zone.
  static func zone(members: Int) -> [MIDIMessage] { parameter(zone, UInt8(members), nil, 0) }

  private static func range(_ semitones: Int, _ channel: UInt8) -> [MIDIMessage] { parameter(bendRange, UInt8(semitones), 0, channel) }

  /// Returns the messages that set a registered parameter. They deselect it afterwards, so that no stray data entry
  /// changes it.
  private static func parameter(_ number: UInt8, _ value: UInt8, _ fine: UInt8?, _ channel: UInt8) -> [MIDIMessage] {
    var pairs = [(Controller.parameter, UInt8(0)), (Controller.parameterFine, number), (Controller.dataEntry, value)]
    if let fine { pairs.append((Controller.dataEntryFine, fine)) }
    pairs += [(Controller.parameter, 127), (Controller.parameterFine, 127)]
    return pairs.map { .control(channel: channel, controller: $0.0, value: $0.1) }
  }
}
