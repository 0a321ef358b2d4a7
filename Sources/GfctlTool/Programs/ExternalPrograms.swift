import ChildPrograms
import Foundation
import GestureFlowAPI

/// Programs that gfctl starts. Tests replace them.
package protocol ExternalPrograms: Sendable {
  /// Runs a program and waits for it.
  /// - Returns: its exit status, or nil if it cannot run; and its output, without spaces at the ends.
  func run(_ program: String, _ arguments: [String]) -> (status: Int32?, said: String)

  /// Runs a program with this process's terminal and waits for it. Ctrl-C goes to the program.
  /// - Returns: its exit status; nil if it cannot run or was ended by a signal.
  func interact(_ program: String, _ arguments: [String]) -> Int32?
}

/// A child program that runs to its end.
enum ChildRun {
  /// Runs a program and waits for it.
  /// - Parameter seconds: longest run time; nil for no limit.
  /// - Returns: its exit status, or nil with the reason if it cannot run or was killed.
  static func wait(
    _ program: String, _ arguments: [String], within seconds: Double?, output: ([UInt8]) -> Void, errors: ([UInt8]) -> Void
  ) -> (status: Int32?, reason: String) {
    do throws(SystemFailure) {
      let end = try ChildProgram(program, arguments).finish(within: seconds, output: output, errors: errors)
      if case .exit(let status) = end { return (status, "") }
      return (nil, "\(end)")
    } catch { return (nil, "\(program) cannot be started (\(error))") }
  }
}

/// The programs of the machine.
package struct SystemPrograms: ExternalPrograms {
  /// Creates the programs.
  package init() {}

  package func run(_ program: String, _ arguments: [String]) -> (status: Int32?, said: String) {
    var said: [UInt8] = []
    let end = ChildRun.wait(program, arguments, within: 30, output: { said += $0 }, errors: { said += $0 })
    let text = String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return (end.status, end.status == nil && text.isEmpty ? end.reason : text)
  }

  package func interact(_ program: String, _ arguments: [String]) -> Int32? {
    fflush(nil)
    // The program stays in this process's group: otherwise the terminal would stop it.
    var attributes = posix_spawnattr_t()
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    var usual = sigset_t()
    sigemptyset(&usual)
    // This thread may block signals, and the program would inherit that.
    posix_spawnattr_setsigmask(&attributes, &usual)
    sigaddset(&usual, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let before = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, before) }
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    guard posix_spawn(&child, program, nil, &attributes, &words, environ) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 { if errno != EINTR { return nil } }
    // Ended by itself: the lowest seven bits are 0, and the next eight are the status.
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }
}
