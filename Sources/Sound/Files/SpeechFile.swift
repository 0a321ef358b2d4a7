import Foundation

/// Files of spoken sentences. They are WAV from a speech program, and the FLAC that is kept of it.
package enum SpeechFile {
  /// Longest sentence in seconds. The rest of a longer file is dropped.
  package static let longest = 30

  /// Reads a sound file as mono of 48 kHz.
  /// - Returns: nil if the file cannot be read, or holds no sound.
  package static func read(_ path: String) -> [Float]? {
    guard let file = try? SoundFile(path) else { return nil }
    let chunk = 1024
    var stereo = [Float](repeating: 0, count: 2 * chunk)
    var samples: [Float] = []
    while samples.count < longest * SoundFormat.rate {
      var got = file.read(&stereo, count: chunk)
      // The resampler holds the last frames.
      if got == 0 { got = file.drain(&stereo, count: chunk) }
      if got == 0 { break }
      for frame in 0..<got { samples.append((stereo[2 * frame] + stereo[2 * frame + 1]) / 2) }
    }
    return samples.isEmpty ? nil : samples
  }

  /// Returns whether a WAV file is as long as its header states. A program that was ended early leaves less.
  package static func isWhole(_ path: String) -> Bool {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count > 44 else { return false }
    var size = 8
    for place in 0..<4 { size += Int(bytes[4 + place]) << (8 * place) }
    return size == bytes.count
  }

  /// Writes mono of 48 kHz to a new FLAC file. Waits until it is on the disk.
  /// - Returns: false on failure, such as a full disk.
  package static func write(_ samples: [Float], to path: String) -> Bool {
    guard let file = try? FLACFile(path) else { return false }
    var block = [Float](repeating: 0, count: 2 * SoundFormat.block)
    for begin in stride(from: 0, to: samples.count, by: SoundFormat.block) {
      for frame in 0..<SoundFormat.block {
        let sample = begin + frame < samples.count ? samples[begin + frame] : 0
        block[2 * frame] = sample
        block[2 * frame + 1] = sample
      }
      if !file.write(block) { return false }
    }
    return file.finish()
  }
}
