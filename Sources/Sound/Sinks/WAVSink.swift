import CSndFile
import Foundation

/// Writes what would be heard into a WAV file, 16 bit.
public final class WAVSink: ClockedSink, @unchecked Sendable {
  private let path: String
  private var file: WAVFile?

  public init(_ path: String) {
    self.path = path
    super.init(name: path, kind: "wav")
  }

  override func open() throws { file = try WAVFile(path) }
  override func write(_ block: UnsafePointer<Float>) {
    if file?.write(block, frames: SoundFormat.block) == false {
      report("\(path): \(file?.problem ?? "it cannot be written"); free some space")
    }
  }
  override func close() { file = nil }
}

/// A WAV file that is being written, 48 kHz stereo 16 bit.
public final class WAVFile {
  private let file: OpaquePointer

  /// - Throws: `SinkError` when it cannot be made.
  public init(_ path: String) throws(SinkError) {
    var info = SF_INFO()
    info.samplerate = Int32(SoundFormat.rate)
    info.channels = 2
    info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    guard let file = sf_open(path, Int32(SFM_WRITE), &info) else {
      throw SinkError(
        "the sound file \(path) cannot be written: \(String(cString: sf_strerror(nil)).trimmingCharacters(in: .whitespacesAndNewlines)); name another with --sink wav:PATH"
      )
    }
    sf_command(file, Int32(SFC_SET_CLIPPING), nil, 1)
    self.file = file
  }
  deinit { sf_close(file) }

  /// Appends interleaved stereo; false when it failed.
  public func write(_ samples: UnsafePointer<Float>, frames: Int) -> Bool { sf_writef_float(file, samples, Int64(frames)) == Int64(frames) }
  public var problem: String { String(cString: sf_strerror(file)).trimmingCharacters(in: .whitespacesAndNewlines) }
}
