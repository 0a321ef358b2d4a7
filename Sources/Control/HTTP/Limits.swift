import NIOCore

/// What any client may cost the box.
public struct Limits: Sendable {
  /// Bytes of request line and headers.
  public var header = 8 << 10
  /// Bytes of a body.
  public var body = 64 << 10
  /// Connections at a time, for each socket.
  public var connections = 32
  /// Time for a whole request to arrive, from the connection or its first byte on.
  public var request = TimeAmount.seconds(10)
  /// A connection between two requests.
  public var idle = TimeAmount.seconds(60)
  /// A client that does not read what it asked for.
  public var slowReader = TimeAmount.seconds(10)
  public init() {}
}
