import NIOCore

/// Counts a request's raw bytes before the parser sees them, so that nothing of it grows without end: no head, no chunk extensions, no trailers, and nothing
/// that a client sends ahead of its turn.
///
/// Where one part ends and the next begins the parser knows, and `ConnectionHandler` tells it here. A rule of the meter's own could be led astray: empty lines
/// before the request line look like the end of a head.
final class RequestMeter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// What the client sends now.
  enum Part { case head, body, nothing }

  private(set) var part = Part.head
  /// Bytes that this part may still have.
  private var room: Int
  private var hasBegun = false
  private var isRefused = false
  /// Called when the first byte of a head arrives.
  var onFirstByte: () -> Void = {}
  /// Called once, when a part has more bytes than it may have; nothing is read afterwards.
  var onTooMuch: (Part) -> Void = { _ in }

  /// - Parameter head: most bytes of the first head.
  init(head: Int) { room = head }

  /// The parser has seen the end of one part; another begins, with this many bytes at most.
  func begin(_ part: Part, room: Int) {
    self.part = part
    self.room = room
    hasBegun = false
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var rest = unwrapInboundIn(data)
    while rest.readableBytes > 0, !isRefused {
      if part == .head, !hasBegun {
        hasBegun = true
        onFirstByte()
      }
      guard room > 0, let piece = rest.readSlice(length: min(room, rest.readableBytes)) else {
        isRefused = true
        return onTooMuch(part)
      }
      room -= piece.readableBytes
      // The parser works at once; this may begin another part.
      context.fireChannelRead(wrapInboundOut(piece))
    }
  }
}
