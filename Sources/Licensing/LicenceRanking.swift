import GestureFlowAPI

/// Selects the licence that counts, and describes all others. Pure.
package struct LicenceRanking: Sendable {
  /// A licence with its verdict.
  package struct Entry: Sendable, Equatable {
    /// Path of its file.
    package var path: String
    /// Label of the stick; nil for the box's own.
    package var stick: String?
    /// Content of the licence; nil if it cannot be read.
    package var licence: Licence?
    /// Why it does not count; nil if it does.
    package var refusal: LicenceRefusal?
  }

  /// The licence that counts; nil without one.
  package let best: Entry?
  /// All others, in the order in which they were found.
  package let others: [Entry]

  /// Ranks the licences.
  /// - Parameters:
  ///   - found: the licences, the box's own first.
  ///   - serial: serial of the box.
  ///   - now: seconds since 1970.
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
      // Of two equal licences the box's own counts, or the first.
      if let other = best.flatMap({ entries[$0].licence }), !licence.isPreferred(to: other) { continue }
      best = index
    }
    self.best = best.map { entries[$0] }
    others = entries.indices.filter { $0 != best }.map { entries[$0] }
  }

  /// A sentence with a key that separates it from earlier ones.
  package struct Notice: Sendable, Equatable {
    package var key: String
    package var text: String
  }

  /// Sentences for the owner. They say which of several licences counts, and why another does not.
  package var notices: [Notice] {
    var all: [Notice] = []
    if let best {
      all.append(
        Notice(
          key: "\(best.path) counts \(best.licence?.id ?? "")", text: "licence: \(best.shown) is in use\(best.licence.map(Self.term) ?? "")"
        ))
    }
    for entry in others {
      if let refusal = entry.refusal {
        all.append(Notice(key: "\(entry.path) \(refusal.lasting)", text: "licence: \(entry.shownPath) is not valid: \(refusal)"))
      } else if entry.licence != best?.licence {
        all.append(Notice(key: "\(entry.path) would count", text: "licence: \(entry.shown) is also valid, but another lasts longer"))
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
