import Library

extension FoundStemSet {
  /// Returns a set of one channel in a folder with its name.
  /// - Parameters:
  ///   - root: mount point of the stick.
  ///   - modified: time at which its file was changed.
  package static func test(_ name: String, stick: String = "S", folder: String? = nil, root: String = "/m/sda1", modified: Int64 = 1)
    -> FoundStemSet
  {
    let folder = folder ?? name
    return FoundStemSet(
      stick: stick, folder: folder, path: "\(root)/\(folder)", name: name, milliBPM: 120_000, key: nil,
      channels: [
        Channel(
          path: "\(root)/\(folder)/1.wav", relative: "\(folder)/1.wav", name: "one", bars: 1, gain: 1, seconds: nil, size: 1,
          modified: modified)
      ])
  }
}
