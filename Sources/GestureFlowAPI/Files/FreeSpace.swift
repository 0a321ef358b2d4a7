import Glibc

/// A namespace for the free space of a disk.
package enum FreeSpace {
  /// Returns the bytes that any user can write to a folder's disk. Nil if the system does not know them.
  package static func bytes(_ folder: String) -> Int64? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    return bytes(of: status)
  }

  /// Returns the same from the system's figures. A network or FUSE file system can report any numbers, so a product
  /// that is too large becomes the largest value.
  package static func bytes(of status: statvfs) -> Int64 {
    let (bytes, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooMuch ? .max : Int64(clamping: bytes)
  }
}
