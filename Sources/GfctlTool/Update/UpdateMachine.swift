import Foundation
import GestureFlowAPI

/// The programs and files of a machine that an update needs. Tests have a double.
package protocol UpdateMachine {
  /// Whether this machine runs the firmware image.
  var hasImage: Bool { get }
  /// Whether the card's data partition is used. Without it what the machine writes is lost at power-off.
  var keepsData: Bool { get }
  /// Version of the running system; nil if unknown.
  var version: String? { get }
  /// Version of the system that was good in a slot. Returns nil if unknown.
  /// - Parameter slot: `A` or `B`.
  func goodVersion(_ slot: String) -> String?
  /// Why the box left the last update; nil if it did not.
  var returned: String? { get }
  /// Top folders of the mounted sticks.
  var sticks: [String] { get }
  /// Records a step of an update for the box.
  func record(_ progress: UpdateProgress)
  /// Restarts the machine.
  /// - Throws: `Failure` if this user may not.
  func restart() throws(Failure)
  /// Runs a program from PATH and waits for its end.
  /// - Parameters:
  ///   - seconds: longest run time; nil for no limit.
  ///   - line: receives each line of its standard output at once.
  /// - Returns: its exit status, or nil if it cannot run or was killed, and its standard error.
  func run(_ program: String, _ arguments: [String], within seconds: Double?, line: (String) -> Void) -> (status: Int32?, errors: String)
}

/// The machine on which gfctl runs.
package struct ThisMachine: UpdateMachine {
  package init() {}

  package var hasImage: Bool {
    let places = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return access("/etc/rauc/system.conf", F_OK) == 0
      && places.contains { FileManager.default.isExecutableFile(atPath: "\($0)/rauc") }
  }

  // The image's first stage writes it.
  package var keepsData: Bool { Self.word("/run/gf/data") != "memory" }

  package var version: String? { Self.word("/usr/share/gestureflow/image-version") }

  // The image's health check writes it.
  package func goodVersion(_ slot: String) -> String? { Self.word("/data/version-\(slot)") }

  /// Returns the first word of a file. The version of a test image has a second one.
  private static func word(_ path: String) -> String? {
    KernelFile.text(path)?.split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  package var returned: String? {
    // The image's health check writes it.
    let text = KernelFile.text("/data/update-returned")?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    return text.isEmpty ? nil : text
  }

  package func record(_ progress: UpdateProgress) {
    let file = UpdateProgress.file
    // The folder belongs to the user owner. A process of another user, root included, writes nothing in it.
    var folder = stat()
    guard lstat(file.folderOfPath, &folder) == 0, folder.st_mode & S_IFMT == S_IFDIR, folder.st_uid == geteuid(),
      let data = try? JSONEncoder().encode(progress)
    else { return }
    _ = try? AtomicFile.write(data, to: file, mode: 0o644)
  }

  package func restart() throws(Failure) {
    let (code, said) = try BoxRequests().ask(.restartMachine)
    guard code == 0 else {
      throw Failure(
        "the box does not restart (\(said.trimmingCharacters(in: .whitespacesAndNewlines)))",
        remedy: "hold PLAY until it is off, and switch it on again")
    }
  }

  package var sticks: [String] { Self.sticks(in: KernelFile.text("/proc/self/mountinfo") ?? "") }

  /// Returns the mount points below `/media` and `/run/media`.
  /// - Parameter mounts: text of `/proc/self/mountinfo`.
  package static func sticks(in mounts: String) -> [String] {
    mounts.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 4 else { return nil }
      // The kernel writes these characters as octal numbers.
      let path = [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")].reduce(String(words[4])) {
        $0.replacingOccurrences(of: $1.0, with: $1.1)
      }
      return path.hasPrefix("/media/") || path.hasPrefix("/run/media/") ? path : nil
    }
  }

  package func run(
    _ program: String, _ arguments: [String], within seconds: Double?, line: (String) -> Void
  ) -> (status: Int32?, errors: String) {
    var rest: [UInt8] = []
    var errors: [UInt8] = []
    let end = ChildRun.wait(
      "/usr/bin/env", [program] + arguments, within: seconds,
      output: { piece in
        rest += piece
        while let at = rest.firstIndex(of: UInt8(ascii: "\n")) {
          line(String(decoding: rest[..<at], as: UTF8.self))
          rest.removeSubrange(...at)
        }
      }, errors: { errors += $0 })
    if !rest.isEmpty { line(String(decoding: rest, as: UTF8.self)) }
    let text = String(decoding: errors, as: UTF8.self)
    return (end.status, end.status == nil && text.isEmpty ? end.reason : text)
  }
}
