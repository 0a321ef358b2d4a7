import Foundation
import GestureFlowAPI

/// Finds, installs and removes licences. They are the installed one, its previous copy, and those at the top of
/// sticks.
///
/// It reads and writes files: for an ordinary thread.
package struct LicenceStore: Sendable {
  /// A licence file with its content.
  package struct Found: Sendable {
    /// Path of the file.
    package var path: String
    /// Label of the stick; nil for the box's own.
    package var stick: String?
    /// The licence, or the reason why the file is not one.
    package var content: Result<Licence, LicenceRefusal>
  }

  /// File name that is always found on a stick.
  package static let stickName = "gestureflow.licence"
  /// Limits for one stick: names to check, and licences to read.
  package static let mostNames = 10_000
  package static let mostFiles = 16

  /// Folder of the box's own licences; nil keeps none.
  private let folder: String?
  private let keys: PublicKeys
  private let calls: AtomicFile.Calls

  /// Makes the store.
  /// - Parameters:
  ///   - stateFolder: folder of the box's state.
  ///   - keys: keys that check licences.
  ///   - calls: system calls for writing.
  package init(stateFolder: String?, keys: PublicKeys, calls: AtomicFile.Calls = .system) {
    folder = stateFolder.map { $0 + "/licence" }
    self.keys = keys
    self.calls = calls
  }

  private func own(_ name: String) -> String? { folder.map { "\($0)/\(name)" } }
  /// Path of the last installed licence.
  package var path: String? { own("installed.licence") }
  /// Path of the licence before it.
  package var previous: String? { own("previous.licence") }

  /// Returns the box's own licences, the newer one first.
  package func installed() -> [Found] {
    [path, previous].compactMap { $0 }.map { found($0) }.filter { found in
      if case .failure(.missing) = found.content { return false }
      return true
    }
  }

  /// Installs a licence; the present one becomes the previous copy. A power cut at any moment leaves the present one
  /// whole, with or without the new one.
  /// - Parameter counts: returns whether the present one counts. A licence that is damaged or does not count never
  ///   replaces the copy before it.
  /// - Throws: `FileError`.
  package func install(_ file: LicenceFile, counts: (Licence) -> Bool = { _ in true }) throws(FileError) {
    guard let folder, let path, let previous else {
      throw FileError(path: "the licence", reason: "a licence has no folder: start the daemon with --state-dir")
    }
    try AtomicFile.makeFolder(folder)
    // First copy the present one: a power cut between the two writes would otherwise lose it.
    if let present = try? LicenceFile(path: path), let licence = try? present.licence(keys), counts(licence),
      licence != (try? file.licence(keys))
    {
      try AtomicFile.write(present.data, to: previous, calls: calls)
    }
    try AtomicFile.write(file.data, to: path, calls: calls)
  }

  /// Removes the box's own licences, by giving them other names.
  /// - Returns: the new path of the last installed one; nil without one.
  /// - Throws: `FileError`.
  package func remove() throws(FileError) -> String? {
    guard let path, let previous, let removed = own("removed.licence") else { return nil }
    var kept: String?
    // The older one first: a power cut between the two leaves the newer one installed.
    for (from, to) in [(previous, removed + ".previous"), (path, removed)] where access(from, F_OK) == 0 {
      try AtomicFile.move(from, to: to, calls: calls)
      kept = to
    }
    return kept
  }

  /// Returns the licences at the top of a stick. Their names are `*.licence`, or `*.license` in the other spelling.
  package func onStick(_ root: String, label: String) -> [Found] {
    guard let folder = opendir(root) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    var count = 0
    while count < Self.mostNames, let entry = readdir(folder) {
      count += 1
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let small = name.lowercased()
      if !name.hasPrefix("."), small.hasSuffix(".licence") || small.hasSuffix(".license") { names.append(name) }
    }
    // The usual name comes first, even among too many names.
    var usual = names.filter { $0.lowercased() == Self.stickName }
    if usual.isEmpty, access("\(root)/\(Self.stickName)", F_OK) == 0 { usual = [Self.stickName] }
    names = usual.sorted() + names.filter { $0.lowercased() != Self.stickName }.sorted()
    return names.prefix(Self.mostFiles).map { found("\(root)/\($0)", stick: label) }
  }

  /// Reads a file. A link on a stick may lead anywhere, and is not followed.
  private func found(_ path: String, stick: String? = nil) -> Found {
    let content: Result<Licence, LicenceRefusal>
    do throws(LicenceRefusal) {
      content = .success(try LicenceFile(path: path, followsLinks: stick == nil).licence(keys))
    } catch { content = .failure(error) }
    return Found(path: path, stick: stick, content: content)
  }

  // MARK: - The newest time

  /// Returns the newest stored time in seconds since 1970; 0 without one. The later of two files counts, because time
  /// does not run back.
  package func newestTime() -> Int64 {
    ["newest-time", "newest-time.previous"].compactMap { own($0) }.compactMap { path in
      (try? LicenceFile.bytes(of: path)).flatMap { LicenceDate(String(decoding: $0.prefix(20), as: UTF8.self))?.seconds }
    }.max() ?? 0
  }

  /// Stores the newest time.
  /// - Throws: `FileError`.
  package func keep(newest: Int64) throws(FileError) {
    guard let folder, let path = own("newest-time"), let date = LicenceDate(seconds: newest) else { return }
    try AtomicFile.makeFolder(folder)
    try AtomicFile.write(Data("\(date)\n".utf8), to: path, keepPrevious: path + ".previous", calls: calls)
  }
}
