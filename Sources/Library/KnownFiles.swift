/// What the index knows of one stick's files, and which of them a scan has met. Small enough for 200,000 of them: a path is kept as its hash alone.
package struct KnownFiles: Sendable {
  /// What is known of one file.
  package struct File: Sendable {
    /// Bytes.
    package var size: Int64
    /// Seconds since 1970.
    package var modified: Int64
    /// Hash of the reason why it cannot be played; nil for a track.
    package var problem: Int?
    /// Its rate and its channels are known.
    package var hasForm = true
    /// It was offered for import.
    package var isOffered = false
    /// The scan of now has met it, and its line in the index stays.
    package var isMet = false
  }
  private var files: [Int: File] = [:]

  package init() {}

  /// Two paths with one hash would be one file here. In 200,000 that happens once in a thousand million sticks, and costs a look too few.
  private static func hash(_ text: String) -> Int {
    var hasher = Hasher()
    // Its bytes, as the file system tells names apart: two spellings of one accent are one String.
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }

  package subscript(relative: String) -> File? { files[Self.hash(relative)] }

  /// Adds what the index knows.
  package mutating func add(_ relative: String, size: Int64, modified: Int64, problem: String?, hasForm: Bool = true) {
    files[Self.hash(relative)] = File(
      size: size, modified: modified, problem: problem.map(Self.hash), hasForm: hasForm, isOffered: problem.map(ImportOffer.isOne) ?? false)
  }

  /// The scan met it, and this is how it is now.
  package mutating func meet(_ relative: String, size: Int64, modified: Int64, problem: String?) {
    files[Self.hash(relative)] = File(size: size, modified: modified, problem: problem.map(Self.hash), isMet: true)
  }

  /// The scan met it, and it is as it was.
  package mutating func meet(_ relative: String) { files[Self.hash(relative)]?.isMet = true }

  package func has(_ relative: String, problem: String) -> Bool { self[relative]?.problem == Self.hash(problem) }
  package func isMet(_ relative: String) -> Bool { self[relative]?.isMet ?? false }
  /// A track that the scan of now has met.
  package func isTrack(_ relative: String) -> Bool { self[relative].map { $0.isMet && $0.problem == nil } ?? false }
}
