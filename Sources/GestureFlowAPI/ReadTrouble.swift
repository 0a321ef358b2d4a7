import Glibc

/// What an error number says of the file or folder it came from.
package enum ReadTrouble {
  /// The box itself lacks something, descriptors or memory: nothing is known of the file.
  package static func isOurs(_ code: Int32) -> Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }
  /// The stick is not there any more.
  package static func isStickGone(_ code: Int32) -> Bool { [ENODEV, ENXIO, ENOMEDIUM, ESTALE].contains(code) }
  /// It may be there or not, whole or not: what was known before is kept.
  package static func cannotTell(_ code: Int32) -> Bool { isOurs(code) || isStickGone(code) || code == EIO }

  /// The system's words for it.
  package static func text(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// What to say of a file that a stick does not give.
  package static func unreadable(_ code: Int32) -> String { "it cannot be read (\(text(code))): the stick may be damaged" }

  /// The error number with which a file's medium refuses its first or its last byte, if that says nothing of the file; nil if it gives both.
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
