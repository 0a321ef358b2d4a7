import Foundation
import GestureFlowAPI
import Supervisor

/// Switches the machine off when the PLAY button is held. It writes a file that `gestureflow-poweroff.path` watches,
/// because the daemon itself does not have the right.
enum PowerOff {
  static let file = "/run/gestureflow/poweroff"

  /// Requests the shutdown. The file is in a memory file system, so that a slow card delays nothing.
  static func ask(_ path: String = file) throws(FileError) {
    guard FileManager.default.createFile(atPath: path, contents: Data("\(getpid())\n".utf8)) else {
      throw FileError(
        path: path, reason: "it cannot be written, so the machine is not switched off", remedy: "pull the plug, the state is saved")
    }
  }

  /// Waits for the shutdown of the machine, which signals every service. A process that exits before would be
  /// restarted.
  static func wait(for signals: StopSignals) throws(FileError) {
    guard !signals.wait(Deadlines.shutdown) else { return }
    throw FileError(path: file, reason: "the machine was not switched off: enable gestureflow-poweroff.path")
  }
}
