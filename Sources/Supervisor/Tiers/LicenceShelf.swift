import Foundation
import GestureFlowAPI
import Licences

/// The licences that are there: the one that was installed, the one before it, and those at the top of sticks. Reads and writes files: for an ordinary thread.
package struct LicenceShelf: Sendable {
  /// A file that was found, and what is in it.
  package struct Found: Sendable {
    /// Its path.
    package var path: String
    /// The stick's label; nil for the box's own.
    package var stick: String?
    /// What is in it, or why that is no licence.
    package var content: Result<SignedLicence, LicenceFault>
  }

  /// The name that is found on any stick, whatever else is there.
  package static let stickName = "gestureflow.licence"
  /// Names that are looked at on one stick, and licences that are read of it.
  package static let mostNames = 10_000
  package static let mostFiles = 16

  /// Where the box's own lie; nil keeps none.
  package let folder: String?
  private let calls: AtomicFile.Calls

  /// - Parameters: folder of the box's state; what writes.
  package init(stateFolder: String?, calls: AtomicFile.Calls = .system) {
    folder = stateFolder.map { $0 + "/licence" }
    self.calls = calls
  }

  private func own(_ name: String) -> String? { folder.map { "\($0)/\(name)" } }
  /// The one that was installed last.
  package var path: String? { own("installed.licence") }
  /// The one before it.
  package var previous: String? { own("previous.licence") }
  /// Where one is put that was removed.
  package var removed: String? { own("removed.licence") }

  /// The box's own, the newer one first.
  package func installed() -> [Found] {
    [path, previous].compactMap { $0 }.compactMap { path in
      let content = Self.content(path, followsLinks: true)
      if case .failure(.missing) = content { return nil }
      return Found(path: path, stick: nil, content: content)
    }
  }

  /// Puts a licence beside the one before it. A power cut at any moment leaves the old one whole, with or without the new one.
  /// - Parameter keepsPrevious: the one before the present one is worth more, and stays in place of the present one.
  /// - Throws: `FileError`; the one that was to stay beside the new one is there then.
  package func install(_ licence: SignedLicence, keepsPrevious: Bool = false) throws(FileError) {
    guard let folder, let path, let previous else {
      throw FileError(path: "the licence", reason: "there is nowhere to keep it: the daemon runs without --state-dir")
    }
    try AtomicFile.makeFolder(folder)
    // The present one is safe under its other name before the new one takes its place, and not after that: a cut in between would lose it.
    // A damaged file never takes the place of the good one before it.
    if !keepsPrevious, case .success(let present) = Self.content(path, followsLinks: true) {
      try AtomicFile.write(present.file, to: previous, calls: calls)
    }
    try AtomicFile.write(licence.file, to: path, calls: calls)
  }

  /// Takes the box's own away. They stay under other names. - Returns: that of the one that was installed last; nil if there was none. - Throws: `FileError`.
  package func remove() throws(FileError) -> String? {
    guard let path, let previous, let removed else { return nil }
    var kept: String?
    // The older one first: a power cut between the two leaves the newer one installed.
    for (from, to) in [(previous, removed + ".previous"), (path, removed)] where access(from, F_OK) == 0 {
      try AtomicFile.move(from, to: to, calls: calls)
      kept = to
    }
    return kept
  }

  /// Licences at the top of a stick, by their names: `*.licence`, and `*.license` as others spell it.
  package static func onStick(_ root: String, label: String) -> [Found] {
    guard let folder = opendir(root) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    var count = 0
    while count < mostNames, let entry = readdir(folder) {
      count += 1
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let small = name.lowercased()
      if !name.hasPrefix("."), small.hasSuffix(".licence") || small.hasSuffix(".license") { names.append(name) }
    }
    // The usual name first, also in a folder that has more names than are looked at.
    var usual = names.filter { $0.lowercased() == stickName }
    if usual.isEmpty, access("\(root)/\(stickName)", F_OK) == 0 { usual = [stickName] }
    names = usual.sorted() + names.filter { $0.lowercased() != stickName }.sorted()
    return names.prefix(mostFiles).map { name in
      Found(path: "\(root)/\(name)", stick: label, content: content("\(root)/\(name)", followsLinks: false))
    }
  }

  private static func content(_ path: String, followsLinks: Bool) -> Result<SignedLicence, LicenceFault> {
    do throws(LicenceFault) { return .success(try LicenceFile.read(path, followsLinks: followsLinks)) } catch { return .failure(error) }
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
