import Foundation

/// A medium that rejects reads of a part of a file.
public enum BadSpot {
  /// Returns a reader like the system's, with some unreadable bytes.
  /// - Parameter code: the error number for those bytes.
  public static func reader(
    _ bytes: Range<Int>, code: Int32 = EIO
  ) -> @Sendable (_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, _ place: off_t) -> Int {
    { descriptor, buffer, count, place in
      guard place < bytes.upperBound, place + count > bytes.lowerBound else { return pread(descriptor, buffer, count, place) }
      // The bytes before the bad ones are read first.
      if place < bytes.lowerBound { return pread(descriptor, buffer, bytes.lowerBound - place, place) }
      errno = code
      return -1
    }
  }
}
