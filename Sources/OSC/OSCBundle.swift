import CLo
import Glibc

/// The time tag of a bundle. It has seconds since 1900 and fractions of a second.
public struct OSCTime: Sendable, Equatable {
  /// Seconds from NTP's epoch, 1900, to Unix's epoch, 1970.
  private static let between = 2_208_988_800.0

  /// Whole seconds since 1900, in UTC. They wrap in 2036.
  public let seconds: UInt32
  /// In units of 2^-32 seconds.
  public let fraction: UInt32

  /// Creates a time tag.
  /// - Parameter unix: seconds since 1970, in UTC.
  public init(unix: Double) {
    let since1900 = unix + Self.between
    let whole = since1900.rounded(.down)
    seconds = UInt32(truncatingIfNeeded: Int64(whole))
    fraction = UInt32(min((since1900 - whole) * 4_294_967_296, 4_294_967_295))
  }
}

/// Bundles of messages with one time tag.
public enum OSCBundle {
  /// Returns the bytes of a bundle.
  /// - Returns: nil without memory.
  public static func bytes(_ messages: [OSCMessage], at time: OSCTime) -> [UInt8]? {
    guard let bundle = lo_bundle_new(lo_timetag(sec: time.seconds, frac: time.fraction)) else { return nil }
    // This also frees the messages.
    defer { lo_bundle_free_recursive(bundle) }
    for message in messages {
      guard let one = lo_message_new() else { return nil }
      for argument in message.arguments {
        switch argument {
        case .int(let value): lo_message_add_int32(one, value)
        case .float(let value): lo_message_add_float(one, value)
        case .text(let value): lo_message_add_string(one, value)
        }
      }
      lo_bundle_add_message(bundle, message.address, one)
    }
    var count = 0
    guard let data = lo_bundle_serialise(bundle, nil, &count) else { return nil }
    defer { free(data) }
    return [UInt8](UnsafeRawBufferPointer(start: data, count: count))
  }
}
