import Foundation

/// The `ffmpeg` child of a film: pictures on its standard output, one line of `showinfo` a picture on its standard error.
final class FilmDecoder: @unchecked Sendable {
  let size: (width: Int, height: Int)
  private let path: String
  private let process = Process()
  private let pictures = Pipe()
  private let times: TimeReader
  private var firstTime: Double?

  init(_ path: String) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else { throw CameraError.film(path: path, reason: "there is no such file") }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw CameraError.film(path: path, reason: "it may not be read: check its access rights")
    }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "info", "-nostats", "-threads", "1", "-i", path, "-map", "0:v:0", "-vf",
      "format=yuv420p,showinfo=checksum=0", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "yuv420p", "pipe:1",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pictures
    let messages = Pipe()
    process.standardError = messages
    do { try process.run() } catch {
      throw CameraError.film(path: path, reason: "ffmpeg could not be started (\(error.localizedDescription)): sudo apt-get install ffmpeg")
    }
    times = TimeReader(messages.fileHandleForReading)
    guard let first = times.first() else {
      process.waitUntilExit()
      let reason = process.terminationStatus == 127 ? "ffmpeg is not installed: sudo apt-get install ffmpeg" : times.lastMessage
      throw CameraError.film(path: path, reason: reason ?? "it holds no picture")
    }
    size = first
  }

  deinit { stop() }

  /// Reads one picture; answers its time in seconds from the first one, or nil at the end.
  func read(into memory: UnsafeMutablePointer<UInt8>, count: Int) -> Double? {
    let descriptor = pictures.fileHandleForReading.fileDescriptor
    var got = 0
    while got < count {
      let n = Foundation.read(descriptor, memory + got, count - got)
      if n < 0, errno == EINTR { continue }
      if n <= 0 { return nil }
      got += n
    }
    guard let time = times.next() else { return nil }
    let first = firstTime ?? time
    firstTime = first
    return time - first
  }

  /// What ffmpeg complained about, after the end.
  var failure: CameraError? {
    guard !process.isRunning, process.terminationReason == .exit, process.terminationStatus != 0 else { return nil }
    return .film(path: path, reason: times.lastMessage ?? "ffmpeg stopped with status \(process.terminationStatus)")
  }

  func stop() {
    if process.isRunning { process.terminate() }
    try? pictures.fileHandleForReading.close()
  }
}

/// Picks sizes and times out of ffmpeg's messages, on a thread of its own, and keeps the last complaint.
private final class TimeReader: @unchecked Sendable {
  private let condition = NSCondition()
  private var queue: [Double] = []
  private var head = 0
  private var picture: (Int, Int)?
  private var complaint: String?
  private var ended = false

  init(_ handle: FileHandle) {
    let thread = Thread { [self] in
      var rest = Data()
      while true {
        let chunk = handle.availableData
        if chunk.isEmpty { break }
        rest.append(chunk)
        while let newline = rest.firstIndex(of: 10) {
          take(String(decoding: rest[rest.startIndex..<newline], as: UTF8.self))
          rest = Data(rest[(newline + 1)...])
        }
      }
      condition.withLock {
        ended = true
        condition.broadcast()
      }
    }
    thread.name = "film-times"
    thread.start()
  }

  private func take(_ line: String) {
    guard line.contains("Parsed_showinfo") else {
      let words = line.trimmingCharacters(in: .whitespaces)
      if ["Error", "Invalid", "error", "No such", "denied", "not found", "does not contain", "matches no streams", "corrupt"].contains(
        where: words.contains)
      {
        condition.withLock { complaint = words }
      }
      return
    }
    func value(_ key: String) -> Substring? {
      guard let at = line.range(of: key) else { return nil }
      return line[at.upperBound...].drop { $0 == " " }.prefix { $0 != " " }
    }
    guard let time = value(" pts_time:").flatMap({ Double($0) }) else { return }
    let parts = value(" s:")?.split(separator: "x").compactMap { Int($0) } ?? []
    condition.withLock {
      if picture == nil, parts.count == 2 { picture = (parts[0], parts[1]) }
      queue.append(time)
      condition.broadcast()
    }
  }

  var lastMessage: String? { condition.withLock { complaint } }

  func first() -> (Int, Int)? {
    condition.withLock {
      while picture == nil, !ended { condition.wait() }
      return picture
    }
  }

  func next() -> Double? {
    condition.withLock {
      while head >= queue.count, !ended { condition.wait() }
      guard head < queue.count else { return nil }
      defer { head += 1 }
      return queue[head]
    }
  }
}
