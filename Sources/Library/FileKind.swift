import Foundation

/// What a file's name says of it.
public enum FileKind: Sendable, Equatable {
  /// libsndfile should read it.
  case sound
  /// ffmpeg should read it: it can be imported.
  case importable
  case playlist
  /// Left behind by another system, or hidden: never music.
  case junk(String)
  /// Not music, and not worth a word.
  case other

  static let sounds: Set<String> = ["wav", "wave", "aif", "aiff", "aifc", "flac", "ogg", "oga", "opus", "mp3", "w64", "rf64", "caf", "au"]
  static let importables: Set<String> = [
    "m4a", "aac", "mp4", "m4v", "mov", "mkv", "webm", "avi", "wma", "wmv", "mka", "ac3", "ape", "wv", "mpc", "3gp", "ts", "mpg", "mpeg",
  ]

  static let playlists: Set<String> = ["m3u8", "m3u", "pls", "xspf", "cue"]

  /// - Parameter name: the file's, without its folder.
  public init(name: String) {
    if name.hasPrefix("._") {
      self = .junk("it is a macOS resource file, no music")
      return
    }
    if name.hasPrefix(".") {
      self = .other
      return
    }
    let ending = (name as NSString).pathExtension.lowercased()
    if Self.sounds.contains(ending) {
      self = .sound
    } else if Self.importables.contains(ending) {
      self = .importable
    } else if Self.playlists.contains(ending) {
      self = .playlist
    } else {
      self = .other
    }
  }
}
