/// The index's data of one stick's files, and the scan's findings. It is small enough for 200,000 files: a path is
/// stored as its hash only.
package struct KnownFiles: Sendable {
  /// The data of one file.
  package struct File: Sendable {
    /// Size in bytes.
    package var size: Int64
    /// Time of change, in seconds since 1970.
    package var modified: Int64
    /// Hash of the reason why it cannot be played. Nil for a track.
    package var problem: Int?
    /// Whether rate and channels are known.
    package var hasForm = true
    /// Whether it was offered for import.
    package var isOffered = false
    /// Whether the current scan found it. Its line in the index then stays.
    package var isMet = false
  }
  private var files: [Int: File] = [:]

  package init() {}

  /// Hashes a path. Two paths with one hash count as one file. With 200,000 files this happens on one of 10^9 sticks,
  /// and one file is then not read.
  private static func hash(_ text: String) -> Int {
    var hasher = Hasher()
    // Hash the bytes: file systems separate two spellings of one accent, which are equal as strings.
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }

  package subscript(relative: String) -> File? { files[Self.hash(relative)] }

  /// Adds a file of the index.
  package mutating func add(_ relative: String, size: Int64, modified: Int64, problem: String?, hasForm: Bool = true) {
    files[Self.hash(relative)] = File(
      size: size, modified: modified, problem: problem.map(Self.hash), hasForm: hasForm, isOffered: problem.map(ImportOffer.isOne) ?? false)
  }

  /// Records that the scan found a file, with its current data.
  package mutating func meet(_ relative: String, size: Int64, modified: Int64, problem: String?) {
    files[Self.hash(relative)] = File(size: size, modified: modified, problem: problem.map(Self.hash), isMet: true)
  }

  /// Records that the scan found a file unchanged.
  package mutating func meet(_ relative: String) { files[Self.hash(relative)]?.isMet = true }

  package func has(_ relative: String, problem: String) -> Bool { self[relative]?.problem == Self.hash(problem) }
  package func isMet(_ relative: String) -> Bool { self[relative]?.isMet ?? false }
  /// Returns whether a path is a track that the current scan found.
  package func isTrack(_ relative: String) -> Bool { self[relative].map { $0.isMet && $0.problem == nil } ?? false }
}
