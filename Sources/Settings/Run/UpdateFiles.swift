import GestureFlowAPI

/// Files by which the daemon has an update installed.
///
/// The daemon may neither install nor restart the machine. Units of the image wait for the first two files; they
/// read nothing from them. All of them are in memory.
public struct UpdateFiles: Sendable {
  /// Written to install the update on the stick (`gestureflow-update.path`).
  package var request = "/run/gestureflow/update"
  /// Written to restart the box (`gestureflow-restart.path`).
  package var restart = "/run/gestureflow/restart"
  /// Progress of the installation, which `gfctl update` writes.
  package var progress = UpdateProgress.file
  /// Version of the running system.
  package var version: String

  /// Makes the files of this machine. Nil unless it runs the firmware image.
  /// - Parameter versionFile: the image's version; replaced in tests.
  public init?(versionFile: String = "/usr/share/gestureflow/image-version") {
    // The version of a test image has a second word.
    guard let word = KernelFile.text(versionFile)?.split(whereSeparator: \.isWhitespace).first else { return nil }
    version = String(word)
  }
}
