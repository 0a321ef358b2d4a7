/// From the stamps of a Bluetooth sender to seconds of our clock: its packets come in bursts and late, its stamps say when things were played.
///
/// The packet that was least late tells how the two clocks lie; from there on the offset grows by 0.2 ms a second, so that a sender whose clock is slower is followed. What is found lies between the moment at which it was played and
/// the one at which it came.
public struct BLEMIDITime: Sendable {
  /// Milliseconds after which stamps come again.
  private static let turn: Int64 = 8192
  /// What crystals of both sides differ by at most, and more.
  private static let drift = 0.0002

  /// The sender's clock in milliseconds, without going round.
  private var last: Int64?
  /// Ours minus the sender's, in seconds, by the packet that was least late, and when it came.
  private var offset = Double.infinity
  private var offsetTime = 0.0

  /// Nothing came yet.
  public init() {}

  /// - Parameters: a message's stamp, in milliseconds of 13 bits, and when its packet came, in seconds of our clock.
  /// - Returns: when it was sent, in seconds of our clock, never after `arrival`. `arrival` itself when that is no number.
  public mutating func seconds(stamp: UInt16, arrival: Double) -> Double {
    guard arrival.isFinite else { return arrival }
    // A pause of seconds tells nothing of how often stamps went round, so the clocks are compared anew.
    if last == nil || abs(arrival - theirs - offset) > 2 { begin(stamp) }
    let way = (Int64(stamp & BLEMIDIPacket.stampBits) - (last ?? 0)) % Self.turn
    // Stamps of one burst may be a little out of order.
    let near = way > Self.turn / 2 ? way - Self.turn : way < -Self.turn / 2 ? way + Self.turn : way
    last = (last ?? 0) + near
    let now = arrival - theirs
    let held = offset + (arrival - offsetTime) * Self.drift
    if now <= held || offset == .infinity {
      offset = now
      offsetTime = arrival
      return arrival
    }
    return theirs + held
  }

  private var theirs: Double { Double(last ?? 0) / 1000 }

  private mutating func begin(_ stamp: UInt16) {
    last = Int64(stamp & BLEMIDIPacket.stampBits)
    offset = .infinity
  }
}
