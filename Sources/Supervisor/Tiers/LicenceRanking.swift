import GestureFlowAPI
import Licences

/// Which of the licences that are there counts, and what is to be said of each. Pure.
package struct LicenceRanking: Sendable {
  /// One of them with its verdict.
  package struct Entry: Sendable, Equatable {
    /// Its file.
    package var path: String
    /// The stick's label; nil for the box's own.
    package var stick: String?
    /// What it says; nil if it cannot be read.
    package var licence: Licence?
    /// Why it does not count; nil if it does.
    package var trouble: String?
    /// The kind of that, which stays the same from day to day.
    package var kind = ""
  }

  /// The one that counts; nil if none does.
  package let best: Entry?
  /// All others, in the order in which they were found.
  package let others: [Entry]

  /// - Parameters: the licences, the box's own first; what is known of the box and of the time.
  package init(_ found: [LicenceShelf.Found], _ box: LicenceJudge.Circumstances) {
    let entries = found.map { found in
      switch found.content {
      case .failure(let fault): Entry(path: found.path, stick: found.stick, licence: nil, trouble: "\(fault)")
      case .success(let signed):
        Self.entry(found, signed, LicenceJudge.problem(of: signed, box))
      }
    }
    var best: Int?
    for (index, entry) in entries.enumerated() where entry.trouble == nil {
      guard let licence = entry.licence else { continue }
      // The same licence twice: the box's own, or the first.
      if let other = best.flatMap({ entries[$0].licence }), !LicenceJudge.prefers(licence, to: other) { continue }
      best = index
    }
    self.best = best.map { entries[$0] }
    others = entries.indices.filter { $0 != best }.map { entries[$0] }
  }

  private static func entry(_ found: LicenceShelf.Found, _ signed: SignedLicence, _ problem: LicenceProblem?) -> Entry {
    Entry(path: found.path, stick: found.stick, licence: signed.licence, trouble: problem.map { "\($0)" }, kind: problem?.word ?? "")
  }

  /// A sentence, and what tells it from others that were told before.
  package struct Notice: Sendable, Equatable {
    package var key: String
    package var text: String
  }

  /// Sentences for whoever looks after the box: which counts where there are several, and why another does not.
  package var notices: [Notice] {
    var all: [Notice] = []
    if let best {
      all.append(
        Notice(
          key: "\(best.path) counts \(best.licence?.id ?? "")", text: "licence: \(best.shown) counts\(best.licence.map(Self.term) ?? "")"))
    }
    for entry in others {
      if let trouble = entry.trouble {
        all.append(Notice(key: "\(entry.path) \(entry.kind)", text: "licence: \(entry.shownPath) does not count: \(trouble)"))
      } else if entry.licence != best?.licence {
        all.append(Notice(key: "\(entry.path) would count", text: "licence: \(entry.shown) would count, too, but not for longer"))
      }
    }
    return all
  }

  private static func term(_ licence: Licence) -> String { licence.expires.map { " until \($0.day)" } ?? "" }
}

extension LicenceRanking.Entry {
  var shownPath: String { cleaned(path, limit: FileError.longestPath) }
  var shown: String { licence.map { "'\(cleaned($0.id, limit: 64))' for \(cleaned($0.holder, limit: 200)) (\(shownPath))" } ?? shownPath }
}
