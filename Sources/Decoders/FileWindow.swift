import GestureFlowAPI
import Glibc

/// A part of an open file that acts as a file. It has its own position, independent of other users of the file.
final class FileWindow {
  /// The file's descriptor, closed with the window.
  let descriptor: Int32
  /// Error number with which the medium refused a read.
  var failure: Int32?
  /// The bytes of the part.
  let bytes: Range<Int>
  /// Bytes to read in place of the file's own.
  var repair: HeaderRepair?
  /// Number of bytes that may still be read. At 0 the part seems to end.
  var room = Int.max
  private var place = 0
  private let buffer: UnsafeMutableRawPointer
  /// The bytes in the buffer, as positions in the part.
  private var held = 0..<0
  private let readPlace: FileRead.Call
  private static let size = 16_384

  init(_ descriptor: Int32, _ bytes: Range<Int>, _ read: @escaping FileRead.Call) {
    (self.descriptor, self.bytes, readPlace) = (descriptor, bytes, read)
    buffer = .allocate(byteCount: Self.size, alignment: 16)
  }

  /// Creates a window with a copy of the descriptor.
  /// - Parameter descriptor: stays the caller's. Nil if the system gives no copy; then `errno` has the reason.
  convenience init?(copyOf descriptor: Int32, _ bytes: Range<Int>, _ read: @escaping FileRead.Call) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    self.init(copy, bytes, read)
  }

  deinit {
    buffer.deallocate()
    close(descriptor)
  }

  /// Whether all of it was read.
  var isAtEnd: Bool { place >= bytes.count }

  /// Reads like the system's `read`.
  func read(_ output: UnsafeMutableRawPointer, _ count: Int) -> Int {
    var done = 0
    let count = min(count, room)
    defer { room -= done }
    while done < count, place < bytes.count {
      if !held.contains(place), !fill() { return done > 0 ? done : -1 }
      let n = min(count - done, held.upperBound - place)
      if n <= 0 { break }
      (output + done).copyMemory(from: buffer + (place - held.lowerBound), byteCount: n)
      done += n
      place += n
    }
    return done
  }

  /// Seeks like the system's `lseek`.
  func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    let base = whence == SEEK_END ? bytes.count : whence == SEEK_CUR ? place : 0
    let (goal, isTooFar) = Int64(base).addingReportingOverflow(offset)
    guard !isTooFar, goal >= 0 else { return -1 }
    place = Int(goal)
    return goal
  }

  private func fill() -> Bool {
    let wanted = min(Self.size, bytes.count - place)
    while true {
      let got = readPlace(descriptor, buffer, wanted, off_t(bytes.lowerBound + place))
      if got < 0, errno == EINTR { continue }
      if got < 0 { failure = errno }
      held = got > 0 ? place..<place + got : 0..<0
      for patch in repair?.patches ?? [] {
        for (place, byte) in zip(patch.place..., patch.bytes) where held.contains(place) {
          buffer.storeBytes(of: byte, toByteOffset: place - held.lowerBound, as: UInt8.self)
        }
      }
      return got > 0
    }
  }
}
