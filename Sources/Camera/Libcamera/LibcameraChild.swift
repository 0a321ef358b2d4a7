import ChildPrograms
import GestureFlowAPI
import Glibc

/// A running libcamera program and its three pipes. One carries frames, the other two carry lines of text. No call
/// waits longer than its argument.
final class LibcameraChild {
  let frames = FrameBytes()
  private let program: ChildProgram
  private var lines: [Lines]
  private let frameDescriptor: Int32
  private(set) var hasEndedFrames = false
  /// F_SETPIPE_SZ of linux/fcntl.h, which Swift does not import.
  private static let setPipeSize: Int32 = 1031
  /// Pipe size that the kernel grants to any user, in bytes. A whole small frame fits, so its writer need not wait for
  /// its reader.
  private static let pipe: Int32 = 1 << 20
  /// Seconds that the kernel may take to free a killed program's devices.
  private static let longestEnd = 1.0

  private struct Lines {
    let channel: LibcameraOutputParser.Channel
    let descriptor: Int32
    var rest: [UInt8] = []
    var hasEnded = false
  }

  /// - Parameter isCapture: frames come; a list is text alone.
  init(_ tool: LibcameraProgram, _ arguments: [String], isCapture: Bool) throws(SystemFailure) {
    program = try ChildProgram(tool.path, arguments, side: isCapture)
    let (output, errors, side) = (program.output ?? -1, program.errors ?? -1, program.side ?? -1)
    let isOutput = isCapture && tool.kind == .rpicam
    frameDescriptor = isOutput ? output : side
    lines = [Lines(channel: .errors, descriptor: errors)]
    if isOutput { lines.append(Lines(channel: .side, descriptor: side)) } else { lines.append(Lines(channel: .output, descriptor: output)) }
    for descriptor in [output, errors, side] where descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    if frameDescriptor >= 0 { _ = fcntl(frameDescriptor, Self.setPipeSize, Self.pipe) } else { hasEndedFrames = true }
  }

  deinit { stop() }

  /// How it ended, after all its output was read; nil before.
  var end: ChildProgram.End? { hasEndedFrames && lines.allSatisfy(\.hasEnded) ? program.wait(within: Self.longestEnd) : nil }

  /// Kills it and waits until its devices are free.
  func stop() {
    program.kill()
    _ = program.wait(within: Self.longestEnd)
  }

  /// Waits for data to read.
  func wait(_ seconds: Double) {
    var pipes = lines.filter { !$0.hasEnded }.map(\.descriptor) + (hasEndedFrames ? [] : [frameDescriptor])
    if pipes.isEmpty { pipes = [-1] }
    var readable = pipes.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = poll(&readable, nfds_t(readable.count), Int32(max(0, min(seconds, 60)) * 1000))
  }

  /// Reads all lines that have come, then all bytes of frames.
  func read(_ body: (String, LibcameraOutputParser.Channel) -> Void) {
    // Read the last channel first and process it last. Its lines say that a frame was written, those of the first say
    // how large it is.
    let pieces = lines.indices.reversed().map { ($0, take($0)) }
    for (i, text) in pieces.reversed() { for line in text { body(line, lines[i].channel) } }
    if !hasEndedFrames, !frames.read(frameDescriptor) { hasEndedFrames = true }
  }

  private func take(_ i: Int) -> [String] {
    var found: [String] = []
    // Bounded, as the frames are.
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
      // Drop a line that is too long.
      if lines[i].rest.count > 1 << 16 { lines[i].rest = [] }
    }
    return found
  }
}
