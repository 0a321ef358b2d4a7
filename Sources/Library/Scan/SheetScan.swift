import Foundation
import GestureFlowAPI

/// A folder with cue sheets, while the walk is in it.
package struct SheetFolder: Sendable {
  /// Path from the stick's root; empty for the root itself.
  package let folder: String
  /// All names in it, grouped by their spelling in lower case.
  private let spellings: [String: [String]]
  /// Lines of its sound files for the index.
  ///
  /// They wait for the sheets. Otherwise a file would play first as a whole and then as its tracks.
  package var held: [IndexedTrack] = []
  /// Its cue sheets.
  package fileprivate(set) var sheets: [FoundFile] = []

  init(folder: String, names: [String]) {
    self.folder = folder
    spellings = Dictionary(grouping: names) { $0.lowercased() }
  }

  static func isSheet(_ name: String) -> Bool {
    // Called for each name on a stick, so it compares bytes. Bit 5 of a byte separates lower from upper case.
    let name = name.utf8
    return name.first != UInt8(ascii: ".") && name.suffix(4).lazy.map { $0 | 0x20 }.elementsEqual(".cue".utf8)
  }

  /// Returns the folder's only file with the same spelling except case.
  func alike(_ path: String) -> String? {
    guard path.folderOfPath == folder else { return nil }
    let prefix = folder.isEmpty ? "" : folder + "/"
    let own = String(path.dropFirst(prefix.count))
    let found = spellings[own.lowercased()] ?? []
    return (found.first { $0 == own } ?? (found.count == 1 ? found[0] : nil)).map { prefix + $0 }
  }
}

/// Holds back files that cue sheets may split.
extension ScanPass {
  mutating func enterSheets(_ folder: String, _ names: [String]) {
    if names.contains(where: SheetFolder.isSheet) { sheetFolders.append(SheetFolder(folder: folder, names: names)) }
  }

  /// Stores a playlist or cue sheet. If the limit is reached, it reports that.
  mutating func take(list file: FoundFile) {
    let isSheet = SheetFolder.isSheet(file.name)
    guard isSheet ? sheetCount < StickScanner.maxSheets : playlists.count - sheetCount < StickScanner.maxPlaylists else {
      let reason =
        isSheet
        ? "there are more than \(StickScanner.maxSheets) cue sheets on the stick: the file that it cuts plays as a whole"
        : "there are more than \(StickScanner.maxPlaylists) playlists on the stick"
      return keep(LibraryIssue(relative: file.relative, reason: reason))
    }
    playlists.append(file)
    guard isSheet else { return }
    sheetCount += 1
    if let at = sheetFolders.indices.last, sheetFolders[at].folder == file.relative.folderOfPath { sheetFolders[at].sheets.append(file) }
  }

  /// Returns the folder that the walk has left, if it has sheets. Its lines are added to the next batch.
  /// - Parameter folder: nil for the innermost open folder at the end of the walk.
  package mutating func leaveSheets(_ folder: String?) -> SheetFolder? {
    guard let last = sheetFolders.last, folder.map({ $0 == last.folder }) ?? true else { return nil }
    sheetFolders.removeLast()
    batch += last.held
    return last
  }

  /// Adds the tracks of a file. Unchanged ones are not written.
  package mutating func take(parts: [IndexedTrack], of file: String, by sheet: String) {
    cutFiles[file] = sheet
    guard !parts.allSatisfy({ known.isMet($0.relative) }) else { return }
    outcome.tracks += parts.count - 1
    for part in parts {
      if let old = known[part.relative], old.problem == nil, old.size == part.size, old.modified == part.modified {
        known.meet(part.relative)
      } else {
        write(part)
      }
    }
  }

  /// Keeps the known parts of a sheet that cannot be read now.
  package mutating func keep(parts: [String]) { for part in parts { known.meet(part) } }
}
