import Foundation
import GestureFlowAPI

/// Present values of the box, for commands without a value.
package enum PresentValue {
  /// Returns the value that a command sets, as gfctl takes it.
  /// - Returns: nil if the command does not have a present value.
  /// - Throws: `Failure` if the box has the value only in another mode.
  package static func text(_ name: Command.Name, _ s: Status) throws(Failure) -> String? {
    switch name {
    case .mode: return s.mode.rawValue
    case .tier: return s.tier.rawValue
    case .output: return s.output.rawValue
    case .autopause: return onOff(s.autoPause)
    case .hands: return onOff(!s.control.handsOff)
    case .volume: return percent(try number(name, s))
    case .speed: return short(try number(name, s))
    case .pitch: return "\(short(try number(name, s))) cents"
    case .filter: return short(try number(name, s))
    case .tempo: return "\(short(try number(name, s))) BPM"
    case .seek: return StatusScreen.clock(try number(name, s)) + (length(s).map { " of \(StatusScreen.clock($0))" } ?? "")
    case .select: return selected(s)
    case .shuffle: return s.player.map { onOff($0.shuffle) }
    case .repeat: return s.player?.repeats.rawValue
    case .scale, .key, .range, .waveform, .bend, .legato, .sound, .effect: return instrument(name, try instrument(s))
    case .loop, .channel: return StemTable.channels(try stems(s)).map(\.text).joined(separator: "\n")
    default: return nil
    }
  }

  /// Returns the present number that a command sets, in the command's unit.
  /// - Throws: `Failure` if the box has none now.
  package static func number(_ name: Command.Name, _ s: Status) throws(Failure) -> Double {
    switch name {
    case .volume:
      guard let stream = s.stream else { return s.control.volume }
      guard let volume = stream.volume else {
        throw Failure("the source does not report its volume", remedy: "set it with a value, such as 50%")
      }
      return volume
    case .speed: return s.control.speed
    case .pitch: return s.stream?.pitchCents ?? s.control.pitchCents
    case .filter: return s.control.filter ?? 0
    case .tempo:
      if s.stems != nil { return try stems(s).tempoBPM }
      if let tempo = s.link?.tempoBPM { return tempo }
      throw Failure("there is no tempo in mode \(s.mode.rawValue)", remedy: "gfctl mode stems")
    case .seek:
      if let place = s.stream != nil ? s.stream?.positionSeconds : s.track?.positionSeconds { return place }
      throw Failure("no track plays", remedy: "gfctl mode player")
    default: throw Failure("\(TypedCommand.title(name)) has no present value", remedy: "give it one")
    }
  }

  /// Returns the stem set.
  /// - Throws: `Failure` in another mode.
  package static func stems(_ s: Status) throws(Failure) -> StemsStatus {
    guard let stems = s.stems else { throw Failure("there are no stems in mode \(s.mode.rawValue)", remedy: "gfctl mode stems") }
    if stems.channels.isEmpty { throw Failure("the stem set is being loaded", remedy: "try again") }
    return stems
  }

  /// Returns a channel of the stem set.
  /// - Throws: `Failure` if there is not one.
  package static func channel(_ number: Int, _ s: Status) throws(Failure) -> StemChannelStatus {
    let stems = try stems(s)
    guard let channel = stems.channels.first(where: { $0.number == number }) else {
      throw Failure("the set '\(Terminal.plain(stems.set))' has no channel \(number)", remedy: "it has \(stems.channels.count)")
    }
    return channel
  }

  /// Returns the instrument.
  /// - Throws: `Failure` in another mode.
  package static func instrument(_ s: Status) throws(Failure) -> InstrumentStatus {
    guard let instrument = s.instrument else {
      throw Failure("this belongs to mode instrument, and the mode is \(s.mode.rawValue)", remedy: "gfctl mode instrument")
    }
    return instrument
  }

  private static func instrument(_ name: Command.Name, _ i: InstrumentStatus) -> String? {
    switch name {
    case .scale: Terminal.plain(i.scale)
    case .key: Terminal.plain(i.key)
    case .range: "\(note(i.rangeLow, i)) \(note(i.rangeHigh, i))"
    case .waveform: i.waveform.rawValue
    case .bend: onOff(i.bend)
    case .legato: onOff(i.articulation == .legato)
    case .sound: Terminal.plain(i.sound)
    case .effect: InstrumentEffect.allCases.map { "\($0.rawValue) \(percent(i.effects[$0]))" }.joined(separator: "\n")
    default: nil
    }
  }

  /// Returns the name of a MIDI note. The name fits the key if the instrument plays it.
  private static func note(_ number: Int, _ i: InstrumentStatus) -> String {
    if let zone = i.zones.first(where: { $0.note == number }) { return Terminal.plain(zone.name) }
    let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    return InstrumentRange.notes.contains(number) ? "\(names[number % 12])\(number / 12 - 1)" : "\(number)"
  }

  private static func selected(_ s: Status) -> String {
    if let stems = s.stems { return "\(Terminal.plain(stems.set))   \(StemTable.place(stems)) of \(stems.setCount)" }
    return StatusScreen.track(s)
  }

  /// Returns the length of the track in seconds; nil if unknown.
  static func length(_ s: Status) -> Double? { s.stream != nil ? s.stream?.lengthSeconds : s.track?.lengthSeconds }

  /// Returns a share of 0...1 as gfctl takes it, such as `80%`.
  package static func percent(_ share: Double) -> String { short((Meter.shown(share) * 1000).rounded() / 10) + "%" }

  /// Returns a number with at most two decimals.
  package static func short(_ x: Double) -> String {
    let hundredths = (Meter.shown(x) * 100).rounded()
    return String(format: hundredths.truncatingRemainder(dividingBy: 100) == 0 ? "%.0f" : "%g", hundredths / 100)
  }

  private static func onOff(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}
