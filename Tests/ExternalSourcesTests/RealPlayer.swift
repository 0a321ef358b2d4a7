import ChildPrograms
import Foundation
import TestSupport

/// A player from Debian on a bench's bus, watched by playerctl. It plays two pieces, `One` and `Two` by
/// `Musician`.
final class RealPlayer {
  static let mpv = ["/usr/bin/mpv", "/usr/lib/mpv-mpris/mpris.so"]
  static let vlc = ["/usr/bin/vlc", "/usr/bin/setpriv"]
  static let playerctl = "/usr/bin/playerctl"
  /// Seconds of a piece. It plays in real time and must outlast the test's actions.
  static let length = 120.0

  private let name: String
  private let variable: String
  private let program: ChildProgram

  /// Whether all of these programs and playerctl exist.
  static func isThere(_ files: [String]) -> Bool {
    PlayerBench.isThere && (files + [playerctl]).allSatisfy { FileManager.default.fileExists(atPath: $0) }
  }

  /// Starts mpv with mpv-mpris and without an audio output.
  static func mpv(_ bench: PlayerBench) throws -> RealPlayer {
    try RealPlayer(
      bench, name: "mpv", [mpv[0], "--no-config", "--ao=null", "--no-video", "--idle", "--really-quiet", "--script=\(mpv[1])"])
  }

  /// Starts VLC without a window. Its sound goes to ALSA's null device, because its dummy output has no volume.
  /// VLC does not run as root, so root starts it as user 65534.
  static func vlc(_ bench: PlayerBench) throws -> RealPlayer {
    let user = getuid() == 0 ? [vlc[1], "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    return try RealPlayer(
      bench, name: "vlc",
      user + [vlc[0], "-I", "dummy", "--control", "dbus", "--aout=alsa", "--alsa-audio-device=null", "--no-video", "--quiet"])
  }

  private init(_ bench: PlayerBench, name: String, _ command: [String]) throws {
    self.name = name
    variable = "DBUS_SESSION_BUS_ADDRESS=\(bench.address)"
    let pieces = ["One", "Two"].map { title in
      let path = bench.folder.appendingPathComponent("\(title).wav").path
      TaggedSound.write(path, seconds: Self.length, title: title, artist: "Musician", album: "Tones")
      return path
    }
    program = try ChildProgram(
      "/usr/bin/env", [variable, "HOME=/nonexistent"] + command + pieces, output: .discarded, errors: .discarded)
  }

  deinit { end() }

  func end() {
    program.kill()
    program.wait()
  }

  /// Output of playerctl without the line's end; empty if it prints nothing within a minute.
  func playerctl(_ words: String...) -> String {
    guard let client = try? ChildProgram("/usr/bin/env", [variable, Self.playerctl, "--player=\(name)"] + words, errors: .discarded) else {
      return ""
    }
    var said: [UInt8] = []
    client.finish(within: 60, output: { said += $0 })
    return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
