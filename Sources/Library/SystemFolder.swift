/// Folders that other systems keep for themselves. Their files are removed, cached or recovered ones, not the owner's
/// music.
enum SystemFolder {
  /// In small letters: FAT tells no capitals apart, and tools write them as they like.
  private static let names: Set<String> = [
    // Windows.
    "system volume information", "$recycle.bin", "$recycle", "$winreagent", "msdownld.tmp",
    // fsck of Linux, and Android's.
    "lost+found", "lost.dir",
    // Archives made on a Mac.
    "__macosx",
    // Network stores of Synology and QNAP.
    "@eadir", "#recycle", "@recycle", "@recently-snapshot", "@tmp",
  ]

  /// Names that an album may have, too: a system keeps these in the root alone.
  private static let rootNames: Set<String> = ["recycler", "recycled", "network trash folder", "temporary items"]

  /// - Parameters:
  ///   - name: the folder's, without what lies above it. - isInRoot: whether it lies in the stick's root.
  static func isOne(_ name: String, isInRoot: Bool) -> Bool {
    if name.hasPrefix(".") { return true }
    let plain = name.lowercased()
    if names.contains(plain) || isInRoot && rootNames.contains(plain) { return true }
    // What Windows' chkdsk has recovered: FOUND.000 to FOUND.999.
    let rest = plain.dropFirst(6)
    return plain.hasPrefix("found.") && rest.utf8.count == 3 && rest.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
