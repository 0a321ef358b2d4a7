import CALSA
import Foundation
import GestureFlowAPI

/// Error messages for a sound card that does not play. They give the cause and, after the last colon, the remedy.
enum CardProblem {
  /// The kernel's ENOTSUPP, which the C library does not name. A Pi's HDMI socket returns it while a monitor that
  /// takes sound is not connected.
  private static let notSupported = 524

  /// Returns the error of a card that cannot be opened.
  /// - Parameter code: a positive error number.
  static func opening(_ device: String, code: Int) -> Failure {
    switch code {
    case Int(EBUSY), Int(EAGAIN):
      Failure("sound card \(device) is in use by another program", remedy: "close that program (sudo fuser -v /dev/snd/* names it)")
    case Int(EACCES), Int(EPERM):
      Failure("no permission to open sound card \(device)", remedy: "add the user to the group audio (sudo usermod -aG audio USER)")
    case notSupported,
      Int(ENODEV) where ALSACard.isMonitor(device):
      Failure(
        "no monitor that takes sound is connected to \(device)", remedy: "connect it and switch it on, or set sound.card to another card")
    case Int(ENOENT) where device.hasPrefix("hdmi:"), Int(EINVAL) where device.hasPrefix("hdmi:"):
      Failure("ALSA's configuration has no device \(device)", remedy: "install libasound2-data, or set sound.card to another card")
    case Int(ENOENT), Int(ENODEV): Failure("no sound card \(device)", remedy: "plug it in, or set sound.card to another card")
    default: Failure("sound card \(device) cannot be opened (\(text(code)))", remedy: "set sound.card to another card")
    }
  }

  /// Returns the error of a failed configuration step.
  /// - Parameter code: a positive error number.
  static func step(_ device: String, _ what: String, code: Int) -> Failure {
    Failure("sound card \(device): \(what) failed (\(text(code)))", remedy: remedy(device))
  }

  /// Returns the error of a card without a suitable format.
  static func formats(_ device: String) -> Failure {
    Failure("sound card \(device) supports neither float nor 32, 24 or 16 bit", remedy: remedy(device))
  }

  /// Returns the error of a raw device that takes only IEC958 frames.
  /// - Parameter monitor: the device that takes sound.
  static func frames(_ device: String, monitor: String) -> Failure {
    Failure("sound card \(device) takes only IEC958 frames, as HDMI sockets do", remedy: "set sound.card to \(monitor)")
  }

  /// Returns the error of a card that plays at another rate.
  static func rate(_ device: String, hertz: Int) -> Failure {
    Failure("sound card \(device) plays at \(hertz) Hz and not at \(SoundFormat.rate)", remedy: remedy(device))
  }

  /// Returns the remedy. ALSA's `plug` converts to formats that a card takes.
  private static func remedy(_ device: String) -> String {
    if device.hasPrefix("plug") { return "set sound.card to another card" }
    return "set sound.card to " + (device.hasPrefix("hw:") ? "plug\(device)" : "plug:'\(device)'")
  }

  private static func text(_ code: Int) -> String { String(cString: snd_strerror(-Int32(truncatingIfNeeded: code))) }
}
