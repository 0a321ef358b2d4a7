/// The kernel's MIDI sequencer, as far as the port needs one. The real one is `ALSASequencer`; a test puts a double in its place which fails on demand.
///
/// Used by the thread that made it only. Answers are 0 or more, or negative errno values as ALSA gives them: -EAGAIN no room at the moment, -ENOMEM no memory at the moment, -ENODEV gone.
public protocol SequencerDevice: AnyObject {
  /// Seconds of `Clock`.
  var now: Double { get }
  /// Makes the client `GestureFlow` with its port `Prospero` and listens to what comes and goes. Throws what is wrong, where, and what to do.
  func open() throws(SequencerProblem)
  /// Lets the timed queue run, or rest: it costs interrupts while it runs. What is sent while it rests waits. 0 or -errno.
  func run(_ isOn: Bool) -> Int
  /// One message to one port, at a moment in seconds of `Clock`; a moment that has passed is now. Messages of one moment keep their order. 0, or -errno when it was not taken.
  func output(_ message: MIDIMessage, to port: MIDIAddress, at seconds: Double) -> Int
  /// Waits until what was due by then has gone out.
  func finish(until seconds: Double)
  /// What came next. Never waits.
  func input() -> SequencerInput
  /// Waits for something to read, for a byte on the file descriptor `wake`, or for the time to pass.
  func wait(wake: Int32, milliseconds: Int32)
  /// The ports of others, in the kernel's order; nil when the kernel does not say.
  func ports() -> [SequencerPort]?
  /// Connects a port with ours, in the directions that it has. 0 or -errno.
  func connect(_ port: SequencerPort) -> Int
  /// The contrary. 0 or -errno.
  func disconnect(_ port: SequencerPort) -> Int
  /// Gives the client back, and with it every connection and what has not gone out yet. Nothing happens if it is not open.
  func close()
}

/// A client's and a port's number.
public struct MIDIAddress: Sendable, Hashable, BitwiseCopyable {
  /// 0...255.
  public var client: UInt8
  /// 0...255.
  public var port: UInt8
  /// - Parameters: numbers of the client and of its port.
  public init(client: UInt8, port: UInt8) {
    self.client = client
    self.port = port
  }
}

/// A port of another client.
public struct SequencerPort: Sendable, Equatable {
  /// Its numbers, which change when it is plugged in again.
  public var address: MIDIAddress
  /// Name of its client; as it came.
  public var client: String
  /// Its own name; as it came.
  public var name: String
  /// It can be connected to hear us.
  public var takes: Bool
  /// It can be connected to be heard.
  public var gives: Bool
  /// A device is behind it, and no program.
  public var isHardware: Bool
  /// It hears our port, whoever has connected it.
  public var hears = false
  /// Our port hears it.
  public var isHeard = false
  /// One that is not connected.
  public init(address: MIDIAddress, client: String, name: String, takes: Bool, gives: Bool, isHardware: Bool) {
    self.address = address
    self.client = client
    self.name = name
    self.takes = takes
    self.gives = gives
    self.isHardware = isHardware
  }
  /// It is the kernel's own: System with Timer and Announce (client 0), and Midi Through (14), which gives back whatever it takes. Those of devices begin at 16 (`SNDRV_SEQ_GLOBAL_CLIENTS`), whatever they are called.
  package var isOfSystem: Bool { address.client < 16 }
  /// It can be connected with ours, or is: a program can connect a port that nobody else may (aplaymidi and browsers do).
  package var concernsUs: Bool { takes || gives || hears || isHeard }
  /// Both names: what it is known by when it comes back.
  package var fullName: String { "\(client):\(name)" }
}

/// What the sequencer has to read.
public enum SequencerInput: Sendable, Equatable {
  /// Nothing now.
  case nothing
  /// A message, and from whom.
  case message(MIDIMessage, from: MIDIAddress)
  /// So many bytes of a system exclusive message, which are not kept.
  case systemExclusive(bytes: Int)
  /// A device has been reset: what it played is off.
  case reset(from: MIDIAddress)
  /// A message of a kind that is not used.
  case ignored
  /// A port or a connection has come, gone or changed.
  case changed
  /// The kernel had no room: messages are lost, nobody knows which.
  case overrun
  /// -errno.
  case failed(Int)
}

/// Why there is no sequencer: what, where, and what to do.
public struct SequencerProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// `what is wrong, and where: what to do`.
  public let description: String
  /// - Parameter description: `what is wrong, and where: what to do`.
  public init(_ description: String) { self.description = description }
}
