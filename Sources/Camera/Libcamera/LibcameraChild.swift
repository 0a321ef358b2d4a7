import ChildPrograms
import Glibc

/// A libcamera program at work, and its three pipes: pictures, and the lines of the other two. Nothing here waits longer than it is told.
final class LibcameraChild {
  let pictures = PictureBytes()
  private let program: ChildProgram
  private var lines: [Lines]
  private let pictureDescriptor: Int32
  private(set) var hasEndedPictures = false
  /// F_SETPIPE_SZ of linux/fcntl.h, which Swift does not see.
  private static let setPipeSize: Int32 = 1031
  /// Bytes that the kernel grants a pipe of anybody's: a whole small picture fits, and its writer need not wait for its reader.
  private static let pipe: Int32 = 1 << 20
  /// Seconds that the kernel gets to take devices back from a program that was killed.
  private static let longestEnd = 1.0

  private struct Lines {
    let channel: LibcameraTalk.Channel
    let descriptor: Int32
    var rest: [UInt8] = []
    var hasEnded = false
  }

  /// - Parameter isCapture: pictures come; a list is text alone.
  init(_ tool: LibcameraTool, _ arguments: [String], isCapture: Bool) throws(ChildProgramError) {
    program = try ChildProgram(tool.path, arguments, side: isCapture)
    let (output, errors, side) = (program.output ?? -1, program.errors ?? -1, program.side ?? -1)
    let isOutput = isCapture && tool.kind == .rpicam
    pictureDescriptor = isOutput ? output : side
    lines = [Lines(channel: .errors, descriptor: errors)]
    if isOutput { lines.append(Lines(channel: .side, descriptor: side)) } else { lines.append(Lines(channel: .output, descriptor: output)) }
    for descriptor in [output, errors, side] where descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    if pictureDescriptor >= 0 { _ = fcntl(pictureDescriptor, Self.setPipeSize, Self.pipe) } else { hasEndedPictures = true }
  }

  deinit { stop() }

  /// How it ended, once all that it has written was read.
  var end: ChildProgram.End? { hasEndedPictures && lines.allSatisfy(\.hasEnded) ? program.wait(within: Self.longestEnd) : nil }

  /// Kills it, and waits until its devices are free again.
  func stop() {
    program.kill()
    _ = program.wait(within: Self.longestEnd)
  }

  /// Waits for something to read.
  func wait(_ seconds: Double) {
    var pipes = lines.filter { !$0.hasEnded }.map(\.descriptor) + (hasEndedPictures ? [] : [pictureDescriptor])
    if pipes.isEmpty { pipes = [-1] }
    var readable = pipes.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = poll(&readable, nfds_t(readable.count), Int32(max(0, min(seconds, 60)) * 1000))
  }

  /// Reads all lines that have come, and then all bytes of pictures.
  func read(_ body: (String, LibcameraTalk.Channel) -> Void) {
    // The last one tells that a picture was written, the first one how large it is: so the last is read first, and heard last.
    let pieces = lines.indices.reversed().map { ($0, take($0)) }
    for (i, text) in pieces.reversed() { for line in text { body(line, lines[i].channel) } }
    if !hasEndedPictures, !pictures.read(pictureDescriptor) { hasEndedPictures = true }
  }

  private func take(_ i: Int) -> [String] {
    var found: [String] = []
    // Bounded as the pictures are.
    for _ in 0..<16 where !lines[i].hasEnded {
      let piece = [UInt8](unsafeUninitializedCapacity: 4096) { memory, count in
        let got = Glibc.read(lines[i].descriptor, memory.baseAddress, memory.count)
        if got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR) { lines[i].hasEnded = true }
        count = max(got, 0)
      }
      if piece.isEmpty { break }
      lines[i].rest += piece
      while let newline = lines[i].rest.firstIndex(of: 10) {
        found.append(String(decoding: lines[i].rest[..<newline], as: UTF8.self))
        lines[i].rest.removeSubrange(...newline)
      }
      // A line without an end is none.
      if lines[i].rest.count > 1 << 16 { lines[i].rest = [] }
    }
    return found
  }
}
