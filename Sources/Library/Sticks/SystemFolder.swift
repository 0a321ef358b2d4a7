/// Folders that operating systems reserve for themselves. Their files are removed, cached or recovered ones, not the
/// owner's music.
enum SystemFolder {
  /// In lower case. FAT ignores case, and tools write the names in either.
  private static let names: Set<String> = [
    // Windows.
    "system volume information", "$recycle.bin", "$recycle", "$winreagent", "msdownld.tmp",
    // Linux (fsck) and Android.
    "lost+found", "lost.dir",
    // Archives made on a Mac.
    "__macosx",
    // Network storage of Synology and QNAP.
    "@eadir", "#recycle", "@recycle", "@recently-snapshot", "@tmp",
  ]

  /// Names reserved in the root only. Elsewhere an album may have them.
  private static let rootNames: Set<String> = ["recycler", "recycled", "network trash folder", "temporary items"]

  /// - Parameters:
  ///   - name: the folder's name without its path.
  ///   - isInRoot: whether it lies in the stick's root.
  static func isOne(_ name: String, isInRoot: Bool) -> Bool {
    if name.hasPrefix(".") { return true }
    let plain = name.lowercased()
    if names.contains(plain) || isInRoot && rootNames.contains(plain) { return true }
    // Files recovered by chkdsk on Windows: FOUND.000 to FOUND.999.
    let rest = plain.dropFirst(6)
    return plain.hasPrefix("found.") && rest.utf8.count == 3 && rest.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
