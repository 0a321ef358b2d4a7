import Foundation
import GestureFlowAPI
import Library
import TestSupport
import Testing

/// Tests of stem sets on a stick. A scan finds them, the index keeps them, and missing ones are dropped. At 240
/// BPM a bar lasts one second.
@Suite struct StemScanTests {
  private let index: LibraryIndex

  init() throws { index = try LibraryIndex(nil) }

  @discardableResult private func scan(_ root: URL, _ access: StickAccess = StickAccess()) throws -> StickScanner.Outcome {
    try StickScanner(stick: "S", root: root.path, index: index, access: access).run()
  }

  private func write(_ root: URL, _ relative: String, seconds: Double = 1) throws {
    let url = root.appendingPathComponent(relative)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Music.write(url, seconds: seconds, rate: 8000)
  }

  private func describe(_ root: URL, _ relative: String, _ text: String) throws {
    let url = root.appendingPathComponent(relative)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func problems() throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try index.problems(of: "S").map { ($0.relative, $0.reason) })
  }

  /// Names of the lists with their numbers of tracks, as the player receives them.
  private func lists() throws -> [String] {
    MusicList.lists(
      of: "S", root: "/r", tracks: try index.tracks(of: "S"), playlists: try index.playlists(of: "S"), stems: try index.stemFiles(of: "S")
    ).map { "\($0.name) \($0.tracks.count)" }
  }

  private let two = "tempo = 240\n[[channel]]\nfile = \"drums.wav\"\nbars = 1\n[[channel]]\nfile = \"bass.wav\"\n"

  @Test func `a set by names and a set by its file are found and are not lists of the player`() throws {
    try Places.withFolder { root in
      try write(root, "named/2 bass 2bars 240bpm.wav", seconds: 2)
      try write(root, "named/1 drums 1bars 240bpm.wav")
      try describe(
        root, "Written/Stems.toml",
        "name = \"First light\"\ntempo = 240\nkey = \"A minor\"\n[[channel]]\nfile = \"loops/drums.wav\"\nbars = 1\ngain = 0.5\n"
          + "[[channel]]\nfile = \"bass.wav\"\nname = \"Bass\"\n")
      try write(root, "Written/loops/drums.wav")
      try write(root, "Written/bass.wav", seconds: 4)
      try write(root, "Written/full mix.wav", seconds: 4)
      try write(root, "album/01 Song.wav")
      try describe(root, "mine.m3u8", "named/1 drums 1bars 240bpm.wav\nalbum/01 Song.wav\n")
      let outcome = try scan(root)
      #expect(outcome.isComplete && outcome.stemSets == 2 && outcome.tracks == 6)
      #expect(try problems().isEmpty)

      let sets = try index.stemSets(of: "S").map { FoundStemSet($0, stick: "S", root: root.path) }
      #expect(sets.map(\.folder) == ["named", "Written"] && sets.map(\.name) == ["named", "First light"])
      #expect(sets.map(\.milliBPM) == [240_000, 240_000] && sets.map(\.key) == [nil, "A minor"])
      #expect(
        sets[0].path == root.path + "/named" && sets[0].channels.map(\.name) == ["drums", "bass"] && sets[0].channels.map(\.bars) == [1, 2])
      #expect(sets[1].channels.map(\.path) == [root.path + "/Written/loops/drums.wav", root.path + "/Written/bass.wav"])
      #expect(sets[1].channels.map(\.name) == ["drums", "Bass"] && sets[1].channels.map(\.gain) == [0.5, 1])
      #expect(sets[1].channels.map(\.bars) == [1, nil] && sets[1].channels.map(\.seconds) == [1, 4])
      #expect(sets.allSatisfy { $0.channels.allSatisfy { $0.size > 1000 && $0.modified > 1_000_000_000 } })

      // A playlist requests its entries. Other files in a set's folder are normal music.
      #expect(try lists() == ["album 1", "Written 1", "mine.m3u8 2"])
      #expect(try index.count(of: "S").tracks == 2)
      #expect(try index.search(["bass"], sticks: ["S"], limit: 10).isEmpty)
      #expect(try index.search([], sticks: ["S"], limit: 10).map(\.title) == ["01 Song", "full mix"])
    }
  }

  /// At 240 a bar of 3/4 or 6/8 lasts 0.75 s.
  @Test func `the metre of a set is kept, and one that is wrong is reported while the set plays in four`() throws {
    try Places.withFolder { root in
      for (folder, beats, seconds) in [("a", "3", 0.75), ("b", "\"6/8\"", 0.75), ("c", "\"7/5\"", 1), ("d", "99", 0.75)] {
        try describe(root, "\(folder)/stems.toml", "beats = \(beats)\n" + two)
        for name in ["drums", "bass"] { try write(root, "\(folder)/\(name).wav", seconds: seconds) }
      }
      #expect(try scan(root).stemSets == 3)
      let sets = try index.stemSets(of: "S").map { FoundStemSet($0, stick: "S", root: root.path) }
      #expect(sets.map(\.folder) == ["a", "b", "c"] && sets.map(\.metre) == [Metre(3), .sixEight, .common])
      let told = try problems()
      #expect(told.keys.sorted() == ["c/stems.toml", "d/stems.toml"])
      let rule = "line 1: beats: it takes 1 to 16 (quarters a bar) or a text like \"6/8\" (1 to 16 over 4 or 8), and not"
      #expect(told["c/stems.toml"] == "the set plays, but \(rule) '7/5'; its bars are counted as 4/4")
      // Its files do not have the length of bars of four.
      let refused = "it is rejected: \(rule) 99; its bars are counted as 4/4; 'drums' lasts 0.75 s and 1 bar at 240 BPM are 1 s"
      #expect(told["d/stems.toml"]?.hasPrefix(refused) == true, "\(told)")
      // Another metre of the same files is another set.
      try describe(root, "a/stems.toml", "beats = \"6/8\"\n" + two)
      #expect(try scan(root).read == 0 && index.stemSets(of: "S").map(\.metre) == [.sixEight, .sixEight, .common])
    }
  }

  @Test func `nothing is opened for a set that has not changed`() throws {
    try Places.withFolder { root in
      try describe(root, "a/stems.toml", two)
      for name in ["a/drums.wav", "a/bass.wav", "b/1 x 1bars.wav", "b/2 y 1bars.wav", "c/01 Song.wav"] { try write(root, name) }
      let outcome = try scan(root)
      #expect(outcome.read == 5)
      let before = try index.stemSets(of: "S")
      let again = try scan(
        root,
        StickAccess(openFile: { path in
          #expect(path.hasSuffix("/a/stems.toml"), "\(path) was opened")
          return StickAccess.systemFile(path)
        }))
      #expect(again.read == 0 && again.stemSets == 2)
      #expect(try index.stemSets(of: "S") == before)
    }
  }

  @Test func `a change of a set or of its files is noticed`() throws {
    try Places.withFolder { root in
      try describe(root, "a/stems.toml", two)
      for name in ["a/drums.wav", "a/bass.wav"] { try write(root, name) }
      try scan(root)
      let first = try index.stemSets(of: "S")
      try describe(root, "a/stems.toml", two.replacing("240", with: "120"))
      try write(root, "a/drums.wav", seconds: 2)
      try write(root, "a/bass.wav", seconds: 4)
      #expect(try scan(root).read == 2)
      let second = try index.stemSets(of: "S")
      #expect(second.map(\.milliBPM) == [120_000] && second[0].channels.map(\.seconds) == [2, 4])
      // The words and lengths are equal, but the recording is another one.
      let drums = root.appendingPathComponent("a/drums.wav")
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: drums.path)
      try scan(root)
      #expect(try index.stemSets(of: "S") != second && first != second)
    }
  }

  @Test func `a set that is gone is forgotten and its files play`() throws {
    try Places.withFolder { root in
      try describe(root, "a/stems.toml", two)
      for name in ["a/drums.wav", "a/bass.wav", "b/1 x 1bars.wav", "b/2 y 1bars.wav"] { try write(root, name) }
      #expect(try scan(root).stemSets == 2 && lists() == [])
      try FileManager.default.removeItem(at: root.appendingPathComponent("a/stems.toml"))
      try FileManager.default.removeItem(at: root.appendingPathComponent("b/2 y 1bars.wav"))
      let outcome = try scan(root)
      #expect(outcome.stemSets == 0 && outcome.read == 0)
      #expect(try index.stemSets(of: "S").isEmpty && index.stemFiles(of: "S").isEmpty)
      #expect(try lists() == ["a 2", "b 1"])
    }
  }

  @Test func `a set with a file that is missing or damaged is not taken and the rest plays`() throws {
    try Places.withFolder { root in
      try describe(root, "gone/stems.toml", two)
      try write(root, "gone/drums.wav")
      try describe(root, "letters/stems.toml", two)
      try write(root, "letters/Drums.wav")
      try write(root, "letters/bass.wav")
      try describe(root, "bad/stems.toml", two)
      try describe(root, "bad/drums.wav", "no music")
      try write(root, "bad/bass.wav")
      try write(root, "named/1 x 1bars.wav")
      try describe(root, "named/2 y 1bars.wav", "")
      try describe(root, "link/stems.toml", two)
      try write(root, "link/bass.wav")
      symlink(root.path + "/gone/drums.wav", root.path + "/link/drums.wav")
      let outcome = try scan(root)
      #expect(outcome.isComplete && outcome.stemSets == 0)
      let told = try problems()
      #expect(
        told["gone/stems.toml"]
          == "it is rejected: there is no 'bass.wav' that can be played: put it there or correct its name (upper and lower case differ)")
      #expect(told["letters/stems.toml"]?.contains("there is no 'drums.wav' that can be played") == true)
      #expect(told["bad/stems.toml"]?.contains("'drums.wav' cannot be played: it is not a sound file") == true)
      #expect(told["named"]?.contains("looks like a stem set, but it is rejected: '2 y 1bars.wav' cannot be played: it is empty") == true)
      #expect(told["link/stems.toml"]?.contains("'drums.wav' cannot be played: it is a symbolic link") == true)
      #expect(try lists() == ["bad 1", "gone 1", "letters 2", "link 1", "named 1"])
    }
  }

  @Test func `a fault of the file is reported beside it`() throws {
    try Places.withFolder { root in
      try describe(root, "a/stems.toml", "tempo = 0\n")
      try describe(root, "stems.toml", "tempo = 240\n[[channel]]\nfile = \"a/../../x.wav\"\n")
      try FileManager.default.createDirectory(at: root.appendingPathComponent("b/stems.toml"), withIntermediateDirectories: true)
      #expect(try scan(root).isComplete)
      let told = try problems()
      #expect(told["a/stems.toml"]?.hasPrefix("line 1: tempo: it takes 20 to 400") == true)
      #expect(told["stems.toml"]?.hasPrefix("line 3: file: it must lie in the folder") == true)
      #expect(told["b/stems.toml"] == "it is not a regular file")
      // After the repair it is not a problem any more.
      try write(root, "a.wav")
      try describe(root, "stems.toml", "tempo = 240\n[[channel]]\nfile = \"a.wav\"\n")
      #expect(try scan(root).stemSets == 1 && problems()["stems.toml"] == nil)
      #expect(try index.stemSets(of: "S").map(\.name) == ["stem set"], "the stick's own folder has no name")
    }
  }

  @Test func `lengths that do not suit are reported and the files play`() throws {
    try Places.withFolder { root in
      try describe(root, "written/stems.toml", two)
      try write(root, "written/drums.wav", seconds: 1.5)
      try write(root, "written/bass.wav")
      // A song over a blues; its length is not twelve bars.
      try write(root, "jam/1 Blues 12 bars 240bpm.wav", seconds: 15)
      try write(root, "jam/2 Shuffle 12 bars 240bpm.wav", seconds: 17)
      // Two songs of one tempo, and two loops.
      try write(root, "dj/1 One 240bpm.wav", seconds: 3.3)
      try write(root, "dj/2 Two 240bpm.wav", seconds: 4)
      try write(root, "loops/1 One 240bpm.wav", seconds: 3)
      try write(root, "loops/2 Two.wav", seconds: 4)
      try write(root, "songs/1 One 240bpm.wav", seconds: 3.3)
      try write(root, "songs/2 Two.wav", seconds: 4)
      #expect(try scan(root).stemSets == 1)
      #expect(try index.stemSets(of: "S").map(\.folder) == ["loops"])
      let told = try problems()
      #expect(
        told["written/stems.toml"]
          == "it is rejected: 'drums' lasts 1.5 s and 1 bar at 240 BPM are 1 s: correct its bars, its length or the tempo")
      #expect(
        told["jam"]?.hasPrefix("it looks like a stem set, but it is rejected: 'Blues' lasts 15 s and 12 bars at 240 BPM are 12 s") == true)
      #expect(told["dj"]?.contains("'One' lasts 3.3 s, 3.3 bars at 240 BPM, and 3 bars are 3 s") == true)
      #expect(told.count == 3, "an ordinary folder is not worth a word")
      #expect(try lists() == ["dj 2", "jam 2", "songs 2", "written 2"])
    }
  }

  /// Fast bars without a declared number. A written set plays and is reported; names alone do not prove a set.
  @Test func `unnamed fast bars of a playing set are reported`() throws {
    try Places.withFolder { root in
      try describe(root, "written/stems.toml", "tempo = 400\n[[channel]]\nfile = \"a.wav\"\n")
      try write(root, "written/a.wav", seconds: 0.65)
      try write(root, "named/1 a 400bpm.wav", seconds: 0.65)
      try write(root, "named/2 b 400bpm.wav", seconds: 0.6)
      #expect(try scan(root).stemSets == 1 && index.stemSets(of: "S").map(\.folder) == ["written"])
      let told = try problems()
      #expect(
        told["written/stems.toml"] == "the set plays, but 'a' lasts 0.65 s, 1.08 bars at 400 BPM, and its bars are missing: give them")
      #expect(told["named"]?.contains("it is rejected: 'a' lasts 0.65 s, 1.08 bars at 400 BPM") == true)
    }
  }

  @Test func `mono files and other rates are reported before the set is wanted`() throws {
    try Places.withFolder { root in
      try describe(root, "mono/stems.toml", two)
      try write(root, "mono/drums.wav")
      try Music.write(root.appendingPathComponent("mono/bass.wav"), seconds: 1, rate: 8000, channels: 1)
      try describe(root, "rates/stems.toml", two)
      try write(root, "rates/drums.wav")
      try Music.write(root.appendingPathComponent("rates/bass.wav"), seconds: 1, rate: 44_100)
      try write(root, "named/1 x 1bars 240bpm.wav")
      try Music.write(root.appendingPathComponent("named/2 y 1bars.wav"), seconds: 1, rate: 48_000, channels: 1)
      try write(root, "six/1 x 1bars 240bpm.wav")
      try Music.write(root.appendingPathComponent("six/2 y 1bars.wav"), seconds: 1, rate: 8000, channels: 6)
      #expect(try scan(root).stemSets == 1 && index.stemSets(of: "S").map(\.folder) == ["six"], "of more sides the first two are heard")
      let told = try problems()
      #expect(told["mono/stems.toml"] == "it is rejected: 'bass.wav' is mono, and a stem is stereo: export it with two channels")
      #expect(told["rates/stems.toml"] == "it is rejected: 'bass.wav' has 44100 Hz and 'drums.wav' 8000: export all of them at one rate")
      #expect(
        told["named"]
          == "it looks like a stem set, but it is rejected: '2 y 1bars.wav' is mono, and a stem is stereo: export it with two channels; "
          + "'2 y 1bars.wav' has 48000 Hz and '1 x 1bars 240bpm.wav' 8000: export all of them at one rate")
      #expect(told.count == 3)
      #expect(try lists() == ["mono 2", "named 2", "rates 2"])
    }
  }

  /// The folder's names are those of a set, but its owner declared something else.
  @Test func `a file counts more than names`() throws {
    try Places.withFolder { root in
      for number in 1...2 { try write(root, "a/\(number) x 1bars 240bpm.wav") }
      try describe(root, "a/stems.toml", "tempo = 240\n[[channel]]\nfile = \"2 x 1bars 240bpm.wav\"\n")
      try scan(root)
      #expect(try index.stemSets(of: "S").map { $0.channels.map(\.track) } == [["a/2 x 1bars 240bpm.wav"]])
      #expect(try lists() == ["a 1"])
      // A wrong file is reported, and the names do not replace it.
      try describe(root, "a/stems.toml", "tempo = 1\n")
      try scan(root)
      #expect(try index.stemSets(of: "S").isEmpty && lists() == ["a 2"])
    }
  }

  @Test func `a file among thousands or a second one is reported and not read`() throws {
    try Places.withFolder { root in
      try describe(root, "many/stems.toml", two)
      for number in 0...FolderWalk.runLength { try describe(root, "many/\(number).txt", "") }
      try describe(root, "double/STEMS.TOML", two)
      try describe(root, "double/stems.toml", two)
      #expect(try scan(root).stemSets == 0)
      let told = try problems()
      #expect(told["many/stems.toml"] == "its folder has more than 1024 files: give the stem set a folder of its own")
      #expect(told["double/stems.toml"] == "the folder has another one, STEMS.TOML, which is used")
      #expect(told["double/STEMS.TOML"]?.contains("there is no 'drums.wav'") == true)
    }
  }

  /// During the first scan a channel must not play as a track.
  @Test func `the files of a set are never listed as tracks while it is read`() throws {
    try Places.withFolder { root in
      try describe(root, "a/stems.toml", two)
      for name in ["a/drums.wav", "a/bass.wav"] { try write(root, name) }
      // More than one batch lies between the set's files and its end.
      for number in 0..<150 { try describe(root, "a/empty \(number).wav", "") }
      try write(root, "b/1 x 1bars.wav")
      try write(root, "b/2 y 1bars.wav")
      var seen: [String] = []
      _ = try StickScanner(stick: "S", root: root.path, index: index).run { seen += (try? lists()) ?? ["!"] }
      #expect(try index.stemSets(of: "S").count == 2)
      #expect(seen.isEmpty, "\(seen)")
    }
  }

  @Test(arguments: [EMFILE, EIO]) func `a stick that does not answer forgets no set`(code: Int32) throws {
    try Places.withFolder { root in
      try describe(root, "a/stems.toml", two)
      for name in ["a/drums.wav", "a/bass.wav"] { try write(root, name) }
      try scan(root)
      let before = try index.stemSets(of: "S")
      let outcome = try scan(
        root,
        StickAccess(openFile: { path in
          path.hasSuffix("/stems.toml") ? (descriptor: -1, code: code) : StickAccess.systemFile(path)
        }))
      // Without a descriptor the scan ends. A bad spot of the medium loses only its own files.
      #expect(outcome.isComplete == (code == EIO))
      #expect(try index.stemSets(of: "S") == before && lists() == [])
      #expect(try problems()["a/stems.toml"]?.contains("cannot be read") ?? (code == EMFILE))
      #expect(try scan(root).stemSets == 1 && problems().isEmpty)
    }
  }

  @Test func `a scan that is cancelled forgets no set`() throws {
    try Places.withFolder { root in
      for folder in ["a", "b"] { for number in 1...2 { try write(root, "\(folder)/\(number) x 1bars.wav") } }
      try scan(root)
      let scanner = StickScanner(stick: "S", root: root.path, index: index)
      scanner.cancel()
      #expect(try !scanner.run().isComplete)
      #expect(try index.stemSets(of: "S").count == 2 && lists() == [])
    }
  }

  @Test func `two sticks have their own sets`() throws {
    try Places.withFolder { root in
      for number in 1...2 { try write(root, "x/\(number) x 1bars.wav") }
      try scan(root)
      _ = try StickScanner(stick: "T", root: root.path, index: index).run()
      try FileManager.default.removeItem(at: root.appendingPathComponent("x"))
      try scan(root)
      #expect(try index.stemSets(of: "S").isEmpty && index.stemSets(of: "T").map(\.folder) == ["x"])
      #expect(try index.search([], sticks: ["T"], limit: 10).isEmpty)
    }
  }
}
