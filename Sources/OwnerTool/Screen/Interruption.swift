import Foundation

/// Puts things right when the program is told to end by Ctrl-C, `kill` or a terminal that is closed: a view's terminal is given back, whatever the program waits for at that moment.
enum Interruption {
  /// To be called before anything that has threads of its own: they must not take the signals.
  /// - Parameters:
  ///   - code: exit code after Ctrl-C; by default that of an ended program, 130.
  ///   - restore: called on a thread of its own, after which the program ends.
  static func calls(code: Int32 = 128 + SIGINT, _ restore: @escaping @Sendable () -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
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
