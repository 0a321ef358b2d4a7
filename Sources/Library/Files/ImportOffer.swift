/// Messages about files that can be played after an import.
enum ImportOffer {
  private static let remedy = "it must be imported before it can be played: run gfctl import, or set library.import = true"
  private static let failed = "its import failed: "

  /// - Parameter kind: the kind of file. It is given if the name does not show it.
  static func reason(_ kind: String? = nil) -> String { (kind.map { "it is \($0), which cannot be played as it is: " } ?? "") + remedy }

  /// - Parameter why: why the import failed.
  static func failure(_ why: String) -> String { failed + why }

  /// Returns whether a reason offers an import, the first time or again.
  static func isOne(_ reason: String) -> Bool { reason.hasSuffix(remedy) || reason.hasPrefix(failed) }
}
