import Synchronization

/// A screen for two threads. One draws, another restores the terminal when the program ends. Messages are held back and
/// printed after the terminal is restored.
final class SharedScreen: Sendable {
  private struct State {
    var screen = LiveScreen()
    var complaints: [String] = []
  }
  private let state = Mutex(State())

  /// Draws, unless the terminal was restored.
  func draw(_ picture: any TerminalScreen) { state.withLock { $0.screen.draw(picture) } }

  /// Stores a message until the end.
  func complain(_ text: String) { state.withLock { $0.complaints.append(text) } }

  /// Restores the terminal and prints the stored messages; further calls do nothing.
  func end() {
    state.withLock { state in
      state.screen.end()
      for text in state.complaints { Terminal.complain(text) }
      state.complaints = []
    }
  }
}
