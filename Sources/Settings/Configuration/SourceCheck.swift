import Foundation
import GestureFlowAPI
import OSC

/// Checks texts that name a camera, a card or a music folder. A mistake is reported with file, line and key when the
/// configuration is read, instead of silently becoming `auto`. A camera or card that is only missing now is not a
/// mistake, because it may be plugged in later. A missing film is a mistake, because it cannot appear by being
/// plugged in.
enum SourceCheck {
  static let cameras = "\"auto\", \"v4l2:/dev/videoN\", \"libcamera[:ID]\", \"film:/PATH\" or \"performer[:SCRIPT]\""
  static let buses = "a bus's address as \"unix:path=/PATH\", \"session\" for the one of the user's session, or \"\" for none"
  static let cards = "\"auto\", a card's id, as /proc/asound/cards has it in brackets, or \"fifo:/PATH\" for a pipe"

  private static let longestID = 256

  /// Checks a camera's name.
  /// - Parameter files: whether the film that the name gives must exist.
  /// - Returns: what is wrong; nil if the name can be used.
  static func camera(_ text: String, files: Bool) -> String? {
    if text.hasSuffix(":") { return "\"\(text)\" is not allowed: add what is missing after the colon" }
    let choice: CameraChoice
    do throws(Failure) { choice = try CameraChoice(text) } catch {
      // The error text of the command line begins with the option.
      let option = "--camera \(text): "
      let isScript = error.description.hasPrefix(option) && error.description.contains("does not exist")
      guard isScript else { return "\"\(text)\" is not allowed" }
      return "\"\(text)\" is not allowed: \(error.description.dropFirst(option.count))"
    }
    switch choice {
    case .performer, .auto: return nil
    case .libcamera(let id):
      // The id becomes a program's argument and a part of messages.
      guard let id, id.count > longestID || id.hasPrefix("-") || id.contains(where: \.isNewline) else { return nil }
      return "\"\(text)\" is not allowed: give an id of up to \(longestID) characters, from the brackets of cam --list"
    case .replay: return "\"\(text)\" is not allowed: play a session with gestureflowd run --camera"
    case .v4l2(let device):
      return device == "auto" || device.hasPrefix("/dev/") ? nil : "\"\(text)\" is not allowed: name a device below /dev"
    case .film(let path):
      guard path.hasPrefix("/") else { return "\"\(text)\" is not allowed: give the absolute path of the film" }
      guard files else { return nil }
      var status = stat()
      guard stat(path, &status) == 0 else { return "\"\(text)\" is not allowed: the file does not exist" }
      guard status.st_mode & S_IFMT == S_IFREG else { return "\"\(text)\" is not allowed: it is not a file" }
      return access(path, R_OK) == 0 ? nil : "\"\(text)\" is not allowed: let the daemon read it"
    }
  }

  /// - Returns: what is wrong with a card's name. Nil if such a card may exist.
  static func card(_ text: String) -> String? {
    let sinks = ["alsa", "wav", "fifo", "null"]
    if text.isEmpty { return "an empty name is not allowed" }
    if text.hasPrefix("fifo:") {
      let isPath = text.hasPrefix("fifo:/") && !text.hasSuffix("/") && !text.contains { $0.isNewline || $0 == "\"" || $0 == "\0" }
      return isPath ? nil : "\"\(text)\" is not allowed: give the absolute path of the pipe"
    }
    if text.contains(where: { $0.isWhitespace || $0 == "/" || $0 == "\"" }) { return "\"\(text)\" is not allowed" }
    if sinks.contains(where: { text == $0 || text.hasPrefix($0 + ":") }) {
      return "\"\(text)\" is not allowed: give only the id of the card"
    }
    return nil
  }

  /// - Returns: what is wrong with the instrument's range. Nil if it can be played.
  static func range(_ text: String) -> String? {
    do throws(Problem) { _ = try Command(.range, text: text) } catch { return "\"\(text)\" is not allowed" }
    return nil
  }

  /// - Returns: what is wrong with a touch device's name. Nil if such a device may exist, now or later.
  static func touch(_ text: String) -> String? {
    text == "auto" || text == "off" || text.hasPrefix("/dev/input/") ? nil : "\"\(text)\" is not allowed"
  }

  /// - Returns: what is wrong with an OSC target. Nil if such a host may exist, now or later.
  static func osc(_ text: String) -> String? {
    guard !text.isEmpty else { return nil }
    do throws(Problem) { _ = try OSCTarget(text) } catch { return error.detail }
    return nil
  }

  /// - Returns: what is wrong with a bus's address. Nil if such a bus may exist, now or later.
  static func bus(_ text: String) -> String? {
    let start = "unix:path="
    if text.isEmpty || text == "session" { return nil }
    // Accept one address only. After a semicolon may follow another one, with which sd-bus would run a program
    // (unixexec) or open a network connection (tcp).
    guard text.hasPrefix(start), !text.contains(where: { $0.isWhitespace || $0 == ";" }) else { return "\"\(text)\" is not allowed" }
    return text.dropFirst(start.count).hasPrefix("/") ? nil : "\"\(text)\" is not allowed: give the absolute path of the bus's socket"
  }

  /// - Returns: what is wrong with a folder's name. Nil if such a folder may exist, now or later.
  static func folder(_ text: String) -> String? {
    if text.isEmpty { return "an empty name is not allowed" }
    return text.hasPrefix("/") ? nil : "\"\(text)\" is not allowed: give the absolute path of the folder"
  }
}
