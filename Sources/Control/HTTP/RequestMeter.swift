import NIOCore
import NIOHTTP1

/// Hands one request at a time to the parser, and counts its raw bytes before.
///
/// Nothing of a request grows without end: no head, no chunk extensions, no trailers, and nothing that a client sends ahead of its turn. The next request
/// stays here unread until the one before it is answered, so that pipelined requests are answered in order and a bad one spoils no other. To cut between two
/// requests the meter hands on a line at a time, or a body by its announced length: the parser then sees the end of a request at the end of a piece, and
/// `ConnectionHandler` says here which part comes next.
///
/// Cookies are dropped: a browser sends those of every other program on localhost, and this box reads none.
final class RequestMeter: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The part of a request that the client sends now.
  enum Part {
    case head, body
    /// The request is whole. The next one waits for its answer.
    case answering
    /// A stream is sent, and nothing more is expected.
    case nothing
    /// Only as a reason: cookies of a head.
    case cookies
  }

  private static let cookie = Array("cookie:".utf8)

  private(set) var part = Part.head
  /// True from the first byte of a part on.
  private(set) var hasBegun = false
  private let mostCookies: Int
  /// Bytes that this part may still have.
  private var room: Int
  private var cookieRoom: Int
  /// Bytes of a body of known length that are still to come.
  private var left: Int?
  private var held = ByteBuffer()
  private var context: ChannelHandlerContext?
  private var isFeeding = false
  private var isRefused = false
  private var wantsRead = false
  private var hasEnded = false
  // Where in a head the next byte stands.
  private var hasRequestLine = false
  private var isLineEmpty = true
  private var isLineStart = true
  private var isCookie = false

  /// Called when the first byte of a head arrives.
  var onFirstByte: () -> Void = {}
  /// Called once, when a part has more bytes than it may have. Nothing is read afterwards.
  var onTooMuch: (Part) -> Void = { _ in }

  /// - Parameters: most bytes of the first head, and of the cookies of any head.
  init(head: Int, cookies: Int) {
    room = head
    cookieRoom = cookies
    mostCookies = cookies
  }

  /// The parser has seen the end of one part, and another begins.
  ///
  /// - Parameters:
  ///   - room: most bytes that it may have.
  ///   - length: exact bytes of a body that says so.
  func begin(_ part: Part, room: Int, length: Int? = nil) {
    self.part = part
    self.room = room
    left = length
    hasBegun = false
    hasRequestLine = false
    isLineEmpty = true
    isLineStart = true
    isCookie = false
    cookieRoom = mostCookies
    if let context { feed(context) }
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    var bytes = unwrapInboundIn(data)
    if held.readableBytes == 0 { held = bytes } else { held.writeBuffer(&bytes) }
    feed(context)
  }

  /// The client sends no more: told behind what it has sent.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event as? ChannelEvent == .inputClosed else { return context.fireUserInboundEventTriggered(event) }
    hasEnded = true
    feed(context)
  }

  /// Reads no further while a request waits for its turn.
  func read(context: ChannelHandlerContext) {
    if part == .answering, held.readableBytes > 0 { wantsRead = true } else { context.read() }
  }

  private func feed(_ context: ChannelHandlerContext) {
    guard !isFeeding else { return }
    isFeeding = true
    while held.readableBytes > 0, !isRefused, part != .answering, let length = pieceLength { hand(on: length, context) }
    isFeeding = false
    let isWaiting = part == .answering && held.readableBytes > 0
    if hasEnded, !isWaiting {
      hasEnded = false
      context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }
    if wantsRead, !isWaiting {
      wantsRead = false
      context.read()
    }
  }

  /// Bytes that are handed on together; nil if it takes more of them to know.
  private var pieceLength: Int? {
    let bytes = held.readableBytesView
    if part == .nothing { return bytes.count }
    if part == .body, let left { return min(left, bytes.count) }
    if part == .head, isLineStart, hasRequestLine {
      let start = bytes.prefix(Self.cookie.count)
      // A folded line belongs to the header before it.
      if start.first != UInt8(ascii: " "), start.first != UInt8(ascii: "\t") {
        isCookie = zip(start, Self.cookie).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        if isCookie, start.count < Self.cookie.count {
          guard hasEnded else { return nil }
          isCookie = false
        }
      }
    }
    return bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 - bytes.startIndex + 1 } ?? bytes.count
  }

  private func hand(on length: Int, _ context: ChannelHandlerContext) {
    if part == .head, !hasBegun { onFirstByte() }
    hasBegun = true
    if isCookie { return dropCookie(length) }
    guard room > 0, let piece = held.readSlice(length: min(room, length)) else { return refuse(part) }
    room -= piece.readableBytes
    if let left { self.left = left - piece.readableBytes }
    if part == .head { follow(piece) }
    // The parser works at once; this may begin another part.
    context.fireChannelRead(wrapInboundOut(piece))
  }

  private func dropCookie(_ length: Int) {
    guard length <= cookieRoom else { return refuse(.cookies) }
    cookieRoom -= length
    isLineStart = held.readSlice(length: length)?.readableBytesView.last == UInt8(ascii: "\n")
  }

  private func follow(_ piece: ByteBuffer) {
    let bytes = piece.readableBytesView
    if bytes.contains(where: { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }) { isLineEmpty = false }
    isLineStart = bytes.last == UInt8(ascii: "\n")
    guard isLineStart else { return }
    if !isLineEmpty { hasRequestLine = true }
    isLineEmpty = true
  }

  /// Nothing more is read.
  func stop() {
    isRefused = true
    held.clear()
  }

  private func refuse(_ part: Part) {
    stop()
    onTooMuch(part)
  }
}
