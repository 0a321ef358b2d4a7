import ArgumentParser

/// On or off, as an argument.
enum Switch: String, ExpressibleByArgument, CaseIterable {
  case on, off

  /// Reads a word as people type it, such as `yes` or `Off`.
  init?(argument: String) {
    guard let isOn = ChoiceWord.flag(argument) else { return nil }
    self = isOn ? .on : .off
  }
}
