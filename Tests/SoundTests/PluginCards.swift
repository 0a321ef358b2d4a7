import CALSA
import Foundation
import Synchronization

/// Cards made of ALSA's own plugins, like a Pi's HDMI sockets. `hw:` accepts only IEC958 frames; `hdmi:`
/// accepts sound and makes such frames.
final class PluginCards: Sendable {
  /// Path of the file with the card's output: stereo, 32 bits. IEC958 frames carry the upper 24 bits.
  let path = NSTemporaryDirectory() + "gf-plugin-card-\(UUID().uuidString).raw"
  private let opened = Mutex<[String]>([])
  /// Requested devices, in order.
  var devices: [String] { opened.withLock { $0 } }

  deinit { unlink(path) }

  /// Opens `hw:CARD=ID` or `hdmi:CARD=ID,DEV=0`.
  /// - Returns: 0 or a negative error number.
  func open(_ pcm: inout OpaquePointer?, _ device: String, _ mode: Int32) -> Int32 {
    opened.withLock { $0.append(device) }
    // This device accepts frames and plays the samples in them.
    let raw = "type iec958 slave { format S32_LE pcm { type file file '\(path)' format raw slave.pcm { type null } } }"
    let text = """
      pcm.hw { @args [ CARD ] @args.CARD { type string } \(raw) }
      pcm.hdmi {
        @args [ CARD DEV ] @args.CARD { type string } @args.DEV { type integer }
        type iec958 slave { format IEC958_SUBFRAME_LE pcm { \(raw) } } status [ 4 130 0 2 ] hdmi_mode true
      }

      """
    var top: OpaquePointer?
    guard snd_config_top(&top) == 0 else { return -ENOMEM }
    defer { snd_config_delete(top) }
    let code = text.withCString { text in
      var input: OpaquePointer?
      guard snd_input_buffer_open(&input, text, Int(strlen(text))) == 0 else { return -ENOMEM }
      defer { snd_input_close(input) }
      return snd_config_load(top, input)
    }
    return code < 0 ? code : snd_pcm_open_lconf(&pcm, device, SND_PCM_STREAM_PLAYBACK, mode, top)
  }

  /// Returns the samples played since the last opening. The card must be closed.
  func played() throws -> [Int32] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return stride(from: 0, to: data.count - 3, by: 4).map { at in
      (0..<4).reduce(Int32(0)) { $0 | Int32(truncatingIfNeeded: UInt32(data[at + $1]) << (8 * UInt32($1))) }
    }
  }
}
