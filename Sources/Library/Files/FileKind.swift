import Foundation

/// The kind of a file, by its name.
public enum FileKind: Sendable, Equatable {
  /// A sound file that libsndfile or libmpg123 should read.
  case sound
  /// A file that ffmpeg should read, so that it can be imported.
  case importable
  case playlist
  /// Music that cannot be played, with the reason.
  case unreadable(String)
  /// A file left behind by another system, or hidden. It is never music.
  case junk(String)
  /// Not music by its ending. It is not reported.
  case other
  /// No ending, or an unknown one. Only its first bytes show the kind.
  case unknown

  static let sounds: Set<String> = [
    "wav", "wave", "bwf", "aif", "aiff", "aifc", "flac", "ogg", "oga", "opus", "mp3", "mp2", "mp1", "mpa", "m2a", "w64", "rf64", "caf",
    "au", "snd", "voc", "sph",
    "svx",
    "8svx",
  ]
  static let importables: Set<String> = [
    // Sound.
    "m4a", "m4b", "m4r", "aac", "adts", "wma", "mka", "ac3", "eac3", "ec3", "dts", "dtshd", "mlp", "thd", "ape",
    "wv",
    "mpc", "mpp", "tta", "tak", "shn", "spx", "dsf", "dff", "amr", "awb", "3ga", "gsm", "oma", "aa3", "at3", "ra", "rm", "xm", "it", "s3m",
    "mod",
    "mptm", "nsf", "spc", "vgm", "gbs",
    // Films.
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "wmv", "asf", "flv", "f4v", "ogv", "ogm", "ogx", "3gp", "3g2", "ts", "mts", "m2ts", "m2t",
    "vob",
    "mpg", "mpeg", "mpe", "divx", "rmvb", "mxf",
  ]
  static let playlists: Set<String> = ["m3u8", "m3u", "pls", "xspf", "cue"]
  /// Playable sounds that may have an imported copy all the same.
  private static let formerImportables: Set<String> = ["mp1", "mp2", "mpa", "m2a"]
  private static let unreadables: [(reason: String, endings: Set<String>)] = [
    ("a MIDI file contains notes but no sound", ["mid", "midi", "kar", "rmi"]),
    ("it is copy-protected: get an unprotected copy from its shop", ["m4p", "aax", "aa"]),
    ("this kind of playlist is not supported: save it as .m3u8", ["wpl", "zpl", "asx", "wax", "wvx", "b4s", "smil"]),
    ("it is in OptimFROG's format, which cannot be played: convert it to FLAC", ["ofr", "ofs"]),
  ]
  /// Endings of other files that lie beside music or on any stick.
  private static let others: Set<String> = [
    "jpg", "jpeg", "png", "gif", "bmp", "tif", "tiff", "webp", "heic", "svg", "ico", "psd", "raw", "cr2", "nef", "dng", "txt", "md", "nfo",
    "log",
    "rtf", "pdf", "doc", "docx", "odt", "xls", "xlsx", "ods", "csv", "ppt", "pptx", "odp", "epub", "mobi", "html", "htm", "xml", "json",
    "toml",
    "yaml", "yml", "ini", "cfg", "conf", "url", "lnk", "desktop", "zip", "rar", "7z", "gz", "bz2", "xz", "zst", "tar", "tgz", "iso", "img",
    "dmg",
    "exe", "msi", "dll", "bat", "cmd", "sh", "py", "js", "css", "c", "h", "swift", "apk", "deb", "rpm", "jar", "bin", "db", "sqlite", "tmp",
    "bak", "part", "crdownload", "torrent", "sfv", "md5", "sha1", "sha256", "ffp", "accurip", "lrc", "srt", "sub", "idx", "ass", "vtt",
    "ttf", "otf",
    "sf2", "sfz", "als", "flp", "asd", "pk", "reapeaks", "itl", "plist", "strings", "pek", "cfa", "xmp", "license", "licence",
  ]

  /// Returns whether an imported copy of a playable file may exist.
  static func mayHaveCopy(_ name: String) -> Bool { formerImportables.contains(String(name[dot(of: name)...].dropFirst()).lowercased()) }

  /// Returns the dot before a name's ending; the name's end without one.
  static func dot(of name: String) -> String.Index {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex, name.utf8.index(after: dot) != name.endIndex else {
      return name.endIndex
    }
    return dot
  }

  /// - Parameter name: the file's name without its folder.
  public init(name: String) {
    if name.hasPrefix("._") {
      self = .junk("it is a macOS resource file, not music")
      return
    }
    if name.hasPrefix(".") {
      self = .other
      return
    }
    let ending = String(name[Self.dot(of: name)...].dropFirst()).lowercased()
    if Self.sounds.contains(ending) {
      self = .sound
    } else if Self.importables.contains(ending) {
      self = .importable
    } else if Self.playlists.contains(ending) {
      self = .playlist
    } else if Self.others.contains(ending) {
      self = .other
    } else if let kind = Self.unreadables.first(where: { $0.endings.contains(ending) }) {
      self = .unreadable(kind.reason)
    } else {
      self = .unknown
    }
  }
}
