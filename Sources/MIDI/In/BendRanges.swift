/// What bends mean: how far each channel's go, which the wire can say (registered parameter 0), and where they stand. Pure.
public struct BendRanges: Sendable {
  /// What the synthesizer can bend to either side, in semitones.
  public static let most: Float = 48
  private static let middle: UInt16 = 8192
  private static let fineParameter: UInt8 = 98, fineNumber: UInt8 = 99, resetAll: UInt8 = 121

  private struct Channel {
    /// The registered parameter that is set now, both halves; nil for none.
    var coarse: UInt8?
    var fine: UInt8?
    var semitones: UInt8 = 2
    var cents: UInt8 = 0
    var bend = BendRanges.middle

    var isOfBend: Bool { coarse == 0 && fine == 0 }
    /// Where the bend stands, in semitones.
    var now: Float {
      let range = Float(semitones) + Float(min(cents, 100)) / 100
      let share = (Float(bend) - Float(BendRanges.middle)) / Float(BendRanges.middle)
      return min(max(share * range, -BendRanges.most), BendRanges.most)
    }
  }

  private var channels = [Channel](repeating: Channel(), count: 16)

  /// Two semitones to either side, on every channel, which is what a keyboard means that says nothing of it.
  public init() {}

  /// Takes a message. - Returns: the channel, 0...15, and its bend of now in semitones, when it is a bend or changes what bends mean; nil otherwise.
  public mutating func take(_ message: MIDIMessage) -> (channel: UInt8, semitones: Float)? {
    guard message.isValid, let channel = message.channel else { return nil }
    let before = channels[Int(channel)].now
    switch message {
    case .bend(_, let bend): channels[Int(channel)].bend = bend
    case .control(_, let controller, let value):
      Self.set(&channels[Int(channel)], controller, value)
      guard channels[Int(channel)].now != before else { return nil }
    default: return nil
    }
    return (channel, channels[Int(channel)].now)
  }

  private static func set(_ channel: inout Channel, _ controller: UInt8, _ value: UInt8) {
    switch controller {
    case Controller.parameter: channel.coarse = value
    case Controller.parameterFine: channel.fine = value
    // Parameters that are not registered are set by the same data.
    case fineParameter, fineNumber: (channel.coarse, channel.fine) = (nil, nil)
    case Controller.dataEntry where channel.isOfBend: (channel.semitones, channel.cents) = (value, 0)
    case Controller.dataEntryFine where channel.isOfBend: channel.cents = value
    case resetAll: (channel.coarse, channel.fine, channel.bend) = (nil, nil, middle)
    default: break
    }
  }
}
