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
    package var refusal: LicenceRefusal?
  }

  /// The one that counts; nil if none does.
  package let best: Entry?
  /// All others, in the order in which they were found.
  package let others: [Entry]

  /// - Parameters: the licences, the box's own first; the box's serial; seconds since 1970.
  package init(_ found: [LicenceStore.Found] = [], serial: String? = nil, now: Int64 = 0) {
    let entries = found.map { found in
      switch found.content {
      case .failure(let refusal): Entry(path: found.path, stick: found.stick, licence: nil, refusal: refusal)
      case .success(let licence):
        Entry(path: found.path, stick: found.stick, licence: licence, refusal: licence.refusal(serial: serial, now: now))
      }
    }
    var best: Int?
    for (index, entry) in entries.enumerated() where entry.refusal == nil {
      guard let licence = entry.licence else { continue }
      // The same licence twice: the box's own, or the first.
      if let other = best.flatMap({ entries[$0].licence }), !licence.isPreferred(to: other) { continue }
      best = index
    }
    self.best = best.map { entries[$0] }
    others = entries.indices.filter { $0 != best }.map { entries[$0] }
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
      if let refusal = entry.refusal {
        all.append(Notice(key: "\(entry.path) \(refusal.lasting)", text: "licence: \(entry.shownPath) does not count: \(refusal)"))
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
