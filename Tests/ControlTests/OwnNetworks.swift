import Foundation
import TestSupport

/// Two networks that only this test uses, with a cable between them. Without the rights for that: one private
/// loopback, twice. So no test joins a session that people play in.
final class OwnNetworks {
  /// The link between the two: `cable` or `loopback`.
  let form: String
  private let script = Process()
  private let held = Pipe()
  private let holders: [String]
  private let keepsUser: Bool

  private static let unshare = "/usr/bin/unshare"
  /// With root, and else with a user of its own, where the kernel lets one; nil where it does not.
  private static let ways: [String]? = [["--net"], ["--user", "--map-root-user", "--net"]].first {
    let run = try? ProgramRun.run(URL(fileURLWithPath: unshare), $0 + ["/bin/sh", "-c", "PATH=$PATH:/usr/sbin:/sbin ip link set lo up"])
    return run?.status == 0
  }

  /// Whether this machine lets a test have any.
  static var canBeMade: Bool { ways != nil }

  struct Failure: Error, CustomStringConvertible { let description: String }

  /// - Parameter folder: for what the script has to say.
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

  /// For `RunningBox(shell:)`: the daemon goes into one of the two networks.
  /// - Parameter number: 0 or 1.
  func shell(_ number: Int) -> String {
    "exec nsenter --target \(holders[number]) \(keepsUser ? "--user --preserve-credentials " : "")--net -- \"$0\" \"$@\""
  }

  deinit {
    try? held.fileHandleForWriting.close()
    if !waitUntil(60, { !script.isRunning }) { script.terminate() }
  }
}
