import Camera
import ChildPrograms
import Foundation
import Synchronization
import TestSupport
import Testing

/// A program that imitates `cam` or `rpicam-vid`. It takes the same options and writes the same text and bytes
/// through the same pipes. The test decides its action at the n-th frame. The text is that of libcamera 0.0.3
/// and 0.4.0 (src/apps/cam) and of rpicam-apps 1.4 to 1.12 (output/output.cpp).
struct FakeTool {
  let tool: LibcameraProgram
  private let folder: URL

  /// Returns the lines of its list, in the format of the kind.
  static func list(_ kind: LibcameraProgram.Kind, _ ids: [String]) -> String {
    switch kind {
    case .cam: (["Available cameras:"] + ids.enumerated().map { "\($0 + 1): 'imx219' (\($1))" }).joined(separator: "\n")
    case .rpicam:
      ids.isEmpty
        ? "No cameras available!"
        : (["Available cameras", "-----------------"]
          + ids.enumerated().map {
            "\($0) : imx219 [3280x2464 10-bit RGGB] (\($1))\n    Modes: 'SRGGB10_CSI2P' : 640x480 [206.65 fps - (1000, 752)/1280x960 crop]"
          }).joined(separator: "\n")
    }
  }

  /// - Parameters:
  ///   - folder: where the program is written.
  ///   - ids: the cameras of its list.
  ///   - stream: what it announces, `640x480-YUV420/sYCC`; nil announces nothing.
  ///   - bytes: of a frame; the first byte is the frame's number, the others are 128.
  ///   - told: the reported size of a frame, in bytes; nil: `bytes`.
  ///   - stamp: seconds of the first frame; the others follow 1/32 s behind one another. Nil reports none.
  ///   - frames: how many it delivers.
  ///   - before: a shell's commands before each frame, whose number is in `$n`.
  ///   - listing: a shell's commands before its list.
  ///   - after: a shell's commands behind the last one.
  init(
    _ kind: LibcameraProgram.Kind, in folder: URL, ids: [String] = ["/base/soc/i2c@1/imx219@10"], stream: String? = "32x18-YUV420/sYCC",
    bytes: Int = 32 * 18 * 3 / 2, told: String? = nil, stamp: Int? = 1000, frames: Int = 3, before: String = "",
    after: String = "sleep 1000",
    listing: String = "true"
  ) throws {
    self.folder = folder
    let path = folder.appendingPathComponent(kind.rawValue)
    let body = kind == .cam ? Self.cam : Self.rpicam
    let time = stamp.map { "$((\($0) + n / 32)).$(printf '%06d' $((n % 32 * 31250)))" } ?? ""
    let nanoseconds = stamp.map { "echo SensorTimestamp=$((\($0)000000000 + n * 31250000))" } ?? "true"
    var text = """
      #!/bin/sh
      [ "$1" = --probe ] && exit 0
      echo $$ >> \(folder.path)/numbers
      echo "$@" >> \(folder.path)/arguments
      case " $* " in *" --list"*)
      \(listing)
      cat <<'END'
      \(Self.list(kind, ids))
      END
      exit 0 ;;
      esac
      frame() { printf "\\\\$(printf %03o $((n % 256)))"; head -c \(bytes - 1) /dev/zero | tr '\\0' '\\200'; }
      \(body)
      n=0
      while [ $n -lt \(frames) ]; do
      \(before)
      one
      n=$((n + 1))
      done
      \(after)
      """
    for (word, value) in [
      "%STREAM%": stream.map {
        kind == .cam
          ? "echo 0: \($0)"
          : "echo \"[0:00:01.5] [42] INFO Camera camera.cpp:1197 configuring streams: (0) \($0) (1) 640x480-SBGGR10_CSI2P/RAW\" >&2"
      } ?? "true",
      "%TOLD%": told ?? "\(bytes)", "%TIME%": time, "%NANOSECONDS%": nanoseconds, "%ID%": ids.first ?? "",
    ] { text = text.replacing(word, with: value) }
    try Data(text.utf8).write(to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path)
    tool = LibcameraProgram(kind, path.path)
    // Another test may fork a program during the write of this file. That program holds the file open until its
    // exec, and until then a start fails with "text file busy".
    let canBeStarted = waitUntil {
      guard let probe = try? ChildProgram(path.path, ["--probe"]) else { return false }
      probe.wait()
      return true
    }
    if !canBeStarted { Issue.record("\(path.path) cannot be started") }
  }

  /// Opens its file again for each frame, as cam does. It reports the frame once it is written.
  private static let cam = """
    for word in "$@"; do case $word in --file=*) file=${word#--file=} ;; esac; done
    echo "Using camera %ID% as cam0"
    %STREAM%
    echo "cam0: Capture until user interrupts by SIGINT"
    one() {
    frame >> "$file"
    echo "%TIME% (30.00 fps) cam0-stream0 seq: $(printf '%06d' $n) bytesused: %TOLD%"
    }
    """

  /// Writes a frame's size before it and its time after it.
  private static let rpicam = """
    while [ $# -gt 0 ]; do [ "$1" = --metadata ] && file=$2; shift; done
    exec 4> "$file"
    %STREAM%
    one() {
    echo "Viewfinder frame $n" >&2
    echo "FileOutput: output buffer 0x7f8a size %TOLD%" >&2
    frame
    { echo "ExposureTime=9000"; %NANOSECONDS%; echo "ColourGains=[ 1.2, 2.1 ]"; echo; } >&4
    }
    """

  /// Shell command that waits until the test calls `go` for this frame.
  static let paced = #"until [ -e "$(dirname "$0")/go$n" ]; do sleep 0.02; done"#

  /// Releases the next frames.
  func go(_ count: Int) {
    for n in 0...count { _ = FileManager.default.createFile(atPath: folder.appendingPathComponent("go\(n)").path, contents: nil) }
  }

  /// Arguments of the program, one line per start.
  var arguments: [String] { lines("arguments") }
  /// Process ids, one per start.
  var processes: [Int32] { lines("numbers").compactMap { Int32($0) } }
  /// Ids of the running processes.
  var running: [Int32] { processes.filter { kill($0, 0) == 0 } }

  private func lines(_ name: String) -> [String] {
    let text = (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}

/// A clock that the test advances.
final class HandClock: Sendable {
  private let seconds: Mutex<Double>
  init(_ start: Double) { seconds = Mutex(start) }
  var now: Double { seconds.withLock { $0 } }
  func advance(_ by: Double) { seconds.withLock { $0 += by } }
}

extension LibcameraCamera {
  /// Returns the events until `isEnough`, or until the time limit of a test that hangs.
  func events(_ isEnough: (CameraEvents) -> Bool) -> (events: CameraEvents, frames: [Frame]) {
    var (told, frames) = (CameraEvents(), [Frame]())
    _ = waitUntil {
      if isEnough(told) { return true }
      let event = next(timeout: 0.03)
      told.take(event)
      if case .frame(let frame) = event { frames.append(frame) }
      return isEnough(told)
    }
    return (told, frames)
  }
}
