import CSndFile
import Foundation

/// Sound files with tags of arbitrary content.
public enum TaggedSound {
  /// Writes a quiet tone as a 16-bit stereo WAV of 48 kHz.
  /// - Parameters:
  ///   - path: path of the file.
  ///   - seconds: its length.
  ///   - title: written unchanged, including line ends.
  ///   - artist: written unchanged, including line ends.
  ///   - album: written unchanged, including line ends.
  public static func write(_ path: String, seconds: Double = 0.5, title: String, artist: String? = nil, album: String? = nil) {
    var info = SF_INFO()
    info.samplerate = 48_000
    info.channels = 2
    info.format = 0x01_0000 | 0x0002
    let file = sf_open(path, Int32(SFM_WRITE), &info)
    precondition(file != nil, "cannot write \(path)")
    for (kind, text) in [(SF_STR_TITLE, title), (SF_STR_ARTIST, artist), (SF_STR_ALBUM, album)] {
      if let text { sf_set_string(file, Int32(kind), text) }
    }
    let samples = Signals.sine(330, seconds: seconds, level: 0.1)
    sf_writef_float(file, samples, Int64(samples.count / 2))
    sf_close(file)
  }
}
