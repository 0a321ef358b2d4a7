import ChildPrograms
import Dispatch
import Foundation
import GestureFlowAPI
import Realtime
import Synchronization

/// The `ffmpeg` child of a film. Frames come on its standard output, and one line of `showinfo` a frame on its standard
/// error.
package final class FilmDecoder: Sendable {
  package let size: (width: Int, height: Int)
  private let path: String
  private let child: ChildProgram
  private let times: TimeReader
  /// Published by the thread that reads frames.
  private let place = Published(Place())
  // Order: released before the child is killed, and acquired. The kernel orders `read` and `kill`, so a reader that
  // sees the end of the pipe also sees that it was stopped. It then does not report a failure.
  private let hasStopped = Atomic(false)
  /// Progress in the film. It has the times of the first and last frame, the number of frames, and why it stopped.
  private struct Place {
    var first: Double?
    var last: Double?
    var count = 0
    var fault: String?
  }

  /// Milliseconds between two checks for a stop while waiting for a frame.
  private static let look: Int32 = 100
  /// Seconds that ffmpeg may take to end after its last frame.
  private static let longestEnd = 1.0

  /// Starts ffmpeg and waits for the first frame's size. - Throws: `CameraError.film` with the reason.
  package init(_ path: String) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else { throw CameraError.film(path: path, reason: "there is no such file") }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw CameraError.film(path: path, reason: "no permission to read it: check its access rights")
    }
    // The protocol `file:` is needed: ffmpeg would parse one from a name such as 12:30.mp4.
    let words =
      ChildLimits.words(addressSpace: ChildLimits.frames) + [
        "ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "info", "-nostats", "-threads", "1", "-i", "file:\(path)", "-map", "0:v:0",
        "-vf",
        "format=yuv420p,settb=1/1000000,showinfo=checksum=0", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "yuv420p", "pipe:1",
      ]
    do throws(SystemFailure) { child = try ChildProgram("/usr/bin/env", words) } catch {
      throw CameraError.film(path: path, reason: "ffmpeg could not be started (\(error)): sudo apt-get install ffmpeg")
    }
    times = TimeReader(child)
    guard let first = times.first() else {
      let end = child.wait()
      let isWhole = end == .exit(0) && Self.complaint(times, path) == nil
      throw CameraError.film(path: path, reason: isWhole ? "it contains no frame" : Self.reason(end, times, path))
    }
    let sides = FrameUnpacker.sides
    guard sides ~= first.width, sides ~= first.height else {
      child.kill()
      times.end()
      let sizes = "\(sides.lowerBound) x \(sides.lowerBound) to \(sides.upperBound) x \(sides.upperBound)"
      throw CameraError.film(path: path, reason: "its frames are \(first.width) x \(first.height), and \(sizes) can be read")
    }
    size = first
  }

  deinit { stop() }

  /// Whether `stop` was called.
  package var isStopped: Bool { hasStopped.load(ordering: .acquiring) }

  /// Reads one frame and returns its time in seconds. The first frame's time is 0. Returns nil at the end, after a
  /// stop, and for a frame too long after the previous one.
  package func read(into memory: UnsafeMutablePointer<UInt8>, count: Int) -> Double? {
    // After a fault the pipe may still hold frames.
    guard let descriptor = child.output, place.now.fault == nil else { return nil }
    var got = 0
    while got < count {
      guard waits(for: descriptor) else { return nil }
      let n = Foundation.read(descriptor, memory + got, count - got)
      if n < 0, errno == EINTR { continue }
      if n <= 0 { return nil }
      got += n
    }
    guard let time = times.next() else { return nil }
    let (first, fault) = place.change { place in
      if let complaint = place.last.flatMap({ FrameGap.complaint(time, after: $0) }) {
        place.fault = "frame \(place.count + 1) \(complaint): cut the film there"
      }
      (place.first, place.last, place.count) = (place.first ?? time, time, place.count + 1)
      return (place.first ?? time, place.fault)
    }
    guard fault == nil else {
      child.kill()
      return nil
    }
    return time - first
  }

  /// Waits until there is data or the end of the pipe. Returns false after a stop.
  private func waits(for descriptor: Int32) -> Bool {
    var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !isStopped {
      let count = poll(&readable, 1, Self.look)
      if count > 0 || (count < 0 && errno != EINTR) { return true }
    }
    return false
  }

  /// The error that ffmpeg reported after the last frame. Nil after a stop, which ffmpeg takes for an error.
  package var failure: CameraError? {
    if let fault = place.now.fault { return .film(path: path, reason: fault) }
    // ffmpeg's output ends a little before ffmpeg itself.
    guard !isStopped, let end = child.wait(within: Self.longestEnd), end != .exit(0), end != .unknown else { return nil }
    return .film(path: path, reason: Self.reason(end, times, path))
  }

  /// Whether ffmpeg is still running.
  package var isRunning: Bool { child.end == nil }

  /// Returns why ffmpeg stopped delivering frames. A killed ffmpeg had no time to report it (too little memory, or a
  /// film that crashes it).
  private static func reason(_ end: ChildProgram.End, _ times: TimeReader, _ path: String) -> String {
    switch end {
    case .exit(127): "ffmpeg is not installed: sudo apt-get install ffmpeg"
    case .signal(let number): "ffmpeg was ended by signal \(number)"
    case .exit, .unknown: complaint(times, path) ?? "ffmpeg stopped with \(end)"
    }
  }

  /// Returns ffmpeg's last message without the film's name. The caller's text already begins with the name.
  private static func complaint(_ times: TimeReader, _ path: String) -> String? {
    times.lastMessage.map { $0.replacing("file:\(path): ", with: "") }
  }

  /// Ends ffmpeg and any waiting `read`. Any thread may call it. It uses SIGKILL, because a child that hangs ignores
  /// SIGTERM.
  /// The pipe is closed together with the child object: another thread may be reading from it.
  package func stop() {
    hasStopped.store(true, ordering: .releasing)
    child.kill()
    times.end()
  }
}

