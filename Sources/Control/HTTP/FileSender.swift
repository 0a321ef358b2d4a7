import Foundation
import NIOCore
import NIOHTTP1

/// A file that is open for reading. Its length is fixed when it is opened.
package final class OpenFile: Sendable {
  /// Length in bytes.
  package let length: Int64
  private let descriptor: Int32

  /// Opens a file; nil if it cannot be read.
  package init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    var status = stat()
    guard descriptor >= 0 else { return nil }
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      return nil
    }
    length = Int64(status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads bytes from a place on, fewer at the end. The result is nil after a read error.
  package func read(at place: Int64, count: Int) -> ByteBuffer? {
    var buffer = ByteBuffer()
    let wanted = Int(min(Int64(count), length - place))
    let got = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) {
      max(pread(descriptor, $0.baseAddress, wanted, off_t(place)), 0)
    }
    return got == wanted ? buffer : nil
  }
}

/// Sends a file to one client, piece by piece.
///
/// It reads the next piece when the client has taken the previous one, so memory holds one piece. Disk reads run on a
/// queue and not on the loop, which all clients share. A client that does not read is dropped.
final class FileSender {
  private static let piece = 256 << 10
  private let file: OpenFile
  private let type: String
  private let queue: AnswerQueue
  private let patience: TimeAmount
  private var place: Int64 = 0
  private var isOver = false
  private var end: Scheduled<Void>?

  /// - Parameters:
  ///   - queue: the queue for disk reads.
  ///   - patience: time that the client may take for a piece.
  init(_ file: OpenFile, type: String, queue: AnswerQueue, patience: TimeAmount) {
    self.file = file
    self.type = type
    self.queue = queue
    self.patience = patience
  }

  /// Returns the head of the answer.
  static func head(_ file: OpenFile, type: String) -> HTTPResponseHead {
    let headers = HTTPHeaders([
      ("Content-Type", type), ("Content-Length", String(file.length)), ("Cache-Control", "no-store"), ("Connection", "close"),
    ])
    return HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
  }

  /// Begins the answer. Call it on the context's event loop.
  func start(_ context: ChannelHandlerContext) {
    context.write(NIOAny(HTTPServerResponsePart.head(Self.head(file, type: type))), promise: nil)
    next(context)
  }

  /// Ends the answer; nothing is written afterwards.
  func stop() {
    isOver = true
    end?.cancel()
  }

  private func next(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    guard place < file.length else {
      wait(context)
      return context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil))).whenComplete { _ in
        let (sender, context) = bound.value
        sender.stop()
        context.close(promise: nil)
      }
    }
    queue.compute(on: context.eventLoop) { [file, place] in
      file.read(at: place, count: Self.piece)
    } hand: { piece in
      let (sender, context) = bound.value
      guard !sender.isOver else { return }
      // The client detects by the length that the file is incomplete.
      guard let piece else { return context.close(promise: nil) }
      sender.place += Int64(piece.readableBytes)
      sender.wait(context)
      context.writeAndFlush(NIOAny(HTTPServerResponsePart.body(.byteBuffer(piece)))).whenSuccess {
        let (sender, context) = bound.value
        sender.end?.cancel()
        if !sender.isOver { sender.next(context) }
      }
    }
  }

  /// Limits the time that the client may take for the next write.
  private func wait(_ context: ChannelHandlerContext) {
    end?.cancel()
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    end = context.eventLoop.scheduleTask(in: patience) { bound.value.close(promise: nil) }
  }
}
