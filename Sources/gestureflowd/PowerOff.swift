import Foundation
import Supervisor

/// Switches the machine off, as the PLAY button's hold asks for.
enum PowerOff {
  static func run() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/systemctl")
    process.arguments = ["poweroff", "--no-ask-password"]
    do { try process.run() } catch { throw FileError(path: "/usr/bin/systemctl", reason: "it cannot be run (\(error.localizedDescription)): switch the box off with its plug") }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw FileError(path: "/usr/bin/systemctl", reason: "poweroff was refused: check the polkit rule of the package gestureflow")
    }
  }
}
