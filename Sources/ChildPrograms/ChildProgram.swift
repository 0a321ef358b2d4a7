import CRealtime
import Dispatch
import GestureFlowAPI
import Glibc

/// A child process with its output on pipes. Its standard input is usually empty.
///
/// It starts with normal scheduling on this process's cores, without blocked or ignored signals, and with its own
/// process group. It has only three descriptors (and a fourth on request), none of this process's others.
/// A separate thread waits for its end, so that no zombie remains. Foundation's `Process` does the same through a pair
/// of network sockets, which the service's sandbox refuses: its `waitUntilExit` never returned there.
///
/// A program is killed when its `ChildProgram` is released. Processes that it left behind in its process group are
/// killed when it ends.
public final class ChildProgram: Sendable {
  /// The end of a program.
  public enum End: Equatable, CustomStringConvertible, Sendable {
    /// By itself, with a status of 0...255.
    case exit(Int32)
    /// By a signal of this number.
    case signal(Int32)
    /// Unknown, because other code has waited for the program.
    case unknown

    /// A short text, such as `status 1`.
    public var description: String {
      switch self {
      case .exit(let status): "status \(status)"
      case .signal(let number): "signal \(number)"
      case .unknown: "status unknown"
      }
    }
  }

  /// Standard input of a program.
  public enum Input: Sendable {
    /// `/dev/null`.
    case nothing
    /// A descriptor of the caller, who may close it after the start.
    case descriptor(Int32)
  }

  /// Destination of a program's output.
  public enum Output: Sendable {
    /// A pipe that can be read here.
    case pipe
    /// `/dev/null`.
    case discarded
    /// This program's own output.
    case inherited
  }

  /// File name of the program's descriptor 3, as the program sees it.
  public static let sidePath = "/proc/self/fd/3"

  /// Milliseconds between two checks for the program's end. The checks are needed when another process holds its pipes
  /// open.
  private static let look: Int32 = 100
  /// Bytes per read, the capacity of a pipe.
  private static let piece = 65_536

  /// Descriptor to read the program's standard output; nil without a pipe. It is closed with this object.
  public let output: Int32?
  /// Descriptor to read its standard error; see `output`.
  public let errors: Int32?
  /// Descriptor to read the program's descriptor 3; see `output`. The program knows that one as `sidePath`.
  public let side: Int32?
  private let life: ChildLife

  /// Starts a program.
  /// - Parameters:
  ///   - program: its path; PATH is not searched.
  ///   - arguments: without the program's name.
  ///   - side: whether it has a further pipe, for a program that writes to a file what its standard output has no room
  ///     for.
  /// - Throws: `SystemFailure` with the kernel's reason.
  public init(
    _ program: String, _ arguments: [String] = [], input: Input = .nothing, output: Output = .pipe, errors: Output = .pipe,
    side: Bool = false
  ) throws(SystemFailure) {
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
    // Close the child's ends here, or its pipes would never end.
    for pipe in pipes { if let pipe { close(pipe.writing) } }
    self.output = pipes[0]?.reading
    self.errors = pipes[1]?.reading
    self.side = pipes[2]?.reading
    if code != 0 { throw SystemFailure(code, "start \(program)") }
  }

  deinit {
    life.kill()
    for descriptor in [output, errors, side] { if let descriptor { close(descriptor) } }
  }

  /// The end of the program; nil while it runs.
  public var end: End? { life.end }

  /// Ends it by SIGKILL, if it still runs. Any thread may call it, any number of times.
  public func kill() { life.kill() }

  /// Waits for its end. That never comes while it is blocked on a full pipe without a reader.
  @discardableResult public func wait() -> End {
    _ = life.wait()
    return life.end ?? .unknown
  }

  /// Waits for its end, at most that many seconds. - Returns: nil if it still runs.
  public func wait(within seconds: Double) -> End? {
    _ = life.wait(until: .now() + seconds)
    return life.end
  }

  /// Reads both pipes to their end on the caller's thread, then waits.
  /// - Parameters:
  ///   - seconds: longest run time; then the program is killed, and output that it has not written yet is lost. Nil for
  ///     no limit.
  ///   - output: receives standard output in pieces of up to 64 kB, which may end in the middle of a character.
  ///   - errors: receives standard error.
  @discardableResult public func finish(
    within seconds: Double? = nil, output: ([UInt8]) -> Void = { _ in }, errors: ([UInt8]) -> Void = { _ in }
  ) -> End {
    let due = seconds.map { DispatchTime.now() + $0 } ?? .distantFuture
    var pipes = [self.output, self.errors].map { pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0) }
    while pipes.contains(where: { $0.fd >= 0 }) {
      // Check before polling the pipes: they then hold all that the program wrote before its end.
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

  /// Waits for data to read. - Returns: up to 64 kB of it; nothing at the end.
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
