import Foundation
import GestureFlowAPI

/// Finds stem sets during a walk, by the names in each folder.
extension ScanPass {
  private static let tooManySets = "there are more than \(StickScanner.maxStemSets) stem sets on the stick"

  /// Checks whether a folder that begins is a stem set.
  /// - Returns: false if the walk must end, because the stick is gone.
  mutating func enter(_ folder: String, _ names: [String]) -> Bool {
    if let name = names.filter(StemSetFile.isName).min() {
      guard candidateCount < StickScanner.maxStemSets else { return true }
      let relative = folder.isEmpty ? name : folder + "/" + name
      let contents = StemSetFile.read(file: root + "/" + relative, access)
      if let trouble = contents.trouble {
        if isEnd(trouble) { return false }
      } else {
        hasAnswered()
      }
      if let sentence = contents.reasons.sentence { keep(LibraryIssue(relative: relative, reason: sentence)) }
      let plan = contents.plan.map(StemCandidate.Plan.known) ?? (contents.trouble == nil ? .wrong : .unknown)
      open(StemCandidate(folder: folder, source: .file(name), plan: plan, remark: contents.remark))
      return true
    }
    switch StemFolderName.judge(names) {
    case .other: break
    case .nearly(let reason): keep(LibraryIssue(relative: folder, reason: reason))
    case .set(let plan, let isMeant):
      guard candidateCount < StickScanner.maxStemSets else {
        if isMeant { keep(LibraryIssue(relative: folder, reason: Self.tooManySets)) }
        break
      }
      open(StemCandidate(folder: folder, source: .names(isMeant: isMeant), plan: .known(plan)))
    }
    return true
  }

  private mutating func open(_ candidate: StemCandidate) {
    candidateCount += 1
    candidates.append(candidate)
  }

  /// Returns the candidate that is decided now. The walk has left its folder, or all folders (nil) at the end. The
  /// candidate's lines are added to the next batch.
  package mutating func leave(_ folder: String?) -> StemCandidate? {
    guard let last = candidates.last, folder.map({ $0 == last.folder }) ?? true else { return nil }
    candidates.removeLast()
    batch += last.held
    return last
  }

  mutating func take(setFile file: FoundFile) {
    let folder = file.relative.folderOfPath
    let reader = candidates.last { $0.folder == folder && $0.relative != $0.folder }
    if reader?.relative == file.relative { return }
    let reason =
      reader.map { "the folder has another one, \(($0.relative as NSString).lastPathComponent), which is used" }
      ?? (candidateCount < StickScanner.maxStemSets
        ? "its folder has more than \(FolderWalk.runLength) files: give the stem set a folder of its own" : Self.tooManySets)
    keep(LibraryIssue(relative: file.relative, reason: reason))
  }
}
