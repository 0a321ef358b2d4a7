import CSampleRate

/// Turns stereo of one rate into 48 kHz (libsamplerate's band-limited interpolation), and knows how much is still on its way.
///
/// A filter of its length smears a beginning and an end over some frames. So that two files that belong together join without a seam, the second goes on with
/// the resampler of the first.
package final class Resampler {
  /// Frames a second of what goes in.
  package let rate: Int
  private let ratio: Double
  private let state: OpaquePointer
  /// Frames that went in, and that came out, since the start or the last reset.
  private var fed: Int64 = 0
  private var made: Int64 = 0

  /// - Throws: libsamplerate's reason, with the path of the file it was wanted for.
  package init(rate: Int, for path: String) throws(SoundFileError) {
    var code: Int32 = 0
    guard let state = src_new(Int32(SRC_SINC_MEDIUM_QUALITY), 2, &code) else {
      throw SoundFileError(path: path, reason: String(cString: src_strerror(code)))
    }
    self.state = state
    self.rate = rate
    ratio = Double(SoundFormat.rate) / Double(rate)
  }

  deinit { src_delete(state) }

  /// Frames of 48 kHz that belong to what went in and have not come out yet.
  package var held: Int64 { max(0, Int64((Double(fed) * ratio).rounded()) - made) }

  /// Takes `count` frames and gives up to `room`. - Parameter isLast: nothing will follow; what is held comes out.
  /// - Returns: frames used and frames made; nil if libsamplerate refuses.
  package func process(
    _ input: UnsafePointer<Float>, count: Int, to output: UnsafeMutablePointer<Float>, room: Int, isLast: Bool
  ) -> (used: Int, made: Int)? {
    var data = SRC_DATA()
    data.data_in = input
    data.input_frames = count
    data.data_out = output
    data.output_frames = room
    data.src_ratio = ratio
    data.end_of_input = isLast ? 1 : 0
    guard src_process(state, &data) == 0 else { return nil }
    fed += Int64(data.input_frames_used)
    made += Int64(data.output_frames_gen)
    return (data.input_frames_used, data.output_frames_gen)
  }

  /// Forgets what is held.
  package func reset() {
    src_reset(state)
    fed = 0
    made = 0
  }
}