/// Reads sizes and times from ffmpeg's messages, on its own thread. It also keeps the last error message.
private final class TimeReader: Sendable {
  private let state = Mutex(State())
  /// Signalled for each time that was read, and at the end.
  private let arrival = DispatchSemaphore(value: 0)

  private struct State {
    var times: [Double] = []
    /// Number of times that were taken.
    var taken = 0
    var size: (width: Int, height: Int)?
    var complaint: String?
    var hasEnded = false
  }

  private static let complaints = [
    "Error", "Invalid", "error", "No such", "Is a directory", "denied", "not found", "does not contain", "matches no streams", "corrupt",
  ]

  init(_ child: ChildProgram) {
    let thread = Thread { [self] in
      var rest = Data()
      while let errors = child.errors {
        let piece = ChildProgram.read(errors)
        if piece.isEmpty { break }
        rest.append(contentsOf: piece)
        while let newline = rest.firstIndex(of: 10) {
          take(String(decoding: rest[rest.startIndex..<newline], as: UTF8.self))
          rest = Data(rest[(newline + 1)...])
        }
      }
      end()
    }
    thread.name = "film-times"
    thread.start()
  }

  /// Marks the end of the messages. No more will come, or they are not needed.
  func end() {
    state.withLock { $0.hasEnded = true }
    arrival.signal()
  }

  private func take(_ line: String) {
    // Lines about the film itself, such as its title, are indented.
    guard line.hasPrefix("[Parsed_showinfo") else {
      let words = line.trimmingCharacters(in: .whitespaces)
      if Self.complaints.contains(where: words.contains) { state.withLock { $0.complaint = words } }
      return
    }
    func value(_ key: String) -> Substring? {
      guard let at = line.range(of: key) else { return nil }
      return line[at.upperBound...].drop { $0 == " " }.prefix { $0 != " " }
    }
    // Microseconds, because of the `settb` filter. In seconds, some versions write six digits, which means tenths after
    // three hours.
    guard let time = value(" pts:").flatMap({ Int64($0) }).map({ Double($0) * 1e-6 }) else { return }
    let parts = value(" s:")?.split(separator: "x").compactMap { Int($0) } ?? []
    state.withLock {
      if $0.size == nil, parts.count == 2 { $0.size = (parts[0], parts[1]) }
      $0.times.append(time)
    }
    arrival.signal()
  }

  var lastMessage: String? { state.withLock { $0.complaint } }

  /// The frame size from the first message; nil if none comes.
  func first() -> (width: Int, height: Int)? { wait { $0.size } }

  /// Returns the next frame's time in seconds; nil after the last.
  func next() -> Double? {
    wait { state in
      guard state.taken < state.times.count else { return nil }
      defer { state.taken += 1 }
      return state.times[state.taken]
    }
  }

  /// Waits until `look` returns a result or no more messages will come.
  private func wait<Answer: Sendable>(_ look: (inout State) -> Answer?) -> Answer? {
    while true {
      let (answer, isOver) = state.withLock { (look(&$0), $0.hasEnded) }
      if answer != nil || isOver { return answer }
      arrival.wait()
    }
  }
}
