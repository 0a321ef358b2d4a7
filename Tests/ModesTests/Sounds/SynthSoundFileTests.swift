import Foundation
import GestureFlowAPI
import Modes
import Sound
import TestSupport
import Testing

/// The meaning of a sound file, and the message for a wrong one.
@Suite struct SynthSoundFileTests {
  private let whole = """
    # A remark.
    name = "Glass  Bells"   # seen with one blank
    waveform = "sine"
    volume = 0.5
    spread = 1
    portamento = 0.25
    tone = 0.75
    fuzz = 0.125

    [envelope]
    attack = 0.002
    decay = 20
    sustain = 0
    release = 1.5

    [lfo]
    moves = "tremolo"
    rate = 20

    [delay]
    beats = 0.75
    feedback = 0.95
    mix = 0.5

    [reverb]
    low = 0.1
    middle = 1.5
    high = 20
    mix = 1
    """

  private func read(_ text: String, file: String = "/s/a.toml") -> SynthSoundFile.Reading {
    SynthSoundFile.read(Array(text.utf8), file: file)
  }

  @Test func `every key is read`() {
    var patch = SynthPatch()
    patch.waveform = .sine
    (patch.volume, patch.spread, patch.portamento, patch.tone, patch.fuzz) = (0.5, 1, 0.25, 0.75, 0.125)
    (patch.attack, patch.decay, patch.sustain, patch.release) = (0.002, 20, 0, 1.5)
    (patch.lfo, patch.lfoRate) = (.tremolo, 20)
    (patch.delayTime, patch.delayFeedback, patch.delayMix) = (.beats(0.75), 0.95, 0.5)
    (patch.reverbLow, patch.reverbMiddle, patch.reverbHigh, patch.reverbMix) = (0.1, 1.5, 20, 1)
    let reading = read(whole)
    #expect(reading.sound?.name == "Glass Bells" && reading.sound?.patch == patch && reading.errors.isEmpty)
    #expect(patch.inRange == patch, "what a file may say is what a patch may be")
  }

  @Test(arguments: [("sine", Waveform.sine), ("saw", .saw), ("triangle", .triangle), ("square", .square)])
  func `a waveform is enough for a sound`(word: String, waveform: Waveform) {
    var patch = SynthPatch()
    patch.waveform = waveform
    let reading = read("waveform = '\(word)'\n", file: "/s/low-hum.TOML")
    #expect(reading.sound?.name == "low-hum" && reading.sound?.patch == patch && reading.errors.isEmpty)
  }

  @Test func `any line end and a byte order mark are accepted`() {
    let reading = read("\u{FEFF}name=\"A\"\r\nwaveform=\"saw\"\r\n[delay]\r\nseconds=2.5\r\n")
    #expect(reading.sound?.patch.delayTime == .seconds(2.5) && reading.sound?.name == "A")
  }

  /// Both ends of every range are accepted exactly. Values beyond them are rejected with line, key and range.
  @Test func `every range holds at both ends`() throws {
    for key in SoundKey.all {
      guard let range = key.range else { continue }
      let head = "waveform = \"saw\"\n" + (key.section.map { "[\($0)]\n" } ?? "")
      let line = head.count { $0 == "\n" } + 1
      for good in ["\(range.lowerBound)", "\(range.upperBound)"] {
        #expect(read(head + "\(key.short) = \(good)\n").errors.isEmpty, "\(key.name) = \(good)")
      }
      let beside = ["\(range.lowerBound - 0.001)", "\(range.upperBound * 1.01)"]
      for bad in beside + ["-1", "1e30", "nan", "inf", "-inf", "+nan", "true", "\"0\"", "[0]"] {
        let reading = read(head + "\(key.short) = \(bad)\n")
        let error = try #require(reading.errors.first, "\(key.name) = \(bad)")
        #expect(reading.sound == nil && reading.errors.count == 1 && error.line == line && error.key == key.name, "\(error)")
        #expect(error.file == "/s/a.toml" && error.text.contains(key.allowed), "\(error)")
      }
    }
  }

  @Test func `an error is reported with file line key and allowed values`() throws {
    let good = "waveform = \"saw\"\n"
    for (text, told) in [
      ("", "/s/a.toml: waveform: it is missing; it takes one of \"sine\", \"saw\", \"triangle\", \"square\""),
      ("waveform = \"Saw\"\n", "/s/a.toml:1: waveform: it takes one of \"sine\", \"saw\", \"triangle\", \"square\", and not \"Saw\""),
      ("waveform = saw\n", "/s/a.toml:1: waveform: it takes one of"),
      ("waveform = 1\n", "/s/a.toml:1: waveform: it takes one of"),
      (good + "fuzz = 1.5\n", "/s/a.toml:2: fuzz: it takes a number from 0 to 1, and not 1.5"),
      (good + "fuzz = nan\n", "/s/a.toml:2: fuzz: it takes a number from 0 to 1, and not 'nan'"),
      (good + "fuzz =\n", "/s/a.toml:2: fuzz: the value is missing"),
      (good + "fuzz = 0 1\n", "/s/a.toml:2: fuzz: there is more than one value in the line"),
      (good + "[envelope]\nattack = 0\n", "/s/a.toml:3: envelope.attack: it takes a number from 0.002 to 20 (seconds), and not 0"),
      (good + "[lfo]\nmoves = \"pitch\"\n", "/s/a.toml:3: lfo.moves: it takes one of \"vibrato\", \"tremolo\", and not \"pitch\""),
      (good + "attack = 1\n", "/s/a.toml:2: attack: this key does not exist above the first section; use name, waveform, volume"),
      (good + "[delay]\ntime = 1\n", "/s/a.toml:3: delay.time: this key does not exist in [delay]; use seconds, beats, feedback, mix"),
      (good + "[filter]\n", "/s/a.toml:2: '[filter]' is not a section of a sound; use [envelope], [lfo], [delay], [reverb]"),
      (good + "[[lfo]]\n", "/s/a.toml:2: '[[lfo]]' is not a section of a sound"),
      (good + "[lfo]\nrate = 1\n[lfo]\n", "/s/a.toml:4: [lfo] is already in line 2"),
      (good + good, "/s/a.toml:2: waveform: it is already in line 1"),
      (
        good + "[delay]\nbeats = 1\nseconds = 1\n",
        "/s/a.toml:4: delay.seconds: line 3 already gives the echo's time as delay.beats: remove one of them"
      ),
      (good + "name = \"\u{200B} -\"\n", "/s/a.toml:2: name: it has no visible character; it takes a text of 1 to 40 letters"),
      (good + "name = \"a\n", "/s/a.toml:2: name: the text has no quotation mark at its end"),
      (good + "name = 7\n", "/s/a.toml:2: name: it takes a text of 1 to 40 letters between quotation marks, and not 7"),
      (good + "hello\n", "/s/a.toml:2: 'hello' is not understood: write KEY = VALUE or [SECTION]"),
      (good + "\0", "/s/a.toml:2: '' is not understood"),
    ] {
      let reading = read(text)
      let error = try #require(reading.errors.first, "\(text)")
      #expect(reading.sound == nil && error.description.contains(told), "\(text) gives \(error)")
    }
  }

