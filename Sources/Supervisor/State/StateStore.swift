import Foundation
import GestureFlowAPI

/// Keeps the state on disk: versioned, checksummed, replaced atomically, with the copy before.
public struct StateStore: Sendable {
  /// Version of the files that are written.
  public static let version = StateFormat.version

  /// The folder of both files.
  public let folder: String
  private let calls: AtomicFile.Calls
  /// The state.
  public var path: String { folder + "/state.json" }
  /// The state before the last one.
  public var previous: String { folder + "/state.previous.json" }

  /// - Parameters:
  ///   - folder: must be there when state is saved.
  ///   - calls: the system calls; others in tests.
  public init(_ folder: String, calls: AtomicFile.Calls = .system) {
    self.folder = folder
    self.calls = calls
  }

  /// - Throws: `FileError`; what was on disk stays.
  public func save(_ state: SavedState) throws(FileError) {
    let data: Data
    do { data = try StateFormat.write(state) } catch { throw FileError(path: path, reason: "the state cannot be encoded (\(error))") }
    // A damaged file never takes the place of the good copy before it.
    try AtomicFile.write(data, to: path, keepPrevious: read(path).state == nil ? nil : previous, calls: calls)
  }

  /// Files of each kind that are kept aside.
  private static let mostAside = 5

  /// The place of a state that the box did not dare to read; later ones have a number.
  public var aside: String { folder + "/state.aside.json" }

  /// Puts state and copy aside unread, so that the next states do not replace them.
  /// - Throws: `FileError` when the folder cannot be written.
  public func setAside() throws(FileError) {
    // The newer one last: a power cut in between leaves it in its place.
    for (from, to) in [(previous, folder + "/state.previous.aside"), (path, folder + "/state.aside")] where access(from, F_OK) == 0 {
      // What an earlier row of starts put aside may be all that the owner has: the newest give way.
      let names: [String] = (1...Self.mostAside).map { $0 == 1 ? "\(to).json" : "\(to).\($0).json" }
      let free: String? = names.first { name in access(name, F_OK) != 0 }
      try AtomicFile.move(from, to: free ?? names[names.count - 1], calls: calls)
    }
  }

  /// What was saved last, and what to say about it: a damaged file is a notice, and the copy before or the defaults are used.
  public func load() -> (state: SavedState?, notice: String?) {
    let (now, problem) = read(path)
    if let now { return (now, nil) }
    let (before, _) = read(previous)
    if let before {
      // Nobody removes a state on purpose and leaves the copy: that it is gone is told, too.
      return (before, "\(problem ?? "the state \(path) is gone"); going on with the copy before")
    }
    return (nil, problem.map { "\($0); going on with the defaults" })
  }

  private func read(_ path: String) -> (state: SavedState?, problem: String?) {
    guard access(path, F_OK) == 0 else { return (nil, nil) }
    guard let data = FileManager.default.contents(atPath: path) else {
      return (nil, "the state \(path) cannot be read: check its access rights")
    }
    switch StateFormat.read(data) {
    case .success(let state): return (state, nil)
    case .failure(.damaged): return (nil, "the state \(path) is damaged")
    case .failure(.wrongChecksum): return (nil, "the state \(path) is damaged (its checksum is wrong)")
    case .failure(.version(let version)): return (nil, "the state \(path) is of version \(version), and this is \(Self.version)")
    }
  }
}
