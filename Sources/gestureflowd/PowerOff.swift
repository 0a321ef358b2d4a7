import Foundation
import GestureFlowAPI
import Supervisor

/// Switches the machine off, as the PLAY button's hold asks for: a file that `gestureflow-poweroff.path` waits for, because the daemon itself has no such
/// right.
enum PowerOff {
  static let file = "/run/gestureflow/poweroff"

  /// Asks for it. The memory's file system takes the file, so that a slow card delays nothing.
  static func ask(_ path: String = file) throws(FileError) {
    guard FileManager.default.createFile(atPath: path, contents: Data("\(getpid())\n".utf8)) else {
      throw FileError(path: path, reason: "it cannot be written, so the machine is not switched off: pull the plug, the state is saved")
    }
  }

  /// Waits for the machine's shutdown, which sends a signal to every service. A process that ended before would be started again.
  static func wait(for signals: StopSignals) throws(FileError) {
    guard !signals.wait(Deadlines.shutdown) else { return }
    throw FileError(path: file, reason: "nothing switched the machine off: is gestureflow-poweroff.path enabled?")
  }
}
