import Foundation
import GestureFlowAPI
import Library
import Settings

/// A folder of sounds: every `*.toml` in it, in natural order. Subfolders are not read.
package struct SoundFolder: Sendable, Equatable {
  /// Maximum number of files read from one folder.
  package static let mostFiles = 200
  /// Maximum number of directory entries read from one folder, of any kind.
  package static let mostNames = 10_000

  /// The result of reading a folder.
  package struct Contents: Sendable, Equatable {
    package var sounds: [InstrumentSound] = []
    package var problems: [ConfigError] = []
    /// The system's error number if files could not be read. The cause is a missing descriptor or stick, so the
    /// contents known before stay valid.
    package var trouble: Int32?

    package init(sounds: [InstrumentSound] = [], problems: [ConfigError] = []) {
      self.sounds = sounds
      self.problems = problems
    }
  }

  package var path: String
  package var origin: InstrumentSound.Origin

  package init(_ path: String, _ origin: InstrumentSound.Origin) {
    self.path = path
    self.origin = origin
  }

  /// Finds a stick's folder `Sounds`, `sounds` or `SOUNDS`. Nil if it has none.
  package init?(stick root: String, label: String) {
    for name in ["Sounds", "sounds", "SOUNDS"] {
      var status = stat()
      let isThere = lstat(root + "/" + name, &status) == 0
      // An unclear error is reported when the folder is read.
      guard isThere ? status.st_mode & S_IFMT == S_IFDIR : ReadTrouble.cannotTell(errno) else { continue }
      self.init(root + "/" + name, .stick(label))
      return
    }
    return nil
  }

  /// Whether symbolic links are followed. They are not followed on sticks, only in the box's own folders.
  private var followsLinks: Bool { if case .stick = origin { false } else { true } }

  /// Reads all files. A missing folder counts as empty, which is not a problem.
  package func read(_ access: StickAccess = StickAccess()) -> Contents {
    var contents = Contents()
    for name in names(access, &contents) {
      let file = path + "/" + name
      let reading = SynthSoundFile.read(file: file, access, followsLinks: followsLinks)
      contents.problems += reading.errors
      if let code = reading.trouble { contents.trouble = code }
      if let sound = reading.sound {
        contents.sounds.append(InstrumentSound(name: sound.name, patch: sound.patch, origin: origin, file: file))
      }
      // A stick that is gone has no further files.
      if let code = reading.trouble, ReadTrouble.isStickGone(code) { break }
    }
    return contents
  }

  private func names(_ access: StickAccess, _ contents: inout Contents) -> [String] {
    let (opened, code) = access.openFolder(path)
    guard let folder = opened else {
      if code != ENOENT { fail(code, &contents) }
      return []
    }
    defer { closedir(folder) }
    var names: [String] = []
    var looked = 0
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        if errno != 0 { fail(errno, &contents) }
        break
      }
      looked += 1
      guard looked <= Self.mostNames else {
        tell("it has more than \(Self.mostNames) files; the rest is ignored: remove some", &contents)
        break
      }
      let bytes = FolderWalk.name(of: entry)
      // Skip files that begin with a dot. Other systems write such a file beside each file.
      guard bytes.first != UInt8(ascii: "."), bytes.count > 5 else { continue }
      guard String(decoding: bytes.suffix(5), as: UTF8.self).lowercased() == ".toml" else { continue }
      if let name = String(validating: bytes, as: UTF8.self) {
        names.append(name)
      } else {
        let shown = cleaned(String(decoding: bytes, as: UTF8.self), limit: 60)
        contents.problems.append(ConfigError(file: cleaned("\(path)/\(shown)", limit: 300), text: "its name is not UTF-8 text: rename it"))
      }
    }
    let sorted = names.sorted(by: NaturalOrder.precedes)
    if sorted.count > Self.mostFiles { tell("it has \(sorted.count) sounds; the first \(Self.mostFiles) are read", &contents) }
    return Array(sorted.prefix(Self.mostFiles))
  }

  private func fail(_ code: Int32, _ contents: inout Contents) {
    tell("it cannot be read (\(ReadTrouble.text(code)))", &contents)
    if ReadTrouble.cannotTell(code) { contents.trouble = code }
  }

  private func tell(_ text: String, _ contents: inout Contents) {
    contents.problems.append(ConfigError(file: cleaned(path, limit: 300), text: text))
  }
}
