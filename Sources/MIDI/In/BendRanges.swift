/// The state of pitch bends on all channels.
///
/// It holds each channel's bend range (registered parameter 0) and current bend. It also holds the channels that
/// belong together (MPE configuration message, registered parameter 6). Pure.
///
/// Within an MPE zone a range that one member receives holds for all members. The manager's bend is added to each
/// member's (MMA RP-053).
public struct BendRanges: Sendable {
  /// Largest bend of the synthesizer to either side, in semitones.
  public static let most: Float = 48
  private static let middle: UInt16 = 8192
  private static let bendParameter: UInt8 = 0, zoneParameter: UInt8 = 6
  private static let fineParameter: UInt8 = 98, fineNumber: UInt8 = 99, resetAll: UInt8 = 121
  /// Default ranges in semitones. They are of a separate channel or a manager, and of a member.
  private static let usual: UInt8 = 2, ofMember: UInt8 = 48

  private struct Channel {
    /// The selected registered parameter, both halves; nil for none.
    var coarse: UInt8?
    var fine: UInt8?
    var semitones = BendRanges.usual
    var cents: UInt8 = 0
    var bend = BendRanges.middle

    /// The registered parameter that data messages set. Nil for none or an unknown one.
    var parameter: UInt8? { coarse == 0 ? fine : nil }
    /// The channel's own bend, in semitones.
    var own: Float {
      let range = Float(semitones) + Float(min(cents, 100)) / 100
      return (Float(bend) - Float(BendRanges.middle)) / Float(BendRanges.middle) * range
    }
  }

  private var channels = [Channel](repeating: Channel(), count: 16)
  private var zones = MPEZones()
  /// Bend of each channel as last reported, in semitones.
  private var told = [Float](repeating: 0, count: 16)
  /// Managers of zones in which a member has sent pressure, as bits.
  private var pressed: UInt16 = 0

  /// Creates the default state. It is two semitones to either side on every channel, and no zone. A keyboard that sends
  /// no ranges has this state.
  public init() {}

  /// Returns the channels that receive a controller.
  ///
  /// These are its own channel and, when it comes on a manager, the members of the zone. Controllers of single notes
  /// (depth, parameters and their data) stay on their channel.
  public func hearers(of controller: UInt8, on channel: UInt8) -> [UInt8] {
    switch controller {
    case Controller.modulation, Controller.expression, Controller.pedal, Controller.allSoundOff, Controller.reset,
      Controller.allNotesOff...127:
      [channel] + zones.zone(of: channel)
    default: [channel]
    }
  }

  /// Returns the dynamics that a member's pressure means, like expression (controller 11). In a zone whose members
  /// only ever send 0, the keys have no pressure. Their pressure then changes nothing.
  /// - Returns: 0...127; nil for any other message, and for a channel that is not a member.
  public mutating func dynamics(of message: MIDIMessage) -> UInt8? {
    guard message.isValid, case .channelPressure(let channel, let pressure) = message, let manager = zones.manager(of: channel) else {
      return nil
    }
    if pressure > 0 { pressed |= 1 << UInt16(manager) }
    return pressed >> UInt16(manager) & 1 == 1 ? pressure : nil
  }

  /// Takes a message.
  /// - Parameter tell: receives each channel, 0...15, whose bend changed or that was just bent, with its bend in
  ///   semitones, -48...48.
  /// - Returns: channels that joined or left a zone. Their sound must end, because another pedal now holds them.
  @discardableResult public mutating func take(_ message: MIDIMessage, tell: (UInt8, Float) -> Void) -> [UInt8] {
    guard message.isValid, let channel = message.channel else { return [] }
    let before = zones
    defer { tellChanges(message, tell) }
    if case .control(_, let controller, let value) = message { set(channel, controller, value) }
    guard before != zones else { return [] }
    pressed = 0
    return (0..<16).filter { before.manager(of: $0) != zones.manager(of: $0) }
  }

  private mutating func tellChanges(_ message: MIDIMessage, _ tell: (UInt8, Float) -> Void) {
    guard let channel = message.channel else { return }
    var isBend = false
    switch message {
    case .bend(_, let bend): (channels[Int(channel)].bend, isBend) = (bend, true)
    case .control: break
    default: return
    }
    for each in 0..<16 as Range<UInt8> {
      let now = bend(each)
      guard now != told[Int(each)] || isBend && each == channel else { continue }
      told[Int(each)] = now
      tell(each, now)
    }
  }

