import GestureFlowAPI
import Testing

/// Tests of loudness from the tags of all kinds of files.
@Suite struct GainTagsTests {
  private let lines = [
    ("REPLAYGAIN_TRACK_GAIN", "-6.50 dB"), ("replaygain_track_peak", "0.988547"), ("REPLAYGAIN_ALBUM_GAIN", "+1.25 dB"),
    ("REPLAYGAIN_ALBUM_PEAK", "1.0203"),
  ]
  private var expected: TrackLoudness {
    TrackLoudness(track: Loudness(level: -11.5, peak: 0.988547), album: Loudness(level: -19.25, peak: 1.0203))
  }
  private let sound = [UInt8](repeating: 0xFF, count: 400)

  private func track(_ gain: String, peak: String = "0.5") -> Loudness? {
    SoundTags(TagFiles.flac(["REPLAYGAIN_TRACK_GAIN=" + gain, "REPLAYGAIN_TRACK_PEAK=" + peak])).loudness.track
  }

  @Test(arguments: [2, 3, 4]) func `free frames of ID3 tell it`(version: Int) {
    let id = version == 2 ? "TXX" : "TXXX"
    let frames = lines.map { TagFiles.frame(id, "\($0.0)\0\($0.1)", version: version) }
    #expect(SoundTags(TagFiles.id3(frames, version: version) + sound).loudness == expected)
  }

  @Test func `comments and APE items tell it`() {
    let comments = lines.map { "\($0.0)=\($0.1)" }
    #expect(SoundTags(TagFiles.flac(comments)).loudness == expected)
    let vorbis = TagFiles.ogg([Array("\u{1}vorbis12345678".utf8), Array("\u{3}vorbis".utf8) + TagFiles.comments(comments)])
    #expect(SoundTags(vorbis).loudness == expected)
    let ape = TagFiles.ape(lines.map { ($0.0, Array($0.1.utf8), 0) })
    #expect(SoundTags(sound + ape).loudness == expected)
    // Some MP3 programs write gains to the end of a file. Its texts stay at the beginning.
    let texts = TagFiles.id3([TagFiles.frame("TIT2", "T"), TagFiles.frame("TPE1", "A"), TagFiles.frame("TALB", "B")])
    #expect(SoundTags(texts + sound + ape).loudness == expected)
  }

  @Test func `Opus has it in steps, relative to -23 LUFS`() {
    func opus(_ lines: [String]) -> TrackLoudness {
      SoundTags(TagFiles.ogg([Array("OpusHead12345678".utf8), Array("OpusTags".utf8) + TagFiles.comments(lines)])).loudness
    }
    let both = opus(["R128_TRACK_GAIN=-2560", "R128_ALBUM_GAIN=384"])
    #expect(both.track == Loudness(level: -13, peak: nil) && both.album == Loudness(level: -24.5, peak: nil))
    #expect(opus(["REPLAYGAIN_TRACK_GAIN=-1 dB", "R128_TRACK_GAIN=0"]).track?.level == -23, "a gain of its own kind counts more")
    for wrong in ["-32769", "32768", "1.5", "1e3", "nan", ""] { #expect(opus(["R128_TRACK_GAIN=" + wrong]) == TrackLoudness()) }
  }

  @Test(arguments: [
    ("+3,2 dB", -21.2), ("3.2", -21.2), ("-3.2dB", -14.8), ("-3.2 DB", -14.8), (" 0.00 dB ", -18), ("-28 dB", 10), ("52 dB", -70),
  ]) func `a gain is read in each spelling`(text: String, level: Double) throws {
    let told = try #require(track(text))
    #expect(abs(told.level - level) < 1e-9)
  }

  @Test(arguments: [
    "1e99 dB", "NaN", "nan dB", "inf", "-∞ dB", "", "dB", "+", "-. dB", "--3 dB", "3.2.1 dB", "3 .2 dB", "0x10", "٣ dB", "-28.1 dB",
    "52.1 dB",
    String(repeating: "9", count: 400),
  ]) func `a gain that is not a number or that no music has is unknown`(text: String) {
    #expect(track(text) == nil)
  }

  @Test(arguments: ["", "NaN", "-0.5", "0.000000", "1e0", "65"]) func `a peak that no music has is unknown`(text: String) {
    #expect(track("-3 dB", peak: text) == Loudness(level: -15, peak: nil))
  }

  @Test func `the first number of several counts`() {
    #expect(SoundTags(TagFiles.flac(["REPLAYGAIN_TRACK_GAIN=-1 dB", "REPLAYGAIN_TRACK_GAIN=-2 dB"])).loudness.track?.level == -17)
  }
}
