import Glibc

/// A namespace that classifies the error numbers of reads.
package enum ReadTrouble {
  /// Returns whether the box itself lacks descriptors or memory. Such an error says nothing about the file.
  package static func isOurs(_ code: Int32) -> Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }
  /// Returns whether the stick is not there any more.
  package static func isStickGone(_ code: Int32) -> Bool { [ENODEV, ENXIO, ENOMEDIUM, ESTALE].contains(code) }
  /// Returns whether the state of the file stays unknown. The caller keeps the earlier facts about it.
  package static func cannotTell(_ code: Int32) -> Bool { isOurs(code) || isStickGone(code) || code == EIO }

  /// Returns the system's text for an error number.
  package static func text(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Returns the message about a file that a stick cannot deliver.
  package static func unreadable(_ code: Int32) -> String { "it cannot be read (\(text(code))): the stick may be damaged" }

  /// Checks whether the medium delivers a file's first and last byte. Returns the error number if not; nil if both
  /// reads succeed, or if the error is the file's own.
  /// - Parameters: - size: of the file, in bytes. - read: reads it.
  package static func ofReading(_ descriptor: Int32, size: Int64, read: FileRead.Call = FileRead.system) -> Int32? {
    var byte: UInt8 = 0
    for place in [0, max(0, size - 1)] where read(descriptor, &byte, 1, off_t(place)) < 0 {
      let code = errno
      if cannotTell(code) { return code }
    }
    return nil
  }
}
