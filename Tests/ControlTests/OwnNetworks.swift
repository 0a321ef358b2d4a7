import Foundation
import TestSupport

/// Two private networks of this test, joined by a cable. Without the rights for that: one private loopback,
/// twice. The test therefore never joins a session of real players.
final class OwnNetworks {
  /// The link between the two: `cable` or `loopback`.
  let form: String
  private let script = Process()
  private let held = Pipe()
  private let holders: [String]
  private let keepsUser: Bool

  private static let unshare = "/usr/bin/unshare"
  /// Arguments for namespaces as root or with a user namespace; nil where the kernel forbids both.
  private static let ways: [String]? = [["--net"], ["--user", "--map-root-user", "--net"]].first {
    let run = try? ProgramRun.run(URL(fileURLWithPath: unshare), $0 + ["/bin/sh", "-c", "PATH=$PATH:/usr/sbin:/sbin ip link set lo up"])
    return run?.status == 0
  }

  /// Whether this machine allows such networks.
  static var canBeMade: Bool { ways != nil }

  struct Failure: Error, CustomStringConvertible { let description: String }

  /// - Parameter folder: folder for the script's output.
  init(_ folder: URL) throws {
    guard let ways = Self.ways else { throw Failure(description: "no network of its own can be made here (unshare, ip)") }
    let told = Pipe()
    script.executableURL = URL(fileURLWithPath: Self.unshare)
    script.arguments = ways + [Places.project.appendingPathComponent("Tests/LinkTests/two-networks.sh").path, folder.path]
    script.standardInput = held
    script.standardOutput = told
    try script.run()
    let words = String(decoding: told.fileHandleForReading.availableData, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 3 else { throw Failure(description: "two-networks.sh said '\(words)'") }
    form = String(words[0])
    holders = words.dropFirst().map(String.init)
    keepsUser = ways.contains("--user")
  }

  /// Returns the shell command that moves the daemon into one network, for `RunningBox(shell:)`.
  /// - Parameter number: 0 or 1.
  func shell(_ number: Int) -> String {
    "exec nsenter --target \(holders[number]) \(keepsUser ? "--user --preserve-credentials " : "")--net -- \"$0\" \"$@\""
  }

  deinit {
    try? held.fileHandleForWriting.close()
    if !waitUntil(60, { !script.isRunning }) { script.terminate() }
  }
}
