import Foundation

/// Reads the bytes of a licence's file, without trusting that it is one: its size is looked at before anything is read, and a pipe or a device in its place is not waited for.
public enum LicenceFile {
  /// - Parameter followsLinks: false for files on sticks, where a link leads to who knows what. - Throws: `LicenceFault`.
  public static func bytes(of path: String, followsLinks: Bool = true) throws(LicenceFault) -> Data {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .missing : errno == ELOOP ? .notAFile : .unreadable(String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= LicenceReader.mostBytes else { throw .tooLarge(Int64(status.st_size)) }
    var all = Data()
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    // It may grow while it is read.
    while all.count <= LicenceReader.mostBytes {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
      if count == 0 { return all }
      all.append(contentsOf: piece[..<count])
    }
    throw .tooLarge(Int64(all.count))
  }

  /// The licence in a file. - Throws: `LicenceFault`.
  public static func read(_ path: String, followsLinks: Bool = true) throws(LicenceFault) -> SignedLicence {
    try LicenceReader.read(try bytes(of: path, followsLinks: followsLinks))
  }
}
