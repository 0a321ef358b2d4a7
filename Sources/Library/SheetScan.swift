import Foundation
import GestureFlowAPI

/// A folder with cue sheets, until all in it was met.
package struct SheetFolder: Sendable {
  /// Path from the stick's root; empty for the root itself.
  package let folder: String
  /// All names in it, by their spelling in small letters.
  private let spellings: [String: [String]]
  /// Lines of its sound files for the index.
  ///
  /// They wait for the sheets, or a file would play as a whole first and then as its tracks.
  package var held: [IndexedTrack] = []
  /// Its cue sheets.
  package fileprivate(set) var sheets: [FoundFile] = []

  init(folder: String, names: [String]) {
    self.folder = folder
    spellings = Dictionary(grouping: names) { $0.lowercased() }
  }

  static func isSheet(_ name: String) -> Bool {
    // Asked for each name on a stick: by its bytes, whose bit 5 tells small letters from capitals.
    let name = name.utf8
    return name.first != UInt8(ascii: ".") && name.suffix(4).lazy.map { $0 | 0x20 }.elementsEqual(".cue".utf8)
  }

  /// The folder's only file whose name is spelled alike.
  func alike(_ path: String) -> String? {
    guard path.folderOfPath == folder else { return nil }
    let prefix = folder.isEmpty ? "" : folder + "/"
    let own = String(path.dropFirst(prefix.count))
    let found = spellings[own.lowercased()] ?? []
    return (found.first { $0 == own } ?? (found.count == 1 ? found[0] : nil)).map { prefix + $0 }
  }
}

/// How a walk holds back files that cue sheets may cut.
extension ScanPass {
  mutating func enterSheets(_ folder: String, _ names: [String]) {
    if names.contains(where: SheetFolder.isSheet) { sheetFolders.append(SheetFolder(folder: folder, names: names)) }
  }

  /// Remembers a playlist or a cue sheet, or says that it is one too many.
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

  /// The folder that was left, if it has sheets. Its lines are for the next batch.
  /// - Parameter folder: nil for the innermost of those that are left at the end of the walk.
  package mutating func leaveSheets(_ folder: String?) -> SheetFolder? {
    guard let last = sheetFolders.last, folder.map({ $0 == last.folder }) ?? true else { return nil }
    sheetFolders.removeLast()
    batch += last.held
    return last
  }

  /// Takes in the tracks of a file. Those that are as they were cost no write.
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

  /// Keeps what was known of parts whose sheet cannot be read now.
  package mutating func keep(parts: [String]) { for part in parts { known.meet(part) } }
}
