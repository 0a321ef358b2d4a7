import Synchronization

/// The whole terminal for two threads: one draws, and another gives it back when the program is told to end. What is complained of meanwhile is said when the terminal has its lines again.
final class SharedScreen: Sendable {
  private struct State {
    var screen = LiveScreen()
    var complaints: [String] = []
  }
  private let state = Mutex(State())

  /// Draws, unless the terminal was given back.
  func draw(_ picture: WatchScreen) { state.withLock { $0.screen.draw(picture) } }

  /// Keeps a complaint until the end.
  func complain(_ text: String) { state.withLock { $0.complaints.append(text) } }

  /// Gives the terminal back, and says what is to be complained of; once is enough.
  func end() {
    state.withLock { state in
      state.screen.end()
      for text in state.complaints { Terminal.complain(text) }
      state.complaints = []
    }
  }
}
