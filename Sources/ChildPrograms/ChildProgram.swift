import CSpawn
import Dispatch
import Glibc

/// Another program that this one has started, with nothing on its standard input as a rule and its words on pipes.
///
/// It begins with ordinary scheduling on this process's cores, no signal blocked or ignored, no descriptor of ours but its own three (and a fourth if it is asked
/// for), and a process group of its own. A thread of
/// its own waits for its end, so that no zombie stays, whoever asks or does not ask. Foundation's `Process` does the same through a pair of network sockets,
/// which the service's sandbox refuses: its `waitUntilExit` never returned there.
///
/// A program whose `ChildProgram` is gone is killed, and so is whoever a program has left behind in its process group.
public final class ChildProgram: Sendable {
  /// How a program ended.
  public enum End: Equatable, CustomStringConvertible, Sendable {
    /// By itself, with a status of 0...255.
    case exit(Int32)
    /// By a signal of this number.
    case signal(Int32)
    /// Somebody else has waited for it, and nobody can tell.
    case unknown

    /// A few words of it, such as `status 1`.
    public var description: String {
      switch self {
      case .exit(let status): "status \(status)"
      case .signal(let number): "signal \(number)"
      case .unknown: "status unknown"
      }
    }
  }

  /// What a program reads.
  public enum Input: Sendable {
    /// `/dev/null`.
    case nothing
    /// A descriptor of the caller's, who may close it once the program was started.
    case descriptor(Int32)
  }

  /// Where a program writes.
  public enum Output: Sendable {
    /// To a pipe that can be read here.
    case pipe
    /// To `/dev/null`.
    case discarded
    /// To where this program writes.
    case inherited
  }

  /// Where the program finds its descriptor 3, as a file's name.
  public static let sidePath = "/proc/self/fd/3"

  /// Milliseconds between two looks whether a program has ended whose pipes somebody else holds open.
  private static let look: Int32 = 100
  /// Bytes that are read at a time: what a pipe holds.
  private static let piece = 65_536

  /// What can be read of its standard output and standard error: descriptors that are closed with this object; nil without a pipe.
  public let output: Int32?
  /// See `output`.
  public let errors: Int32?
  /// What can be read of the program's descriptor 3, which it knows as `sidePath`; see `output`.
  public let side: Int32?
  private let life: ChildLife

  /// Starts a program.
  /// - Parameters:
  ///   - program: its path; it is not looked for.
  ///   - arguments: without the program's name.
  ///   - side: whether it has a further pipe, for a program that writes to a file what its standard output has no room for.
  /// - Throws: `ChildProgramError` with the kernel's reason.
  public init(
    _ program: String, _ arguments: [String] = [], input: Input = .nothing, output: Output = .pipe, errors: Output = .pipe,
    side: Bool = false
  ) throws(ChildProgramError) {
    var pipes: [PipeEnds?] = [nil, nil, nil]
    var descriptors = [input.descriptor]
    var code: Int32 = 0
    for (i, goal) in [output, errors].enumerated() where code == 0 {
      if case .pipe = goal {
        pipes[i] = PipeEnds()
        code = pipes[i] == nil ? errno : 0
      }
      descriptors.append(goal.descriptor(pipes[i]))
    }
    if side, code == 0 {
      pipes[2] = PipeEnds()
      code = pipes[2] == nil ? errno : 0
    }
    descriptors.append(pipes[2]?.writing ?? GF_SPAWN_NULL)
    life = ChildLife()
    if code == 0 { code = life.start(Spawn(program: program, arguments: arguments, descriptors: descriptors)) }
    // The child's ends are the child's alone, or its pipes would never come to their end.
    for pipe in pipes { if let pipe { close(pipe.writing) } }
    self.output = pipes[0]?.reading
    self.errors = pipes[1]?.reading
    self.side = pipes[2]?.reading
    if code != 0 { throw ChildProgramError(program: program, reason: String(cString: strerror(code))) }
  }

  deinit {
    life.kill()
    for descriptor in [output, errors, side] { if let descriptor { close(descriptor) } }
  }

  /// How it ended; nil as long as it runs.
  public var end: End? { life.end }

  /// Ends it by SIGKILL, if it runs still; from any thread, and as often as you like.
  public func kill() { life.kill() }

  /// Waits for its end, which does not come while it writes to a pipe that nobody reads.
  @discardableResult public func wait() -> End {
    _ = life.wait()
    return life.end ?? .unknown
  }

  /// Waits for its end, for that many seconds at the most. - Returns: nil if it runs still.
  public func wait(within seconds: Double) -> End? {
    _ = life.wait(until: .now() + seconds)
    return life.end
  }

  /// Reads both pipes to their end, on the caller's thread, and waits for the program's.
  /// - Parameters:
  ///   - seconds: the longest time that it gets; then it is killed, and what it has not written yet is lost. Nil for as long as it takes.
  ///   - output: told what has come on standard output, in pieces of up to 64 kB that may end in the middle of a character.
  ///   - errors: told what has come on standard error.
  @discardableResult public func finish(
    within seconds: Double? = nil, output: ([UInt8]) -> Void = { _ in }, errors: ([UInt8]) -> Void = { _ in }
  ) -> End {
    let due = seconds.map { DispatchTime.now() + $0 } ?? .distantFuture
    var pipes = [self.output, self.errors].map { pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0) }
    while pipes.contains(where: { $0.fd >= 0 }) {
      // Before the pipes are looked at: what was written before the end is in them by now.
      let hasEnded = end != nil
      if DispatchTime.now() >= due {
        if hasEnded { break }
        kill()
      }
      let count = poll(&pipes, nfds_t(pipes.count), hasEnded ? 0 : Self.look)
      if count == 0, hasEnded { break }
      for i in pipes.indices where count > 0 && pipes[i].revents != 0 {
        let piece = Self.read(pipes[i].fd)
        if piece.isEmpty {
          pipes[i].fd = -1
        } else if i == 0 {
          output(piece)
        } else {
          errors(piece)
        }
      }
    }
    if !life.wait(until: due) { kill() }
    return wait()
  }

  /// Waits for something to read. - Returns: up to 64 kB of what has come; nothing at the end.
  public static func read(_ descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: piece) { memory, count in
      var got: Int
      repeat { got = Glibc.read(descriptor, memory.baseAddress, memory.count) } while got < 0 && errno == EINTR
      count = max(got, 0)
    }
  }
}

extension ChildProgram.Input {
  fileprivate var descriptor: Int32 {
    switch self {
    case .nothing: GF_SPAWN_NULL
    case .descriptor(let number): number
    }
  }
}

extension ChildProgram.Output {
  fileprivate func descriptor(_ pipe: PipeEnds?) -> Int32 {
    switch self {
    case .pipe: pipe?.writing ?? GF_SPAWN_NULL
    case .discarded: GF_SPAWN_NULL
    case .inherited: GF_SPAWN_INHERITED
    }
  }
}
