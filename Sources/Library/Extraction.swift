import Foundation

/// Extracts one file's sound to a FLAC copy, by an ffmpeg child that gets only idle time, may not use the network and is killed when it takes too long or
/// grows too large.
struct Extraction {
  /// Longest run, in seconds, and largest copy, in bytes.
  static let maxSeconds = 3600.0
  static let maxBytes: Int64 = 2 << 30

  private let path: String
  private let target: String
  private let launcher: String
  private let limit: Int64

  /// - Parameters:
  ///   - room: bytes that the copy may have at most.
  ///   - launcher: path of `env`, which finds the programs.
  init(of path: String, to target: String, room: Int64, launcher: String) {
    self.path = path
    self.target = target
    self.launcher = launcher
    limit = min(Self.maxBytes, room)
  }

  /// Runs to the end.
  /// - Parameters:
  ///   - progress: told the share that is done, 0...1, where the length is known.
  ///   - child: told the process while it runs, so that it can be killed, and nil afterwards.
  func run(progress: @escaping @Sendable (Double) -> Void, child: (Process?) -> Void) -> Importer.Result {
    let files = FileManager.default
    let part = target + ".part"
    _ = try? files.removeItem(atPath: part)
    defer { _ = try? files.removeItem(atPath: part) }

    let facts = facts()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: launcher)
    process.arguments = arguments(part, title: facts.title == nil ? ImportName.title(path) : nil)
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return .failed("ffmpeg cannot be started (\(error.localizedDescription)): install it") }
    // Only now: a handler holds its pipe, and this importer, until it is taken away. What the child says meanwhile waits in the pipe.
    output.fileHandleForReading.readabilityHandler = { handle in
      let text = String(decoding: handle.availableData, as: UTF8.self)
      guard let length = facts.length, length > 0, let line = text.split(separator: "\n").last(where: { $0.hasPrefix("out_time_us=") }),
        let us = Double(line.dropFirst("out_time_us=".count))
      else { return }
      progress(min(us * 1e-6 / length, 1))
    }
    child(process)
    let deadline = DispatchWorkItem { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.maxSeconds, execute: deadline)
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile().prefix(2000), as: UTF8.self)
    process.waitUntilExit()
    deadline.cancel()
    output.fileHandleForReading.readabilityHandler = nil
    child(nil)
    if process.terminationReason == .uncaughtSignal {
      return .failed("it was stopped: it took longer than \(Int(Self.maxSeconds / 60)) minutes, or the box goes down")
    }
    guard process.terminationStatus == 0 else {
      let last = complaint.split(separator: "\n").last.map(String.init) ?? "ffmpeg ended with \(process.terminationStatus)"
      // The folder is the box's own and tells the owner nothing.
      let why = last.replacingOccurrences(of: "file:" + path, with: (path as NSString).lastPathComponent)
      return .failed("its sound cannot be extracted (\(MusicList.shown(why)))")
    }
    return keep(part)
  }

  /// The copy takes its place when it is whole and can be played.
  private func keep(_ part: String) -> Importer.Result {
    let size = ((try? FileManager.default.attributesOfItem(atPath: part))?[.size] as? Int64) ?? 0
    if size >= limit { return .failed("its sound is larger than \(limit >> 20) MB") }
    do throws(TrackRefusal) { _ = try TrackProbe.look(part, size: 1) } catch {
      return .failed("the copy cannot be played (\(error.description))")
    }
    guard rename(part, target) == 0 else { return .failed("the copy cannot be kept (\(String(cString: strerror(errno))))") }
    return .done(target)
  }

  /// - Parameter title: for a film that has none of its own; the copy's file name carries a mark that is no part of it.
  private func arguments(_ part: String, title: String?) -> [String] {
    [
      "setpriv", "--pdeathsig", "KILL", "nice", "-n", "19", "ionice", "-c", "3", "ffmpeg", "-nostdin", "-v", "error", "-protocol_whitelist",
      "file,pipe", "-i", "file:" + path, "-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "0",
    ] + (title.map { ["-metadata", "title=" + $0] } ?? []) + [
      "-ac", "2", "-sample_fmt", "s16", "-ar", "48000", "-fs", String(limit), "-f", "flac", "-threads", "1", "-progress", "pipe:1", "-y",
      "file:" + part,
    ]
  }

  /// Length in seconds and title of the original, as ffprobe sees them.
  private func facts() -> (length: Double?, title: String?) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: launcher)
    process.arguments = [
      "timeout", "20", "ffprobe", "-v", "error", "-protocol_whitelist", "file,pipe", "-show_entries", "format=duration:format_tags=title",
      "-of", "default=noprint_wrappers=1", "file:" + path,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return (nil, nil) }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    func value(_ key: String) -> String? {
      let line = text.split(separator: "\n").first { $0.lowercased().hasPrefix(key) }
      return line.map { $0.dropFirst(key.count).trimmingCharacters(in: .whitespaces) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    return (value("duration=").flatMap(Double.init), value("tag:title="))
  }
}
