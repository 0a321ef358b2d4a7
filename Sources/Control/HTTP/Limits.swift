import NIOCore

/// What any client may cost the box.
public struct Limits: Sendable {
  /// Bytes of request line and headers.
  public var header = 8 << 10
  /// Bytes of the cookies beside them, which are dropped: a browser sends those of all programs on localhost.
  public var cookies = 256 << 10
  /// Bytes of a body that is kept in memory.
  public var body = 64 << 10
  /// Connections at a time, for each socket.
  public var connections = 32
  /// Those of them that may hear events or fetch a file at a time; the others stay for short requests.
  public var streams = 16
  /// Refused connections at a time, for each socket, that may take `farewell` to read why; more of them are closed at once.
  public var refusals = 8
  /// Time that a refused client has to read the reason.
  public var farewell = TimeAmount.milliseconds(500)
  /// Time for a whole request to arrive, from the connection or its first byte on; of a file, for each piece of it.
  public var request = TimeAmount.seconds(10)
  /// A connection between two requests.
  public var idle = TimeAmount.seconds(60)
  /// A client that does not read what it asked for.
  public var slowReader = TimeAmount.seconds(10)

  /// The limits of the box.
  public init() {}

  /// Bytes of a body as it is sent: pieces of it come with their lengths, and headers may follow them.
  var rawBody: Int { 2 * body + header }
}
