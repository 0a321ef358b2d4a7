import Foundation

/// A medium that refuses reads of a part of a file.
public enum BadSpot {
  /// Reads as the system does, but for some bytes. - Parameter code: the error number for those.
  public static func reader(
    _ bytes: Range<Int>, code: Int32 = EIO
  ) -> @Sendable (_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, _ place: off_t) -> Int {
    { descriptor, buffer, count, place in
      if place < bytes.upperBound, place + count > bytes.lowerBound {
        errno = code
        return -1
      }
      return pread(descriptor, buffer, count, place)
    }
  }
}
