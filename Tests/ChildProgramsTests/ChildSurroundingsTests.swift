import ChildPrograms
import Foundation
import Realtime
import TestSupport
import Testing

/// Tests of the initial state of a program.
/// It must not depend on the thread that starts it.
@Suite struct ChildSurroundingsTests {
  private func told(_ program: String, _ arguments: [String]) throws -> String {
    var output = [UInt8]()
    let end = try ChildProgram(program, arguments).finish { output += $0 }
    #expect(end == .exit(0))
    return String(decoding: output, as: UTF8.self)
  }

  /// Runs `body` on a new thread with its own settings.
  private func onAThread(_ body: @escaping @Sendable () -> String) -> String {
    let done = DispatchSemaphore(value: 0)
    let answer = Answer()
    let thread = Thread {
      answer.text = body()
      done.signal()
    }
    thread.start()
    done.wait()
    return answer.text
  }

  /// A text from another thread. It is written before the semaphore's signal, or the thread's end, and read after it.
  private final class Answer: @unchecked Sendable { var text = "" }

  /// The service blocks the signals it waits for, and ignores broken pipes.
  @Test func `no signal is blocked or ignored`() throws {
    let before = signal(SIGUSR2, SIG_IGN)
    defer { _ = signal(SIGUSR2, before) }
    let text = onAThread {
      var blocked = sigset_t()
      sigfillset(&blocked)
      pthread_sigmask(SIG_BLOCK, &blocked, nil)
      return (try? told("/bin/cat", ["/proc/self/status"])) ?? ""
    }
    func mask(_ key: String) -> UInt64? {
      let line = text.split(separator: "\n").first { $0.hasPrefix(key + ":") }
      return line.flatMap { UInt64($0.split(separator: "\t").last ?? "", radix: 16) }
    }
    #expect(mask("SigBlk") == 0)
    // 32 and 33 are glibc's own.
    let ignored = try #require(mask("SigIgn"))
    #expect(ignored & ~(3 << 31) == 0)
  }

  /// The thread has the camera thread's real-time priority, if this machine allows it.
  @Test func `its scheduling is ordinary`() throws {
    let text = onAThread {
      var priority = sched_param()
      priority.sched_priority = 1
      sched_setscheduler(0, SCHED_FIFO, &priority)
      return (try? told("/bin/cat", ["/proc/self/stat"])) ?? ""
    }
    // See proc(5): the third field follows the name in brackets; field 40 is the real-time priority, 41 the policy.
    let fields = try #require(text.split(separator: ")").last).split(separator: " ")
    try #require(fields.count > 38)
    #expect(fields[37] == "0" && fields[38] == "0", "\(text)")
  }

  /// A real-time thread is pinned to a core. Its children would run on the same core and disturb it.
  @Test func `its cores are those of the process`() throws {
    func cores(_ text: String) -> Substring? { text.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") } }
    // The first thread's.
    let own = try #require(cores(String(contentsOfFile: "/proc/self/status", encoding: .utf8)))
    try #require(own.contains { "-,".contains($0) }, "on one core alone there is nothing to tell apart")
    let answer = Answer()
    let thread = try RealtimeThread(.init(name: "gf-test", core: 0, priority: 1)) {
      answer.text = (try? told("/bin/cat", ["/proc/self/status"])) ?? ""
    }
    thread.join()
    try #require(thread.outcome.coreGot == 0, "the thread has not what its child must not have")
    #expect(cores(answer.text) == own)
  }

  @Test func `the fourth descriptor is its own pipe`() throws {
    let child = try ChildProgram(
      "/bin/sh", ["-c", "echo one; echo two >&2; echo three > \(ChildProgram.sidePath); ls /proc/$$/fd"], side: true)
    let side = try #require(child.side)
    var (output, errors) = ("", "")
    #expect(
      child.finish {
        output += String(decoding: $0, as: UTF8.self)
      } errors: {
        errors += String(decoding: $0, as: UTF8.self)
      } == .exit(0))
    #expect(String(decoding: ChildProgram.read(side), as: UTF8.self) == "three\n" && errors == "two\n")
    // A shell keeps the descriptor of its script at a high number.
    #expect(output.split(separator: "\n").prefix(5).filter { $0 == "one" || (Int($0) ?? 99) < 10 } == ["one", "0", "1", "2", "3"])
    #expect(ChildProgram.read(side).isEmpty, "its end is the child's alone")
  }

  @Test func `it has a process group of its own`() throws {
    let words = try told("/bin/sh", ["-c", "cut -d ' ' -f 5 /proc/$$/stat; echo $$"]).split(separator: "\n")
    #expect(words.count == 2 && words[0] == words[1])
  }

  @Test func `it has no descriptor of ours but its three`() throws {
    // The start of a program closes neither of them by itself.
    let kept = (0..<3).map { _ in dup(STDERR_FILENO) }
    let high = fcntl(STDERR_FILENO, F_DUPFD, 200)
    defer { for descriptor in kept + [high] { close(descriptor) } }
    try #require(high >= 200 && kept.allSatisfy { $0 >= 0 })
    let numbers = (kept + [high]).map(String.init).joined(separator: " ")
    let found = try told("/bin/sh", ["-c", "for n in \(numbers); do [ -e /proc/$$/fd/$n ] && echo $n; done; true"])
    #expect(found.isEmpty, "\(found)")
    let input = try told("/bin/readlink", ["/proc/self/fd/0"])
    #expect(input == "/dev/null\n")
  }
}
