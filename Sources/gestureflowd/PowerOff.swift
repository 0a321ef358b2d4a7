import Foundation
import GestureFlowAPI
import Supervisor

/// Switches the machine off, as the PLAY button's hold asks for: a file that `gestureflow-poweroff.path` waits for, because the daemon itself has no such
/// right.
enum PowerOff {
  static func run(_ path: String = "/run/gestureflow/poweroff") throws {
    guard FileManager.default.createFile(atPath: path, contents: Data("\(getpid())\n".utf8)) else {
      throw FileError(path: path, reason: "it cannot be written, so the machine is not switched off: pull the plug, the state is saved")
    }
    // The service manager ends us while the machine goes down. Longer than this its watchdog would not wait, which begins the service again.
    signal(SIGTERM, SIG_DFL)
    sleep(5)
    throw FileError(path: path, reason: "nothing switched the machine off: is gestureflow-poweroff.path enabled?")
  }
}
