import CALSA
import Foundation

/// Words for a sound card that does not play: the cause, and after the last colon what to do.
enum CardProblem {
  /// The kernel's ENOTSUPP, for which the C library has no name. A Pi's HDMI socket answers it while no monitor that takes sound is connected.
  private static let notSupported = 524

  /// It cannot be opened. - Parameter code: a positive error number.
  static func opening(_ device: String, code: Int) -> SinkError {
    switch code {
    case Int(EBUSY), Int(EAGAIN):
      SinkError("sound card \(device) is in use by another program: close that program (sudo fuser -v /dev/snd/* names it)")
    case Int(EACCES), Int(EPERM):
      SinkError("no permission to open sound card \(device): add the user to the group audio (sudo usermod -aG audio USER)")
    case notSupported,
      Int(ENODEV) where ALSACard.isMonitor(device):
      SinkError(
        "no monitor that takes sound is connected to \(device): connect it and switch it on, or set sound.card to another card")
    case Int(ENOENT) where device.hasPrefix("hdmi:"), Int(EINVAL) where device.hasPrefix("hdmi:"):
      SinkError("ALSA's configuration has no device \(device): install libasound2-data, or set sound.card to another card")
    case Int(ENOENT), Int(ENODEV): SinkError("no sound card \(device): plug it in, or name another with --sink alsa:ID")
    default: SinkError("sound card \(device) cannot be opened (\(text(code))): set sound.card to another card")
    }
  }

  /// One step of its setting up failed. - Parameter code: a positive error number.
  static func step(_ device: String, _ what: String, code: Int) -> SinkError {
    SinkError("sound card \(device): \(what) failed (\(text(code))): \(remedy(device))")
  }

  /// It takes none of the formats that the box has.
  static func formats(_ device: String) -> SinkError {
    SinkError("sound card \(device) takes none of float, 32, 24 and 16 bit: \(remedy(device))")
  }

  /// Its raw device takes IEC958 frames alone. - Parameter monitor: the device that takes sound.
  static func frames(_ device: String, monitor: String) -> SinkError {
    SinkError("sound card \(device) takes IEC958 frames alone, as HDMI sockets do: set sound.card to \(monitor)")
  }

  /// It plays at another rate.
  static func rate(_ device: String, hertz: Int) -> SinkError {
    SinkError("sound card \(device) plays at \(hertz) Hz and not at \(SoundFormat.rate): \(remedy(device))")
  }

  /// ALSA's `plug` converts what a card does not take itself.
  private static func remedy(_ device: String) -> String {
    if device.hasPrefix("plug") { return "set sound.card to another card" }
    return "set sound.card to " + (device.hasPrefix("hw:") ? "plug\(device)" : "plug:'\(device)'")
  }

  private static func text(_ code: Int) -> String { String(cString: snd_strerror(-Int32(truncatingIfNeeded: code))) }
}
