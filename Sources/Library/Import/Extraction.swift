import ChildPrograms
import Foundation
import GestureFlowAPI

/// Extracts one file's sound to a FLAC copy, by an ffmpeg child. The child gets only idle time and limited memory and
/// may not use the network. It is killed when it takes too long or its copy becomes too large.
///
/// If the service is killed, its control group ends the child. (`setpriv --pdeathsig` cannot be used: it sets
/// capabilities, which the service's sandbox rejects.)
struct Extraction {
  /// Maximum run time in seconds, and size of a copy in bytes.
  static let maxSeconds = 3600.0
  static let maxBytes: Int64 = 2 << 30
  /// Ending of an incomplete copy, after its name.
  static let part = ".part"
  /// Maximum time for ffprobe in seconds. A loaded Pi needs a good part of it.
  private static let maxLook = 60.0
  /// Maximum number of bytes kept of ffmpeg's error output.
  private static let maxComplaint = 2000

  /// Exit codes that say ffmpeg is missing or cannot be started. They come from `env` and the programs between.
  private static let cannotStart: Set<Int32> = [126, 127]
  /// Text of a full disk in ffmpeg's error output.
  private static let noRoom = String(cString: strerror(ENOSPC))

  private let path: String
  private let target: String
  private let launcher: String
  private let limit: Int64
  private let calls: AtomicFile.Calls

  /// - Parameters:
  ///   - room: maximum size of the copy in bytes.
  ///   - launcher: path of `env`, which finds the programs.
  ///   - calls: write the copy to the disk; others in tests.
  init(of path: String, to target: String, room: Int64, launcher: String, calls: AtomicFile.Calls) {
    self.path = path
    self.target = target
    self.launcher = launcher
    limit = min(Self.maxBytes, room)
    self.calls = calls
  }

  /// Runs to the end.
  /// - Parameters:
  ///   - progress: receives the finished share, 0...1, if the length is known.
  ///   - child: receives each program while it runs, so that it can be killed, and nil afterwards.
  func run(progress: (Double) -> Void, child: (ChildProgram?) -> Void) -> Importer.Trial {
    let files = FileManager.default
    let part = target + Self.part
    _ = try? files.removeItem(atPath: part)
    defer { _ = try? files.removeItem(atPath: part) }

    let facts = facts(child)
    let ffmpeg: ChildProgram
    do throws(SystemFailure) {
      ffmpeg = try ChildProgram(launcher, arguments(part, title: facts.title == nil ? ImportName.title(path) : nil))
    } catch { return .postponed("ffmpeg cannot be started (\(error)): install it") }
    child(ffmpeg)
    let begun = ProcessInfo.processInfo.systemUptime
    var line = [UInt8]()
    var complaint = [UInt8]()
    let end = ffmpeg.finish(within: Self.maxSeconds) { piece in
      line += piece
      guard let last = line.lastIndex(of: 10) else { return }
      if let length = facts.length, let share = Self.share(line[...last], of: length) { progress(share) }
      line.removeFirst(last + 1)
    } errors: { piece in
      complaint += piece.prefix(Self.maxComplaint - complaint.count)
    }
    child(nil)
    let last = String(decoding: complaint, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? "ffmpeg ended with \(end)"
    // Remove the folder from the message. It belongs to the box and does not help the owner.
    let why = MusicList.shown(last.replacingOccurrences(of: "file:" + path, with: (path as NSString).lastPathComponent))
    switch end {
    case .exit(0): return keep(part)
    case .exit(let status) where Self.cannotStart.contains(status): return .postponed("ffmpeg cannot be started (\(why)): install it")
    case .exit where last.contains(Self.noRoom): return .postponed("there is no room for its copy (\(why)): remove something")
    case .exit: return .settled(.failed("its sound cannot be extracted (\(why))"))
    case .signal(let number) where [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE].contains(number):
      return .settled(.failed("its sound cannot be extracted (ffmpeg crashed on it)"))
    default:
      if ProcessInfo.processInfo.systemUptime - begun < Self.maxSeconds {
        return .postponed("ffmpeg was killed: the box is shutting down or has too little memory")
      }
      return .settled(.failed("it was stopped: it took longer than \(Int(Self.maxSeconds / 60)) minutes"))
    }
  }

  /// Moves the copy to its place when it is complete and playable.
  private func keep(_ part: String) -> Importer.Trial {
    let size = ((try? FileManager.default.attributesOfItem(atPath: part))?[.size] as? Int64) ?? 0
    if size >= limit {
      let why = "its sound is larger than \(limit >> 20) MB"
      return limit < Self.maxBytes ? .postponed("\(why), for which there is no room: remove something") : .settled(.failed(why))
    }
    do throws(TrackRefusal) { _ = try TrackProbe.look(part, size: 1) } catch {
      return .settled(.failed("the copy cannot be played (\(error.description))"))
    }
    // The import must survive a power cut: the original may be removed afterwards.
    do throws(FileError) { try AtomicFile.place(part, as: target, calls: calls) } catch {
      return .postponed("the copy cannot be kept (\(Failure(error.reason, remedy: error.remedy)))")
    }
    return .settled(.done(target))
  }

  /// Returns the arguments of ffmpeg.
  /// - Parameter title: title for a film without one. The copy's file name cannot be used: it carries a mark that is
  ///   not part of the title.
  private func arguments(_ part: String, title: String?) -> [String] {
    ["nice", "-n", "19", "ionice", "-c", "3"] + ChildLimits.words(addressSpace: ChildLimits.sound) + [
      "ffmpeg", "-nostdin", "-v", "error", "-protocol_whitelist", "file,pipe", "-i",
      "file:" + path, "-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "0",
    ] + (title.map { ["-metadata", "title=" + $0] } ?? []) + [
      "-ac", "2", "-sample_fmt", "s16", "-ar", "48000", "-fs", String(limit), "-f", "flac", "-threads", "1", "-progress", "pipe:1", "-y",
      "file:" + part,
    ]
  }

  /// Returns the finished share, 0...1, from ffmpeg's last reported time.
  private static func share(_ lines: ArraySlice<UInt8>, of length: Double) -> Double? {
    let key = "out_time_us="
    let output = String(decoding: lines, as: UTF8.self).split(separator: "\n")
    guard length > 0, let line = output.last(where: { $0.hasPrefix(key) }) else { return nil }
    return Double(line.dropFirst(key.count)).map { min($0 * 1e-6 / length, 1) }
  }

  /// Returns length in seconds and title of the original, from ffprobe.
  private func facts(_ child: (ChildProgram?) -> Void) -> (length: Double?, title: String?) {
    let words =
      ChildLimits.words(addressSpace: ChildLimits.sound) + [
        "ffprobe", "-v", "error", "-protocol_whitelist", "file,pipe", "-show_entries", "format=duration:format_tags=title", "-of",
        "default=noprint_wrappers=1", "file:" + path,
      ]
    guard let ffprobe = try? ChildProgram(launcher, words, errors: .discarded) else { return (nil, nil) }
    child(ffprobe)
    var output = [UInt8]()
    ffprobe.finish(within: Self.maxLook) { output += $0 }
    child(nil)
    let text = String(decoding: output, as: UTF8.self)
    func value(_ key: String) -> String? {
      let line = text.split(separator: "\n").first { $0.lowercased().hasPrefix(key) }
      return line.map { $0.dropFirst(key.count).trimmingCharacters(in: .whitespaces) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    return (value("duration=").flatMap(Double.init), value("tag:title="))
  }
}
