import NIOCore

/// Limits on the resources that a client may use.
public struct Limits: Sendable {
  /// Size of request line and headers, in bytes.
  public var header = 8 << 10
  /// Size of the cookies in addition, in bytes. They are dropped: a browser sends those of all programs on localhost.
  public var cookies = 256 << 10
  /// Whether cookies are kept instead. They then count as headers.
  public var keepsCookies = false
  /// Size of a body that is kept in memory, in bytes.
  public var body = 64 << 10
  /// Number of connections at a time, per socket.
  public var connections = 32
  /// Number of connections that one IP address may hold at a time.
  public var perAddress = Int.max
  /// Number of connections that may receive events or files at a time. The others stay free for short requests.
  public var streams = 16
  /// Number of rejected connections that get the time `farewell`, per socket. They use it to read the reason. Further
  /// ones are closed at once.
  public var refusals = 8
  /// Time that a rejected client has to read the reason.
  public var farewell = TimeAmount.milliseconds(500)
  /// Time for a whole request, from the connection or first byte on. For a file, the time for each piece of it.
  public var request = TimeAmount.seconds(10)
  /// Time that a connection may be idle between two requests.
  public var idle = TimeAmount.seconds(60)
  /// Time that a client may take to read its answer.
  public var slowReader = TimeAmount.seconds(10)

  /// Creates the limits of the box.
  public init() {}

  /// Limits of the page on the network. Twenty pages have room, each with events and a frame. One address takes
  /// a quarter at most.
  package static var network: Limits {
    var limits = Limits()
    limits.keepsCookies = true
    (limits.connections, limits.perAddress, limits.streams) = (64, 16, 24)
    limits.idle = .seconds(15)
    return limits
  }

  /// Raw size of a body, in bytes. Chunks carry their lengths, and trailers may follow them.
  var rawBody: Int { 2 * body + header }
}
