import Foundation
import GestureFlowAPI
import Library
import TestSupport
import Testing

/// Tests of `stems.toml`: valid content, and messages about wrong content.
@Suite struct StemSetFileTests {
  private func read(_ text: String) -> StemSetFileContents { StemSetFile.read(Array(text.utf8)) }

  @Test func `a set is read as it is written`() throws {
    let contents = read(
      """
      # My first
      name = "First \\u004Cight"   # a name
      tempo = 110.5
      key = 'A "minor"'

      [[channel]]
      file = "drums.wav"
      name = "Drums"
      bars = 2
      gain = 0.5

        [[channel]]  # bass
      file = 'audio\\2 sub bass 8bars.wav'
      """)
    #expect(contents.reasons.count == 0 && contents.trouble == nil)
    #expect(
      contents.plan
        == StemSetPlan(
          name: "First Light", milliBPM: 110_500, key: "A \"minor\"",
          channels: [
            .init(file: "drums.wav", name: "Drums", bars: 2, gain: 0.5), .init(file: "audio/2 sub bass 8bars.wav", name: "sub bass"),
          ]))
  }

  @Test func `any line end and a byte order mark are accepted`() {
    let text = "\u{FEFF}tempo=120\r\n[[channel]]\r\nfile=\"a.wav\"\r\nbars=1 # one\r\n\r\n"
    #expect(read(text).plan == StemSetPlan(milliBPM: 120_000, channels: [.init(file: "a.wav", name: "a", bars: 1)]))
  }

  /// A single channel was written on purpose; four are the maximum.
  @Test(arguments: 1...4) func `one to four channels are a set`(count: Int) {
    let text = "tempo = 100\n" + (1...count).map { "[[channel]]\nfile = \"\($0).wav\"\n" }.joined()
    #expect(read(text).plan?.channels.count == count)
  }

  @Test(arguments: [
    ("3", "3/4"), ("1", "1/4"), ("16", "16/4"), ("\"3/4\"", "3/4"), ("'6/8'", "6/8"), ("\"4/4\"  # usual", "4/4"), ("\"15/8\"", "15/8"),
  ])
  func `beats are a number of quarters or a time signature`(value: String, metre: String) {
    let contents = read("tempo = 100\nbeats = \(value)\n[[channel]]\nfile = \"a.wav\"\n")
    #expect(contents.plan?.metre.rawValue == metre && contents.remark == nil && contents.reasons.count == 0)
  }

  @Test(arguments: [
    ("0", "0"), ("-3", "-3"), ("17", "17"), ("99", "99"), ("3.0", "3.0"), ("\"7/5\"", "'7/5'"), ("\"x\"", "'x'"), ("\"\"", "''"),
    ("\"3\"", "'3'"),
    ("\"17/8\"", "'17/8'"), ("true", "true or false"), ("[3]", "a list"), ("6/8", "'6/8' (a text stands between quotation marks)"),
  ])
  func `beats that are wrong are reported with their line and the set plays in four`(value: String, shown: String) throws {
    let contents = read("tempo = 100\nbeats = \(value)\n[[channel]]\nfile = \"a.wav\"\n")
    #expect(contents.plan?.metre == .common && contents.plan?.channels.count == 1 && contents.reasons.count == 0)
    #expect(
      contents.remark
        == "line 2: beats: it takes 1 to 16 (quarters a bar) or a text like \"6/8\" (1 to 16 over 4 or 8), and not \(shown); "
        + "its bars are counted as 4/4")
    // Several faults are all reported.
    let more = read("tempo = 0\nbeats = \(value)\n[[channel]]\nfile = \"a.wav\"\n")
    #expect(more.plan == nil && more.reasons.count == 2 && more.reasons.sentence?.contains("; line 2: beats: ") == true)
  }

  @Test func `a fault is reported with line, key and remedy`() throws {
    let channel = "[[channel]]\nfile = \"a.wav\"\n"
    let five = (1...5).map { "[[channel]]\nfile = \"\($0).wav\"\n" }.joined()
    // The type is explicit, because Swift 6.2 takes too long to infer it.
    let wrong: [(String, String)] = [
      ("", "it has no [[channel]]: a stem set has 1 to 4"),
      ("tempo = 100\n", "it has no [[channel]]: a stem set has 1 to 4"),
      (
        "tempo = 100\n" + five,
        "it has 5 times [[channel]]: a stem set has 4 channels at most"
      ),
      ("tempo = 0\n" + channel, "line 1: tempo: it takes 20 to 400 (beats a minute), and not 0"),
      ("tempo = 400.5\n" + channel, "line 1: tempo: it takes 20 to 400 (beats a minute), and not 400.5"),
      ("tempo = \"110\"\n" + channel, "line 1: tempo: it takes 20 to 400 (beats a minute), and not text"),
      (
        "tempo = fast\n" + channel,
        "line 1: tempo: it takes 20 to 400 (beats a minute), and not 'fast' (a text stands between quotation marks)"
      ),
      (
        "tempo = nan\n" + channel,
        "line 1: tempo: it takes 20 to 400 (beats a minute), and not 'nan' (a text stands between quotation marks)"
      ),
      (
        "tempo = 0x6E\n" + channel,
        "line 1: tempo: it takes 20 to 400 (beats a minute), and not '0x6E' (a text stands between quotation marks)"
      ),
      (
        "tempo = 1e999\n" + channel,
        "line 1: tempo: it takes 20 to 400 (beats a minute), and not '1e999' (a text stands between quotation marks)"
      ),
      ("tempo = [110]\n" + channel, "line 1: tempo: it takes 20 to 400 (beats a minute), and not a list"),
      ("tempo = 110 120\n" + channel, "line 1: tempo: there is more than one value in the line"),
      ("tempo =\n" + channel, "line 1: tempo: the value is missing"),
      ("tempo = 100\ntempo = 100\n" + channel, "line 2: tempo: it appears twice"),
      (
        "bpm = 100\ntempo = 100\n" + channel,
        "line 1: bpm: this key does not exist above the first [[channel]]; use name, tempo, beats, key"
      ),
      ("name = true\ntempo = 100\n" + channel, "line 1: name: it takes a text between quotation marks, and not true or false"),
      ("name = \"\u{200B}\"\ntempo = 100\n" + channel, "line 1: name: it has no visible character: leave it out or give a name"),
      ("name = \"a\ntempo = 100\n" + channel, "line 1: name: the text has no quotation mark at its end"),
      ("tempo = 100\n" + channel + "bars = 0\n", "line 4: bars: it takes a whole number from 1 to 4000, and not 0"),
      ("tempo = 100\n" + channel + "bars = 10_000\n", "line 4: bars: it takes a whole number from 1 to 4000, and not 10000"),
      ("tempo = 100\n" + channel + "bars = 2.0\n", "line 4: bars: it takes a whole number from 1 to 4000, and not 2.0"),
      ("tempo = 100\n" + channel + "gain = -0.1\n", "line 4: gain: it takes 0 to 4, and not -0.1"),
      ("tempo = 100\n" + channel + "gain = 4.1\n", "line 4: gain: it takes 0 to 4, and not 4.1"),
      ("beats = 3\nbeats = 3\ntempo = 100\n" + channel, "line 2: beats: it appears twice"),
      ("tempo = 100\n" + channel + "beats = 3\n", "line 4: beats: this key does not exist in a [[channel]]"),
      ("tempo = 100\n" + channel + "key = \"A\"\n", "line 4: key: this key does not exist in a [[channel]]; use file, name, bars, gain"),
      ("tempo = 100\n[[channel]]\nbars = 2\n", "line 2: the channel has no file: write file = \"drums.wav\""),
      ("tempo = 100\n" + channel + channel, "line 4: its file is already that of channel 1"),
      (
        "tempo = 100\n[channel]\nfile = \"a.wav\"\n",
        "line 2: '[channel]' is not a section of a stem set: begin each channel with [[channel]]"
      ),
      ("tempo = 100\nchannel\n" + channel, "line 2: 'channel' is not understood: write KEY = VALUE or [[channel]]"),
      (channel, "tempo: it is missing, and no channel has bars from which it could be found: give tempo or bars"),
      ("tempo = 100\n[[channel]]\nfile = \"a.m4a\"\n", "line 3: file: its name is not that of a sound file; there are "),
      ("tempo = 100\n[[channel]]\nfile = \"\"\n", "line 3: file: it must lie in the folder of stems.toml or below"),
    ]
    for (text, told) in wrong {
      let contents = read(text)
      let sentence = try #require(contents.reasons.sentence, "\(text)")
      #expect(contents.plan == nil && sentence.contains(told), "\(text) gives \(sentence)")
    }
  }

  @Test(arguments: ["/etc/passwd.wav", "../a.wav", "b/../../a.wav", "\\\\server\\a.wav", "..\\a.wav", "."])
  func `a file outside of the sets folder is refused`(file: String) {
    let contents = read("tempo = 100\n[[channel]]\nfile = '\(file)'\n")
    #expect(
      contents.plan == nil && contents.reasons.sentence?.contains("line 3: file: it must lie in the folder of stems.toml or below") == true)
  }

  @Test func `a path that stays in the folder is taken`() {
    #expect(read("tempo = 100\n[[channel]]\nfile = './b/../c/a.wav'\n").plan?.channels.map(\.file) == ["c/a.wav"])
  }

  @Test func `shown text is clean and short`() throws {
    let long = String(repeating: "n", count: 500)
    let plan = try #require(
      read("name = \"a\\n\\u202Eb\"\ntempo = 100\nkey = \"\(long)\"\n[[channel]]\nfile = \"a.wav\"\nname = \"\(long)\"\n").plan)
    #expect(plan.name == "a b" && plan.key?.count == 60 && plan.channels[0].name.count == 60)
    let told = try #require(read("\u{1B}[31m\(long)\n").reasons.sentence)
    #expect(told.count < 200 && !told.unicodeScalars.contains { $0.value == 0x1B })
  }

  @Test func `many mistakes are reported in part and counted`() {
    let contents = read(String(repeating: "x\n", count: 20_000))
    #expect(contents.reasons.count == 20_001 && contents.reasons.reported.count == 3)
    #expect(contents.reasons.sentence?.hasSuffix("(and 19998 more)") == true)
  }

  /// Any input gives either a plan or a reason. A plan keeps the limits.
  @Test func `random changes of a file are read or refused`() {
    var random = SplitMix(7)
    let good = Data(
      "name = \"a\"\ntempo = 110\nbeats = \"6/8\"\n[[channel]]\nfile = \"a.wav\"\nbars = 2\ngain = 1.5\n[[channel]]\nfile = 'b\\c.wav'\n"
        .utf8)
    var taken = 0
    for _ in 0..<3000 {
      let contents = StemSetFile.read(Array(Music.mutate(good, &random)))
      #expect((contents.plan == nil) == (contents.reasons.count > 0))
      guard let plan = contents.plan else { continue }
      taken += 1
      #expect((1...4).contains(plan.channels.count) && plan.milliBPM.map { (20_000...400_000).contains($0) } ?? true)
      for channel in plan.channels {
        #expect(!channel.name.isEmpty && (0...4).contains(channel.gain) && channel.bars.map { (1...4000).contains($0) } ?? true)
        #expect(!channel.file.hasPrefix("/") && !channel.file.split(separator: "/").contains(".."))
      }
    }
    #expect(taken > 0)
  }

  @Test func `a file that is too large or not a file is refused before it is read`() throws {
    try Places.withFolder { root in
      let path = root.path + "/stems.toml"
      let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
      #expect(ftruncate(descriptor, 20 << 30) == 0)
      close(descriptor)
      let unread = StickAccess(openFile: { _ in
        Issue.record("it was opened")
        return (descriptor: -1, code: EACCES)
      })
      #expect(StemSetFile.read(file: path, unread).reasons.sentence?.contains("64 kB are allowed") == true)
      try FileManager.default.removeItem(atPath: path)
      // A link may point anywhere, and a read of a pipe may never end.
      symlink("/etc/passwd", path)
      #expect(StemSetFile.read(file: path, unread).reasons.sentence == "it is not a regular file")
      try FileManager.default.removeItem(atPath: path)
      mkfifo(path, 0o600)
      #expect(StemSetFile.read(file: path, unread).reasons.sentence == "it is not a regular file")
      try FileManager.default.removeItem(atPath: path)
      try Data([0x6E, 0xFF, 0xFE]).write(to: URL(fileURLWithPath: path))
      #expect(StemSetFile.read(file: path).reasons.sentence?.contains("UTF-8") == true)
    }
  }

  @Test func `a file that grows while it is read costs no more than it may`() throws {
    try Places.withFolder { root in
      let path = root.path + "/stems.toml"
      try Data("tempo = 100\n".utf8).write(to: URL(fileURLWithPath: path))
      let endless = StickAccess(openFile: { _ in StickAccess.systemFile("/dev/zero") })
      #expect(StemSetFile.read(file: path, endless).reasons.sentence == "it has more than 64 kB")
    }
  }

  @Test func `a file that cannot be read says whether anything is known`() throws {
    try Places.withFolder { root in
      let path = root.path + "/stems.toml"
      try Data("tempo = 100\n".utf8).write(to: URL(fileURLWithPath: path))
      for (code, trouble) in [(EMFILE, EMFILE), (EIO, EIO), (EACCES, nil)] as [(Int32, Int32?)] {
        let contents = StemSetFile.read(file: path, StickAccess(openFile: { _ in (descriptor: -1, code: code) }))
        #expect(contents.trouble == trouble && contents.plan == nil && contents.reasons.sentence?.hasPrefix("it cannot be read") == true)
      }
    }
  }

  @Test func `capital letters in its own name do not matter`() {
    #expect(StemSetFile.isName("stems.toml") && StemSetFile.isName("STEMS.TOML") && StemSetFile.isName("Stems.toml"))
    #expect(!StemSetFile.isName("stem.toml") && !StemSetFile.isName("stems.tom1") && !StemSetFile.isName("._stems.toml"))
  }
}