  /// A file with one bad line gives no sound. All its mistakes are reported at once, up to a limit.
  @Test func `nothing is half read`() {
    let reading = read(whole + "\nmix = 2\n" + String(repeating: "x\n", count: 1000))
    #expect(reading.sound == nil && reading.errors.count == SynthSoundFile.mostReported + 1)
    #expect(reading.errors.last?.text == "and 991 more mistakes")
  }

  @Test func `a file that is not text or too large is refused`() {
    #expect(SynthSoundFile.read([0x61, 0xFF, 0xFE], file: "a").errors.map(\.text) == ["it is not UTF-8 text: save it as UTF-8"])
    let large = Array("waveform = \"saw\"\n".utf8) + [UInt8](repeating: 0x23, count: SynthSoundFile.maxBytes)
    #expect(SynthSoundFile.read(large, file: "a").errors.first?.text.contains("64 kB are allowed") == true)
    #expect(SynthSoundFile.read(Array(large.prefix(SynthSoundFile.maxBytes)), file: "a").sound != nil)
  }

  @Test func `shown text is clean and short`() throws {
    let long = String(repeating: "n", count: 500)
    let sound = try #require(read("waveform = \"saw\"\nname = \"a\\n\\u202Eb \(long)\"\n").sound)
    #expect(sound.name.hasPrefix("a b") && sound.name.count == InstrumentRange.longestSoundName)
    for text in ["\u{1B}[31m\(long)\n", "\(long) = 1\n", "waveform = \"\u{1B}[31m\(long)\"\n", "[\u{1B}\(long)]\n"] {
      let error = try #require(read(text, file: "/s/\u{1B}[31m.toml").errors.first).description
      #expect(error.count < 400 && !error.unicodeScalars.contains { $0.value == 0x1B }, "\(error)")
    }
  }

  @Test func `files that cannot be read are errors`() throws {
    try Places.withFolder { folder in
      let path = folder.path
      #expect(SynthSoundFile.read(file: path + "/none.toml").errors.first?.text == "it cannot be read (No such file or directory)")
      #expect(SynthSoundFile.read(file: path).errors.first?.text == "it is not a regular file")
      try #require(mkfifo(path + "/pipe.toml", 0o600) == 0)
      #expect(SynthSoundFile.read(file: path + "/pipe.toml").errors.first?.text == "it is not a regular file")
      try Data(whole.utf8).write(to: folder.appendingPathComponent("a.toml"))
      try FileManager.default.createSymbolicLink(atPath: path + "/link.toml", withDestinationPath: "a.toml")
      #expect(SynthSoundFile.read(file: path + "/link.toml").errors.first?.text == "it is not a regular file")
      #expect(SynthSoundFile.read(file: path + "/link.toml", followsLinks: true).sound?.name == "Glass Bells")
      try Data(count: SynthSoundFile.maxBytes + 1).write(to: folder.appendingPathComponent("large.toml"))
      #expect(SynthSoundFile.read(file: path + "/large.toml").errors.first?.text == "it has 65537 bytes; 64 kB are allowed")
    }
  }

  /// Any input gives either a sound or an error. Each sound can be played.
  @Test func `random changes of a file are read or refused`() {
    var random = SplitMix(12)
    let words = ["nan", "-inf", "1e999", "[lfo]", "\"", "\\u", "=", "\n", "-", "9", "\0", "beats = 1\n", "é"]
    var taken = 0
    for round in 0..<1000 {
      var bytes = Array(whole.utf8)
      for _ in 0..<(random.next() % 2 + 1) {
        let at = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.insert(contentsOf: words[Int(random.next() % UInt64(words.count))].utf8, at: at)
        case 2: bytes.removeSubrange(at..<min(at + 9, bytes.count))
        default: bytes += bytes[..<at]
        }
        if bytes.isEmpty { bytes = [0x0A] }
      }
      let reading = SynthSoundFile.read(bytes, file: "/s/a.toml")
      #expect((reading.sound == nil) == !reading.errors.isEmpty, "round \(round)")
      guard let sound = reading.sound else { continue }
      taken += 1
      #expect(sound.patch.inRange == sound.patch && !sound.name.isEmpty, "round \(round): \(sound)")
    }
    #expect(taken > 50 && taken < 950, "\(taken) of 1000 were read: the changes are too strong or too weak")
  }
}
