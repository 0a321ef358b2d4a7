import Library
import Testing

/// The channel data in one file's name.
@Suite struct StemFileNameTests {
  @Test(arguments: [
    "1 drums 2bars 110bpm.wav", "1_drums_2bars_110bpm.flac", "1-drums-2bars-110bpm.wav", "01. drums (2 bars, 110 BPM).aiff",
    "1 Drums 2Bars 110Bpm.WAV",
    "1.drums.2bars.110bpm.wav", "1 110bpm drums 2_bars.ogg", "1 [2bars] drums 110,0bpm.mp3",
  ])
  func `a name is read however its parts are separated`(file: String) {
    let said = StemFileName(file)
    #expect(said.number == 1 && said.bars == 2 && said.milliBPM == 110_000 && said.name.lowercased() == "drums", "\(file): \(said)")
  }

  @Test func `bars and tempo may be missing and a tempo may have a fraction`() {
    let bare = StemFileName("3 voice-like lead.wav")
    #expect(bare.number == 3 && bare.name == "voice-like lead" && bare.bars == nil && bare.milliBPM == nil)
    #expect(StemFileName("2 bass 92.5bpm.wav").milliBPM == 92_500)
    #expect(StemFileName("2 bass 92.1256bpm.wav").milliBPM == 92_125)
    #expect(StemFileName("2 bass 1bar.wav").bars == 1)
    #expect(StemFileName("2 Bässe 8bars 90bpm.wav") == StemFileName("2 Bässe (8 bars) 90 bpm.wav"))
    #expect(StemFileName("2 Bässe 8bars.wav").name == "Bässe")
  }

  @Test func `a word that is not a number stays in the name`() {
    for (file, name) in [
      ("1 808 kick.wav", "808 kick"), ("1 handlebars.wav", "handlebars"), ("1 2barstools.wav", "2barstools"), ("1 mp3bars.wav", "mp3bars"),
      ("1 Bars.wav", "Bars"), ("1 bpm.wav", "bpm"), ("1 1234567bars.wav", "1234567bars"), ("1 ä2bars.wav", "ä2bars"),
    ] {
      let said = StemFileName(file)
      #expect(said.name == name && said.bars == nil && said.milliBPM == nil, "\(file): \(said)")
    }
  }

  @Test func `a number in front stands alone`() {
    for file in ["1st take.wav", "2bars.wav", "1984 song.wav", "drums 1.wav", "-1 drums.wav", "１ drums.wav"] {
      #expect(StemFileName(file).number == nil, "\(file)")
    }
    #expect(StemFileName("07 song.wav").number == 7 && StemFileName("4.wav").number == 4)
  }

  @Test func `figures out of range are as they are written`() {
    #expect(StemFileName("1 a 0bars.wav").bars == 0 && StemFileName("1 a 10000bars.wav").bars == 10_000)
    #expect(StemFileName("1 a 2.5bars.wav").bars == 0, "no whole number")
    #expect(StemFileName("1 a 0bpm.wav").milliBPM == 0)
  }

  @Test func `a name is never empty and always clean`() {
    #expect(StemFileName("1 2bars 110bpm.wav").name == "channel 1")
    #expect(StemFileName("110bpm.wav").name == "untitled")
    #expect(StemFileName("").name == "untitled")
    #expect(StemFileName("2 a\n\u{1B}[31mb\u{202E}.wav").name == "a [31mb")
    #expect(StemFileName("2 \(String(repeating: "n", count: 500)).wav").name.count == 60)
    #expect(StemFileName.name(of: "audio/3 chords 8bars.wav") == "chords")
  }

  @Test func `the quick look misses nothing that matters`() {
    for file in ["1 a 2bars.wav", "1 a 2 Bar.wav", "1 a 110BPM.wav", "110bpm"] { #expect(StemFileName.mayMatter(file), "\(file)") }
    for file in ["", "ba", "01 Song.mp3", "bpn", "b pm.wav"] { #expect(!StemFileName.mayMatter(file), "\(file)") }
  }
}
