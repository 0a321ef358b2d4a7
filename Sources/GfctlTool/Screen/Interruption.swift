import Foundation

/// Cleans up when a signal ends the program. The signal comes from Ctrl-C, Ctrl-\, `kill` or a closed terminal. The
/// cleanup restores the terminal of a view, even while the program waits for something.
enum Interruption {
  /// Installs the cleanup. Call it before anything starts threads: they must not receive the signals.
  /// - Parameters:
  ///   - code: exit code after Ctrl-C; by default that of an interrupted program, 130.
  ///   - restore: called on a thread of its own, after which the program ends.
  static func calls(code: Int32 = 128 + SIGINT, _ restore: @escaping @Sendable () -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    let thread = Thread {
      var signals = waited
      var number: Int32 = 0
      while sigwait(&signals, &number) != 0 {}
      restore()
      _exit(number == SIGINT ? code : 128 + number)
    }
    thread.name = "interruption"
    thread.start()
  }
}
