import NIOCore

/// Counts the bytes of a request's head before anything else sees them, so that no head grows without end.
final class HeaderMeter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let limit: Int
  private var count = 0
  private var matched = 0
  private var inHead = true
  /// Called when the first byte of a request arrives, and when its head is too long.
  var onFirstByte: () -> Void = {}
  var onTooLong: () -> Void = {}
  private var isRefused = false

  init(limit: Int) { self.limit = limit }

  /// The next byte begins a new request.
  func nextRequest() {
    inHead = true
    count = 0
    matched = 0
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    if inHead {
      if count == 0 { onFirstByte() }
      // The head ends with an empty line; bare line feeds are taken too, as the parser does.
      for byte in unwrapInboundIn(data).readableBytesView {
        count += 1
        switch byte {
        case 13: break
        case 10: matched += 1
        default: matched = 0
        }
        if matched == 2 {
          inHead = false
          break
        }
      }
      if count > limit {
        isRefused = true
        return onTooLong()
      }
    }
    context.fireChannelRead(data)
  }
}
