/// Names of updates on sticks: `gestureflow-VERSION-ARCH.raucb` and `update-VERSION-ARCH.raucb`.
package enum UpdateName {
  private static let beginnings = ["gestureflow-", "update-"]
  private static let ending = ".raucb"

  /// Returns version and architecture in a name. Nil for a file that is not an update.
  /// - Parameter name: name of a file, without its folder.
  package static func version(in name: String) -> Substring? {
    guard name.hasSuffix(ending), let beginning = beginnings.first(where: { name.hasPrefix($0) }) else { return nil }
    return name.dropFirst(beginning.count).dropLast(ending.count)
  }
}
