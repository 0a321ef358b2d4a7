import Foundation
import GestureFlowAPI

/// A folder on the walk that has cue sheets, until all that is in it was met.
package struct SheetFolder: Sendable {
  /// Path from the stick's root; empty for the root itself.
  package let folder: String
  /// All names in it.
  package let names: [String]
  /// Lines of its sound files for the index. They wait for the sheets, or a file would play as a whole first and then as its tracks.
  package var held: [IndexedTrack] = []

  static func isSheet(_ name: String) -> Bool {
    FileKind(name: name) == .playlist && (name as NSString).pathExtension.lowercased() == "cue"
  }

  /// The file of the folder whose name differs in the spelling of its letters alone, if there is one such file.
  func alike(_ path: String) -> String? {
    guard path.folderOfPath == folder else { return nil }
    let prefix = folder.isEmpty ? "" : folder + "/"
    let found = names.lazy.map { prefix + $0 }.filter { $0.lowercased() == path.lowercased() }
    let same = found.filter { $0 == path }
    return same.first ?? (found.prefix(2).count == 1 ? found.first : nil)
  }
}

/// How a walk holds back files of which a cue sheet may make tracks.
extension ScanPass {
  mutating func enterSheets(_ folder: String, _ names: [String]) {
    if names.contains(where: SheetFolder.isSheet) { sheetFolders.append(SheetFolder(folder: folder, names: names)) }
  }

  /// A folder was left, or all of them at the end of the walk (nil): the one whose sheets are read now. Its lines are for the next batch.
  package mutating func leaveSheets(_ folder: String?) -> SheetFolder? {
    guard let last = sheetFolders.last, folder.map({ $0 == last.folder }) ?? true else { return nil }
    sheetFolders.removeLast()
    batch += last.held
    return last
  }

  /// The tracks of a file come to be known; those that are as they were are met.
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

  /// A sheet cannot be read now: what was known of the parts stays.
  package mutating func keep(parts: [String]) { for part in parts { known.meet(part) } }
}
