import CSndFile
import Foundation
import GestureFlowAPI

/// A WAV file for writing, 48 kHz stereo 16 bit, with dither. One thread at a time.
public final class WAVFile {
  private let file: OpaquePointer
  private var converter = SampleConverter()
  private var samples: [Int16] = []

  /// - Throws: `Failure` if the file cannot be created.
  public init(_ path: String) throws(Failure) {
    var info = SF_INFO()
    info.samplerate = Int32(SoundFormat.rate)
    info.channels = 2
    info.format = Int32(SF_FORMAT_RF64 | SF_FORMAT_PCM_16)
    guard let file = sf_open(path, Int32(SFM_WRITE), &info) else {
      let why = String(cString: sf_strerror(nil)).trimmingCharacters(in: .whitespacesAndNewlines)
      throw Failure("the sound file \(path) cannot be written", remedy: "\(why); name another with --sink wav:PATH")
    }
    // Plain WAV up to 4 GiB or 6.2 hours. Longer files become RF64, the extension for them (EBU Tech 3306).
    sf_command(file, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE))
    self.file = file
  }
  deinit { sf_close(file) }

  /// Appends interleaved stereo, -1...1. Returns false if that failed.
  public func write(_ frames: UnsafePointer<Float>, frames count: Int) -> Bool {
    if samples.count < count * 2 { samples = [Int16](repeating: 0, count: count * 2) }
    samples.withUnsafeMutableBufferPointer { converter.rtConvert(frames, $0.baseAddress!, count: count * 2) }
    return sf_writef_short(file, samples, Int64(count)) == Int64(count)
  }

  /// The last error of libsndfile.
  public var problem: String { String(cString: sf_strerror(file)).trimmingCharacters(in: .whitespacesAndNewlines) }
}