  private func bend(_ channel: UInt8) -> Float {
    let own = channels[Int(channel)].own
    let all = zones.manager(of: channel).map { own + channels[Int($0)].own } ?? own
    return min(max(all, -Self.most), Self.most)
  }

  private mutating func set(_ channel: UInt8, _ controller: UInt8, _ value: UInt8) {
    let place = Int(channel)
    switch controller {
    case Controller.parameter: channels[place].coarse = value
    case Controller.parameterFine: channels[place].fine = value
    // The same data messages set parameters that are not registered.
    case Self.fineParameter, Self.fineNumber: (channels[place].coarse, channels[place].fine) = (nil, nil)
    case Controller.dataEntry where channels[place].parameter == Self.bendParameter:
      forRange(of: channel) { ($0.semitones, $0.cents) = (value, 0) }
    case Controller.dataEntryFine where channels[place].parameter == Self.bendParameter: forRange(of: channel) { $0.cents = value }
    case Controller.dataEntry where channels[place].parameter == Self.zoneParameter: begin(channel, members: Int(value))
    case Self.resetAll:
      for each in [channel] + zones.zone(of: channel) {
        (channels[Int(each)].coarse, channels[Int(each)].fine, channels[Int(each)].bend) = (nil, nil, Self.middle)
      }
    default: break
    }
  }

  /// Changes the range of a channel and of its zone's other members.
  private mutating func forRange(of channel: UInt8, _ change: (inout Channel) -> Void) {
    guard let manager = zones.manager(of: channel) else { return change(&channels[Int(channel)]) }
    for member in zones.members(of: manager) { change(&channels[Int(member)]) }
  }

  /// Begins a zone with the given number of members. Its ranges become those of MPE. Channels that leave a zone get
  /// the default ranges.
  private mutating func begin(_ manager: UInt8, members: Int) {
    let before = zones
    guard zones.set(manager, members: members) else { return }
    func range(_ channel: UInt8, _ semitones: UInt8) { (channels[Int(channel)].semitones, channels[Int(channel)].cents) = (semitones, 0) }
    for channel in 0..<16 as Range<UInt8> where before.manager(of: channel) != nil && zones.manager(of: channel) == nil {
      range(channel, Self.usual)
    }
    range(manager, Self.usual)
    for member in zones.members(of: manager) { range(member, Self.ofMember) }
  }
}

/// The zones of MIDI Polyphonic Expression. The lower zone has channel 1 as its manager and its members above; the
/// upper one has channel 16 and its members below. Channels are 0...15 here.
struct MPEZones: Sendable, Equatable {
  private static let lowest: UInt8 = 0, highest: UInt8 = 15
  private var lower = 0
  private var upper = 0

  /// Takes a configuration message. When two zones would overlap, the older one shrinks.
  /// - Returns: false for an invalid message: another channel, or more than 15 members.
  mutating func set(_ manager: UInt8, members: Int) -> Bool {
    guard manager == Self.lowest || manager == Self.highest, (0...15).contains(members) else { return false }
    // A manager is a member only when one zone takes all channels.
    let left = max(14 - members, 0)
    if manager == Self.lowest { (lower, upper) = (members, min(upper, left)) } else { (lower, upper) = (min(lower, left), members) }
    return true
  }

  /// Returns the members of a manager's zone.
  func members(of manager: UInt8) -> Range<UInt8> {
    manager == Self.lowest ? 1..<UInt8(1 + lower) : UInt8(15 - upper)..<15
  }

  /// Returns the members of the zone that a channel manages. Empty for any other channel.
  func zone(of channel: UInt8) -> Range<UInt8> {
    channel == Self.lowest || channel == Self.highest ? members(of: channel) : 0..<0
  }

  /// Returns the manager of a member. Nil for a manager and for a channel outside all zones.
  func manager(of channel: UInt8) -> UInt8? {
    if members(of: Self.lowest).contains(channel) { return Self.lowest }
    return members(of: Self.highest).contains(channel) ? Self.highest : nil
  }
}
