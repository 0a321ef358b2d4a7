import Foundation
import GestureFlowAPI
import Licences

/// Finds, installs and removes licences: the installed one, its previous copy, and those at the top of sticks.
///
/// It reads and writes files: for an ordinary thread.
package struct LicenceStore: Sendable {
  /// A file that was found, and what is in it.
  package struct Found: Sendable {
    /// Its path.
    package var path: String
    /// The stick's label; nil for the box's own.
    package var stick: String?
    /// What is in it, or why that is not a licence.
    package var content: Result<Licence, LicenceRefusal>
  }

  /// The name that is found on any stick, whatever else is there.
  package static let stickName = "gestureflow.licence"
  /// Names that are looked at on one stick, and licences that are read of it.
  package static let mostNames = 10_000
  package static let mostFiles = 16

  /// Where the box's own lie; nil keeps none.
  private let folder: String?
  private let keys: PublicKeys
  private let calls: AtomicFile.Calls

  /// - Parameters: folder of the box's state; the keys that licences are checked with; what writes.
  package init(stateFolder: String?, keys: PublicKeys, calls: AtomicFile.Calls = .system) {
    folder = stateFolder.map { $0 + "/licence" }
    self.keys = keys
    self.calls = calls
  }

  private func own(_ name: String) -> String? { folder.map { "\($0)/\(name)" } }
  /// The one that was installed last.
  package var path: String? { own("installed.licence") }
  /// The one before it.
  package var previous: String? { own("previous.licence") }

  /// The box's own, the newer one first.
  package func installed() -> [Found] {
    [path, previous].compactMap { $0 }.map { found($0) }.filter { found in
      if case .failure(.missing) = found.content { return false }
      return true
    }
  }

  /// Installs a licence; the present one becomes the previous copy. A power cut at any moment leaves the present one whole, with or without the new one.
  /// - Parameter counts: whether the present one counts. One that is damaged or does not count never takes the place of the copy before it.
  /// - Throws: `FileError`.
  package func install(_ file: LicenceFile, counts: (Licence) -> Bool = { _ in true }) throws(FileError) {
    guard let folder, let path, let previous else {
      throw FileError(path: "the licence", reason: "there is nowhere to keep it: the daemon runs without --state-dir")
    }
    try AtomicFile.makeFolder(folder)
    // The present one is safe under its other name before the new one takes its place: a cut in between would lose it.
    if let present = try? LicenceFile(path: path), let licence = try? present.licence(keys), counts(licence),
      licence != (try? file.licence(keys))
    {
      try AtomicFile.write(present.data, to: previous, calls: calls)
    }
    try AtomicFile.write(file.data, to: path, calls: calls)
  }

  /// Takes the box's own away. They stay under other names.
  /// - Returns: where the one that was installed last lies now; nil if there was none.
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

  /// Licences at the top of a stick, by their names: `*.licence`, and `*.license` as others spell it.
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
    // The usual name first, also in a folder that has more names than are looked at.
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

  /// The newest time that was kept, in seconds since 1970; 0 if none was. Of two files the later one counts: time does not run back.
  package func newestTime() -> Int64 {
    ["newest-time", "newest-time.previous"].compactMap { own($0) }.compactMap { path in
      (try? LicenceFile.bytes(of: path)).flatMap { LicenceDate(String(decoding: $0.prefix(20), as: UTF8.self))?.seconds }
    }.max() ?? 0
  }

  /// Keeps it. - Throws: `FileError`.
  package func keep(newest: Int64) throws(FileError) {
    guard let folder, let path = own("newest-time"), let date = LicenceDate(seconds: newest) else { return }
    try AtomicFile.makeFolder(folder)
    try AtomicFile.write(Data("\(date)\n".utf8), to: path, keepPrevious: path + ".previous", calls: calls)
  }
}
