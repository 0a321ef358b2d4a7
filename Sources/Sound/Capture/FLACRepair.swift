import Decoders
import GestureFlowAPI
import Glibc

/// A repair for FLAC files that a power cut left unclosed. It writes the length into the header, and cuts off the
/// bytes after the last complete frame. It reads only the end of the file.
///
/// A file of hours is not copied for that, because the box waits for the repair when it starts, and the disk may be
/// full.
/// Instead each step leaves a file that plays: the length alone is enough, and a failed write of it is taken back.
package enum FLACRepair {
  /// Repairs a file.
  /// - Parameter calls: the system calls; a test can make one fail.
  /// - Returns: frames of sound in the file. Nil if it holds no complete FLAC frame, or if the length cannot be
  ///   written; then the file is as before.
  package static func repair(_ path: String, calls: AtomicFile.Calls = .system) -> Int64? {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard var file = TagBytes(descriptor: descriptor), let sound = FLACEnd(&file) else { return nil }
    let header = sound.header(&file)
    let old = Array(file.read(at: header.place, header.bytes.count))
    func put(_ bytes: [UInt8]) -> Bool {
      guard lseek(descriptor, off_t(header.place), SEEK_SET) == off_t(header.place) else { return false }
      return bytes.withUnsafeBytes { calls.write(descriptor, $0) } == bytes.count && calls.sync(descriptor) == 0
    }
    guard old.count == header.bytes.count, put(header.bytes) else {
      _ = put(old)
      return nil
    }
    // Bytes behind the sound are not played, so they may stay.
    if ftruncate(descriptor, off_t(sound.end)) == 0 { _ = calls.sync(descriptor) }
    return sound.samples
  }
}
