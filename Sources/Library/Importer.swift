import Foundation

/// Extracts the sound of films and M4A files to FLAC copies, one after the other, by an ffmpeg child that gets only idle time, may not use the network and
/// is killed when it takes too long or grows too large. The original is not touched.
public final class Importer: @unchecked Sendable {
  /// The disk keeps at least this much free, in bytes.
  public static let keepFree: Int64 = 200 << 20
  /// Longest run of one import, in seconds, and largest copy, in bytes.
  public static let maxSeconds = 3600.0
  public static let maxBytes: Int64 = 2 << 30

  public enum Result: Sendable, Equatable {
    case done(String)
    case failed(String)
  }

  public struct State: Sendable {
    public var waiting = 0
    /// The file in work and the share that is done, 0...1, if its length is known.
    public var file: String?
    public var progress: Double?
    /// The last results, newest last.
    public var results: [(file: String, result: Result)] = []
  }

  public let folder: String
  var onDone: (@Sendable () -> Void)?
  /// Told of each file: what became of it.
  var onResult: (@Sendable (String, Result) -> Void)?
  private let lock = NSLock()
  private var queue: [String] = []
  private var child: Process?
  private var stopped = false
  private var working = false
  private var stateNow = State()
  private let work = DispatchQueue(label: "gf-import", qos: .background)
  private let freeBytes: @Sendable (String) -> Int64

  public init(_ folder: String, freeBytes: @escaping @Sendable (String) -> Int64 = Importer.free) {
    self.folder = folder
    self.freeBytes = freeBytes
  }

  /// Bytes that are free on a folder's disk.
  public static func free(_ folder: String) -> Int64 {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return 0 }
    return Int64(status.f_bavail) * Int64(status.f_frsize)
  }

  public var state: State {
    lock.withLock {
      var state = stateNow
      state.waiting = queue.count
      return state
    }
  }

  /// Puts a file in the queue; one that was imported before and has not changed is not imported again.
  public func add(_ path: String) {
    let begin = lock.withLock {
      guard !stopped, !queue.contains(path), stateNow.file != path, queue.count < 10_000 else { return false }
      queue.append(path)
      defer { working = true }
      return !working
    }
    if begin { work.async { [self] in run() } }
  }

  public func stop() {
    let child = lock.withLock {
      stopped = true
      queue = []
      return self.child
    }
    if let child, child.isRunning { kill(child.processIdentifier, SIGKILL) }
  }

  private func run() {
    while let path = lock.withLock({ () -> String? in
      guard !stopped, !queue.isEmpty else {
        working = false
        return nil
      }
      stateNow.file = queue[0]
      stateNow.progress = nil
      return queue.removeFirst()
    }) {
      let result = convert(path)
      lock.withLock {
        stateNow.file = nil
        stateNow.progress = nil
        stateNow.results.append((path, result))
        if stateNow.results.count > 50 { stateNow.results.removeFirst() }
      }
      onResult?(path, result)
      if case .done = result { onDone?() }
    }
  }

  /// Name of the copy: the original's, and a mark of its size and time, so that a changed original is imported again.
  func target(for path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    let short = String(name.prefix(80))
    return "\(folder)/\(short) \(String(UInt64(status.st_size) &* 31 &+ UInt64(status.st_mtim.tv_sec), radix: 36)).flac"
  }

  /// Imports one file; on the caller's thread.
  public func convert(_ path: String) -> Result {
    let files = FileManager.default
    guard let target = target(for: path) else { return .failed("there is no file \(path)") }
    if files.fileExists(atPath: target) { return .done(target) }
    do { try files.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
      return .failed("the folder \(folder) cannot be made (\(error.localizedDescription)): check space and access rights")
    }
    let free = freeBytes(folder)
    if free < Self.keepFree {
      return .failed(
        "only \(free >> 20) MB are free on the disk of \(folder), and \(Self.keepFree >> 20) MB are kept free: remove something")
    }
    let part = target + ".part"
    _ = try? files.removeItem(atPath: part)
    defer { _ = try? files.removeItem(atPath: part) }

    let length = duration(path)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let limit = min(Self.maxBytes, free - Self.keepFree)
    process.arguments = [
      "setpriv", "--pdeathsig", "KILL", "nice", "-n", "19", "ionice", "-c", "3", "ffmpeg", "-nostdin", "-v", "error", "-protocol_whitelist",
      "file,pipe", "-i", "file:" + path, "-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "0", "-ac", "2", "-sample_fmt", "s16",
      "-ar",
      "48000", "-fs", String(limit), "-f", "flac", "-threads", "1", "-progress", "pipe:1", "-y", "file:" + part,
    ]
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    output.fileHandleForReading.readabilityHandler = { [self] handle in
      let text = String(decoding: handle.availableData, as: UTF8.self)
      guard let length, length > 0, let line = text.split(separator: "\n").last(where: { $0.hasPrefix("out_time_us=") }),
        let us = Double(line.dropFirst("out_time_us=".count))
      else { return }
      lock.withLock { stateNow.progress = min(us * 1e-6 / length, 1) }
    }
    do { try process.run() } catch { return .failed("ffmpeg cannot be started (\(error.localizedDescription)): install it") }
    lock.withLock { child = process }
    let deadline = DispatchWorkItem { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.maxSeconds, execute: deadline)
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile().prefix(2000), as: UTF8.self)
    process.waitUntilExit()
    deadline.cancel()
    output.fileHandleForReading.readabilityHandler = nil
    lock.withLock { child = nil }
    if process.terminationReason == .uncaughtSignal {
      return .failed("it was stopped: it took longer than \(Int(Self.maxSeconds / 60)) minutes, or the box goes down")
    }
    guard process.terminationStatus == 0 else {
      let why = complaint.split(separator: "\n").last.map(String.init) ?? "ffmpeg ended with \(process.terminationStatus)"
      return .failed("its sound cannot be extracted (\(why))")
    }
    let size = ((try? files.attributesOfItem(atPath: part))?[.size] as? Int64) ?? 0
    if size >= limit { return .failed("its sound is larger than \(limit >> 20) MB") }
    if let refusal = check(part) { return .failed("the copy cannot be played (\(refusal))") }
    guard rename(part, target) == 0 else { return .failed("the copy cannot be kept (\(String(cString: strerror(errno))))") }
    return .done(target)
  }

  private func check(_ path: String) -> String? {
    do throws(TrackRefusal) {
      _ = try TrackProbe.look(path, size: 1)
      return nil
    } catch { return error.description }
  }

  /// Length in seconds, as ffprobe sees it.
  private func duration(_ path: String) -> Double? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "timeout", "20", "ffprobe", "-v", "error", "-protocol_whitelist", "file,pipe", "-show_entries", "format=duration", "-of", "csv=p=0",
      "file:" + path,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
