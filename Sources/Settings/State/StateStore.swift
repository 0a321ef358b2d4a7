import Foundation
import GestureFlowAPI

/// Keeps the state on disk with its previous copy. Files have a version and a checksum, and are replaced atomically.
///
/// A state of another version is kept beside the new one. So a box that returns to the system before, after an update
/// that wrote a newer version, finds its last state.
public struct StateStore: Sendable {
  /// Version of the written files.
  public static let version = StateFormat.version

  /// Folder of both files.
  public let folder: String
  private let calls: AtomicFile.Calls
  /// Path of the state.
  public var path: String { folder + "/state.json" }
  /// Path of the state before the last one.
  public var previous: String { folder + "/state.previous.json" }

  /// Path of the last state of another version.
  package func kept(_ version: Int) -> String { folder + "/state.v\(version).json" }

  /// Makes the store.
  /// - Parameters:
  ///   - folder: must exist when state is saved.
  ///   - calls: the system calls; replaced in tests.
  public init(_ folder: String, calls: AtomicFile.Calls = .system) {
    self.folder = folder
    self.calls = calls
  }

  /// Writes the state.
  /// - Throws: `FileError`; the files on disk stay as they were.
  public func save(_ state: SavedState) throws(FileError) {
    let data: Data
    do { data = try StateFormat.write(state) } catch { throw FileError(path: path, reason: "the state cannot be encoded (\(error))") }
    // A damaged file never replaces the good copy before it.
    let old = read(path)
    let other = old.version.flatMap { $0 == Self.version ? nil : kept($0) }
    try AtomicFile.write(data, to: path, keepPrevious: other ?? (old.state == nil ? nil : previous), calls: calls)
    // `write` does not sync the copy's name, and nothing writes this copy again.
    if other != nil { try AtomicFile.syncFolder(of: path, calls: calls) }
  }

  /// Number of files of each kind kept aside.
  private static let mostAside = 5

  /// Path of a state moved aside; later ones have a number.
  public var aside: String { folder + "/state.aside.json" }

  /// Moves state and copy aside unread. New states then do not replace them.
  /// - Throws: `FileError` when the folder cannot be written.
  public func setAside() throws(FileError) {
    // The newer one last: a power cut in between leaves it in its place.
    for (from, to) in [(previous, folder + "/state.previous.aside"), (path, folder + "/state.aside")] where access(from, F_OK) == 0 {
      // Keep the oldest ones, and overwrite the newest: an earlier row of starts may have moved the owner's only
      // state aside.
      let names: [String] = (1...Self.mostAside).map { $0 == 1 ? "\(to).json" : "\(to).\($0).json" }
      let free: String? = names.first { name in access(name, F_OK) != 0 }
      try AtomicFile.move(from, to: free ?? names[names.count - 1], calls: calls)
    }
  }

  /// Returns the last saved state, and a notice for the owner. A damaged file gives a notice, and the previous copy
  /// or the defaults apply.
  public func load() -> (state: SavedState?, notice: String?) {
    let (now, version, problem) = read(path)
    if let now { return (now, nil) }
    if let version, version > Self.version, let own = read(kept(Self.version)).state {
      return (own, "\(problem ?? "the state is of a newer program"); using the last state of this version")
    }
    if let before = read(previous).state {
      // A missing state beside its copy is not a deliberate removal, so report it too.
      return (before, "\(problem ?? "the state \(path) is gone"); using the previous copy")
    }
    return (nil, problem.map { "\($0); using the defaults" })
  }

  /// - Returns: the state, the version of a file that is not damaged, and the problem.
  private func read(_ path: String) -> (state: SavedState?, version: Int?, problem: String?) {
    guard access(path, F_OK) == 0 else { return (nil, nil, nil) }
    guard let data = FileManager.default.contents(atPath: path) else {
      return (nil, nil, "the state \(path) cannot be read: check its access rights")
    }
    switch StateFormat.read(data) {
    case .state(let state, let version): return (state, version, nil)
    case .damaged: return (nil, nil, "the state \(path) is damaged")
    case .wrongChecksum: return (nil, nil, "the state \(path) is damaged (its checksum is wrong)")
    case .version(let version):
      return (nil, version, "the state \(path) has version \(version), and this program reads \(Self.version)")
    }
  }
}
