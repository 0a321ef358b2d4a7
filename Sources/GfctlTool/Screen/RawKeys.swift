import Foundation

/// Reads single keys, so that q ends a view or a test. It also restores the terminal's line mode.
final class RawKeys: Sendable {
  private let before: termios
  private let isRaw: Bool

  init() {
    var settings = termios()
    let isTerminal = tcgetattr(0, &settings) == 0
    before = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &settings.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    isRaw = isTerminal && tcsetattr(0, TCSANOW, &settings) == 0
  }

  /// Calls `act` for each byte of a key, until the input ends. It does so on a thread of its own.
  func onKey(_ act: @escaping @Sendable (UInt8) -> Void) {
    guard isRaw else { return }
    let thread = Thread {
      var key: UInt8 = 0
      while read(0, &key, 1) == 1 { act(key) }
    }
    thread.name = "keys"
    thread.start()
  }

  /// Calls on a thread of its own when q is pressed.
  func onQuit(_ quit: @escaping @Sendable () -> Void) {
    onKey { if $0 == UInt8(ascii: "q") { quit() } }
  }

  func restore() {
    guard isRaw else { return }
    var settings = before
    tcsetattr(0, TCSANOW, &settings)
  }
}
