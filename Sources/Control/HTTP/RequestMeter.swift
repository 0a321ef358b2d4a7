import NIOCore
import NIOHTTP1

/// Passes requests one by one to the parser and counts their bytes.
///
/// All parts of a request are limited: the head, chunk extensions, trailers, and the bytes that a client sends too
/// early. The next request stays here unread until the previous one is answered. So pipelined requests are answered
/// in order, and a bad one does not damage another. To separate two requests the meter passes on one line at a time,
/// or a body by its announced length. The parser then sees the end of a request at the end of a piece, and
/// `ConnectionHandler` calls `begin` with the next part.
///
/// A Unix socket drops cookies: a browser sends those of every other program on localhost, and no service there reads
/// them.
final class RequestMeter: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The part of a request that the client sends now.
  enum Part {
    case head, body
    /// The request is complete. The next one waits for its answer.
    case answering
    /// A stream is being sent, and no further input is expected.
    case nothing
    /// Only as a reason of a refusal: cookies of a head.
    case cookies
  }

  private static let cookie = Array("cookie:".utf8)

  private(set) var part = Part.head
  /// Whether a byte of this part has arrived.
  private(set) var hasBegun = false
  private let mostCookies: Int
  private let keepsCookies: Bool
  /// Number of bytes that this part may still have.
  private var room: Int
  private var cookieRoom: Int
  /// Number of bytes still missing from a body of known length.
  private var left: Int?
  private var held = ByteBuffer()
  private var context: ChannelHandlerContext?
  private var isFeeding = false
  private var isRefused = false
  private var wantsRead = false
  private var hasEnded = false
  // Position of the next byte in a head.
  private var hasRequestLine = false
  private var isLineEmpty = true
  private var isLineStart = true
  private var isCookie = false

  /// Called when the first byte of a head arrives.
  var onFirstByte: () -> Void = {}
  /// Called once, when a part exceeds its limit. Nothing is read afterwards.
  var onTooMuch: (Part) -> Void = { _ in }

  /// - Parameters:
  ///   - head: greatest number of bytes of the first head.
  ///   - cookies: greatest number of bytes of the dropped cookies of any head.
  ///   - keepsCookies: whether cookies are headers as others are.
  init(head: Int, cookies: Int, keepsCookies: Bool) {
    room = head
    cookieRoom = cookies
    mostCookies = cookies
    self.keepsCookies = keepsCookies
  }

  /// Begins a new part, when the parser has finished the previous one.
  ///
  /// - Parameters:
  ///   - room: greatest number of bytes of the part.
  ///   - length: exact number of bytes of a body, if known.
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

  /// Passes on the end of input, after the bytes before it.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event as? ChannelEvent == .inputClosed else { return context.fireUserInboundEventTriggered(event) }
    hasEnded = true
    feed(context)
  }

  /// Stops reading while a request waits for its turn.
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

  /// Number of bytes to pass on together. Nil if more bytes are needed to decide.
  private var pieceLength: Int? {
    let bytes = held.readableBytesView
    if part == .nothing { return bytes.count }
    if part == .body, let left { return min(left, bytes.count) }
    if part == .head, isLineStart, hasRequestLine, !keepsCookies {
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
    // The parser runs synchronously and may begin another part.
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

  /// Stops reading.
  func stop() {
    isRefused = true
    held.clear()
  }

  private func refuse(_ part: Part) {
    stop()
    onTooMuch(part)
  }
}
