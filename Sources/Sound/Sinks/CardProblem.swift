import CALSA
import Foundation

/// Error messages for a sound card that does not play. They give the cause and, after the last colon, the remedy.
enum CardProblem {
  /// The kernel's ENOTSUPP, which the C library does not name. A Pi's HDMI socket returns it while a monitor that
  /// takes sound is not connected.
  private static let notSupported = 524

  /// Returns the error of a card that cannot be opened.
  /// - Parameter code: a positive error number.
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

  /// Returns the error of a failed configuration step.
  /// - Parameter code: a positive error number.
  static func step(_ device: String, _ what: String, code: Int) -> SinkError {
    SinkError("sound card \(device): \(what) failed (\(text(code))): \(remedy(device))")
  }

  /// Returns the error of a card without a suitable format.
  static func formats(_ device: String) -> SinkError {
    SinkError("sound card \(device) takes none of float, 32, 24 and 16 bit: \(remedy(device))")
  }

  /// Returns the error of a raw device that takes only IEC958 frames.
  /// - Parameter monitor: the device that takes sound.
  static func frames(_ device: String, monitor: String) -> SinkError {
    SinkError("sound card \(device) takes IEC958 frames alone, as HDMI sockets do: set sound.card to \(monitor)")
  }

  /// Returns the error of a card that plays at another rate.
  static func rate(_ device: String, hertz: Int) -> SinkError {
    SinkError("sound card \(device) plays at \(hertz) Hz and not at \(SoundFormat.rate): \(remedy(device))")
  }

  /// Returns the remedy. ALSA's `plug` converts to formats that a card takes.
  private static func remedy(_ device: String) -> String {
    if device.hasPrefix("plug") { return "set sound.card to another card" }
    return "set sound.card to " + (device.hasPrefix("hw:") ? "plug\(device)" : "plug:'\(device)'")
  }

  private static func text(_ code: Int) -> String { String(cString: snd_strerror(-Int32(truncatingIfNeeded: code))) }
}
