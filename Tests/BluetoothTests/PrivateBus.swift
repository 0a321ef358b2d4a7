import ChildPrograms
import Foundation
import TestSupport

/// A private bus for a test: a real dbus-daemon, as on the system.
final class PrivateBus {
  static let daemon = "/usr/bin/dbus-daemon"
  static let isThere = FileManager.default.isExecutableFile(atPath: daemon)

  private let folder: URL
  private let program: ChildProgram
  /// The address for clients.
  var address: String { "unix:path=\(socket)" }
  private var socket: String { folder.appendingPathComponent("bus").path }

  /// - Parameter mayAsk: whether users may send to BlueZ, as in the system's policy.
  init(mayAsk: Bool = true) throws {
    // Short: the path of a socket has at most 107 bytes.
    folder = URL(fileURLWithPath: "/tmp/gf-bus-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let policy = mayAsk ? "" : "<deny send_destination=\"org.bluez\"/>"
    let file = folder.appendingPathComponent("bus.conf")
    try """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(folder.appendingPathComponent("bus").path)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*"/><allow own="*"/><allow user="*"/><allow eavesdrop="true"/>\(policy)</policy>
    </busconfig>
    """.write(to: file, atomically: true, encoding: .utf8)
    program = try ChildProgram(
      Self.daemon, ["--config-file=\(file.path)", "--nofork", "--nopidfile"], output: .discarded, errors: .discarded)
    let path = socket
    guard waitUntil(300, { LocalSocket.isOpen(path) }) else { throw CocoaError(.fileNoSuchFile) }
  }

  deinit {
    program.kill()
    program.wait()
    try? FileManager.default.removeItem(at: folder)
  }
}
