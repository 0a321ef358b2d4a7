import CSndFile
import Foundation
import Sound
import TestSupport
import Testing

/// Files of 5.1 and 7.1 channels become stereo. No channel is lost or on the wrong side.
@Suite struct SurroundTests {
  /// Returns half a second of one tone per channel, interleaved.
  private func tones(_ frequencies: [Double]) -> [Float] {
    (0..<24_000).flatMap { i in frequencies.map { $0 == 0 ? 0 : 0.2 * Float(sin(2 * .pi * $0 * Double(i) / 48_000)) } }
  }

  /// Returns the level of a tone on each side; 1 is that of a front channel.
  private func levels(_ file: SoundFile, _ hz: Double) -> (left: Double, right: Double) {
    var sound = [Float](repeating: 0, count: 48_000)
    let count = file.read(&sound, count: 24_000)
    func level(_ side: Int) -> Double {
      var (re, im) = (0.0, 0.0)
      // Uses the middle, in whole periods of 100 Hz, because coders fade the ends.
      for i in 4800..<19_200 {
        let phase = 2 * .pi * hz * Double(i) / 48_000
        re += Double(sound[2 * i + side]) * cos(phase)
        im += Double(sound[2 * i + side]) * sin(phase)
      }
      return (re * re + im * im).squareRoot() / 14_400 * 2 / 0.2
    }
    #expect(count >= 19_200)
    return (level(0), level(1))
  }

  private static let formats = [
    ("wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16), ("wav", SF_FORMAT_WAVEX | SF_FORMAT_PCM_16), ("flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16),
    ("aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_16), ("ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS), ("opus", SF_FORMAT_OGG | SF_FORMAT_OPUS),
  ]

  @Test(arguments: 0..<formats.count) func `5.1 has left, right, centre and surround where they belong`(_ place: Int) throws {
    let (ending, format) = Self.formats[place]
    // The order is front left, right, centre, bass, surround left and right. Vorbis has another order.
    let (l, r, c, s): (Double, Double, Double, Double) = (300, 900, 500, 1500)
    let order = ending == "ogg" || ending == "opus" ? [l, c, r, s, 0, 200] : [l, r, c, 200, s, 0]
    try Places.withFolder { folder in
      let path = folder.path + "/x." + ending
      Signals.write(tones(order), to: path, channels: 6, format: format)
      func expect(_ hz: Double, _ left: Double, _ right: Double) throws {
        let found = levels(try SoundFile(path), hz)
        #expect(abs(found.left - left) < 0.03 && abs(found.right - right) < 0.03, "\(hz) Hz: \(found)")
      }
      try expect(l, 1, 0)
      try expect(r, 0, 1)
      try expect(c, 0.707, 0.707)
      try expect(s, 0.707, 0)
      try expect(200, 0, 0)
    }
  }

  @Test func `speakers that the file names count more than an order`() throws {
    try Places.withFolder { folder in
      // The three channels are left, right and behind, not centre.
      let path = folder.path + "/x.wav"
      var info = SF_INFO()
      (info.samplerate, info.channels, info.format) = (48_000, 3, Int32(SF_FORMAT_WAVEX | SF_FORMAT_PCM_16))
      let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
      var map = [Int32(SF_CHANNEL_MAP_LEFT), Int32(SF_CHANNEL_MAP_RIGHT), Int32(SF_CHANNEL_MAP_REAR_CENTER)]
      #expect(sf_command(file, Int32(SFC_SET_CHANNEL_MAP_INFO), &map, 12) == SF_TRUE)
      let sound = tones([300, 900, 500])
      sf_writef_float(file, sound, 24_000)
      sf_close(file)
      let behind = levels(try SoundFile(path), 500)
      #expect(abs(behind.left - 0.5) < 0.01 && abs(behind.right - 0.5) < 0.01, "\(behind)")
    }
  }

  @Test func `of more than eight channels the first two are heard`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/x.wav"
      Signals.write(tones([300, 900] + [Double](repeating: 500, count: 8)), to: path, channels: 10)
      let (first, third) = (levels(try SoundFile(path), 300), levels(try SoundFile(path), 500))
      #expect(abs(first.left - 1) < 0.01 && third.left < 0.01)
    }
  }

  @Test func `a sample that is not a number is silence in its channel alone`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/x.wav"
      Signals.write([0.5, 0, .nan, 0, 0, 0] + [Float](repeating: 0, count: 600), to: path, channels: 6)
      let file = try SoundFile(path)
      var sound = [Float](repeating: 9, count: 200)
      _ = file.read(&sound, count: 100)
      #expect(sound[0] == 0.5 && sound[1] == 0 && file.badSamples == 1)
    }
  }
}
