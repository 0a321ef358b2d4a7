/// What is said of a file that can be played after an import.
enum ImportOffer {
  private static let remedy = "it must be imported before it can be played (gfctl import, or library.import = true)"
  private static let failed = "its import failed: "

  /// - Parameter kind: what the file is, where its name does not say it.
  static func reason(_ kind: String? = nil) -> String { (kind.map { "it is \($0), which is not played as it is: " } ?? "") + remedy }

  /// - Parameter why: no import came of it.
  static func failure(_ why: String) -> String { failed + why }

  /// Whether a reason offers the file for import, the first time or again.
  static func isOne(_ reason: String) -> Bool { reason.hasSuffix(remedy) || reason.hasPrefix(failed) }
}
