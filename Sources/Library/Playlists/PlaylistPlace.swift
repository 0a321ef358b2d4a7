/// The place of a playlist's entry on the stick.
enum PlaylistPlace: Equatable {
  /// Paths from the stick's root, the most probable first, and tails.
  ///
  /// A tail is a path of which only the end may match. The list was then written while the stick had another name, or
  /// the music another place: see `TrackTails`.
  case paths([String], tails: [String])
  /// The entry lies on the network.
  case network
  /// The entry leads out of the stick.
  case outside

  /// - Parameters:
  ///   - entry: path or URI, as in the list.
  ///   - folder: the playlist's own folder, from the stick's root.
  init(_ entry: String, in folder: String) {
    var spellings = [entry]
    var isAbsolute = false
    if entry.prefix(5).lowercased() == "file:" {
      var rest = String(entry.dropFirst(5))
      if rest.hasPrefix("//") {
        rest.removeFirst(2)
        // A host's name, empty for this one. Some programs write a drive here.
        let host = rest.prefix { $0 != "/" }
        if !host.contains(":") { rest.removeFirst(host.count) }
      }
      spellings = [rest]
      isAbsolute = rest.hasPrefix("/") || Self.hasDrive(rest)
    } else if entry.contains("://") {
      self = .network
      return
    }
    if let plain = PlaylistText.withoutPercent(spellings[0]) { spellings.append(plain) }
    var (paths, tails): ([String], [String]) = ([], [])
    for spelling in spellings {
      let (exact, whole) = Self.paths(spelling.replacing("\\", with: "/"), isAbsolute: isAbsolute, in: folder)
      paths += [exact, whole].compactMap { $0 }
      if let whole { tails.append(whole) }
    }
    self = paths.isEmpty ? .outside : .paths(paths, tails: tails)
  }

  private static func hasDrive(_ path: String) -> Bool {
    let begin = path.utf8.prefix(2)
    return begin.count == 2 && begin.last == UInt8(ascii: ":") && (0x61...0x7A).contains((begin.first ?? 0) | 0x20)
  }

  /// - Returns: the path beside the list. For an absolute path it is also the path from the stick's root.
  private static func paths(_ spelling: String, isAbsolute: Bool, in folder: String) -> (exact: String?, whole: String?) {
    let bare = spelling.drop { $0 == "/" }
    let hasDrive = hasDrive(String(bare))
    let isAbsolute = isAbsolute || spelling.hasPrefix("/")
    // A colon may also be part of a name.
    let exact = isAbsolute ? nil : PlaylistReader.resolve(spelling, in: folder)
    guard isAbsolute || hasDrive else { return (exact, nil) }
    return (exact, PlaylistReader.resolve(hasDrive ? String(bare.dropFirst(2)) : spelling, in: ""))
  }
}
