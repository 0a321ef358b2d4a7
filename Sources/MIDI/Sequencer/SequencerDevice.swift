import GestureFlowAPI

/// A MIDI sequencer as the port needs it. `ALSASequencer` is the kernel's; tests use a double that fails on demand.
///
/// Only the thread that created it may use it. Results are 0 or more, or negative errno values as in ALSA. -EAGAIN:
/// no room at the moment. -ENOMEM: no memory at the moment. -ENODEV: gone.
public protocol SequencerDevice: AnyObject {
  /// Seconds of `Clock`.
  var now: Double { get }
  /// Creates the client `GestureFlow` with its port `Prospero`. Also subscribes to announcements of clients, ports
  /// and connections.
  /// - Throws: a problem with its cause, its place and its remedy.
  func open() throws(Failure)
  /// Runs or stops the timed queue, which costs interrupts while it runs. Messages sent while it stands wait. Returns
  /// 0 or -errno.
  func run(_ isOn: Bool) -> Int
  /// Sends one message to one port at a given time. The time is in seconds of `Clock`; a past time means now.
  /// Messages of equal time keep their order. Returns 0, or -errno when the message was not taken.
  func output(_ message: MIDIMessage, to port: MIDIAddress, at seconds: Double) -> Int
  /// Waits until all messages due by then have gone out.
  func finish(until seconds: Double)
  /// Reads the next input. Never waits.
  func input() -> SequencerInput
  /// Waits for input, for a byte on `wake`, or for the timeout. `wake` is a file descriptor.
  func wait(wake: Int32, milliseconds: Int32)
  /// Returns the ports of other clients in the kernel's order. Returns nil when the kernel does not report them.
  func ports() -> [SequencerPort]?
  /// Connects a port with the box's, in the directions that it has. Returns 0 or -errno.
  func connect(_ port: SequencerPort) -> Int
  /// Disconnects a port from the box's. Returns 0 or -errno.
  func disconnect(_ port: SequencerPort) -> Int
  /// Closes the client with all its connections and unsent messages. Does nothing if it is not open.
  func close()
}

/// Number of a client and of one of its ports.
public struct MIDIAddress: Sendable, Hashable, BitwiseCopyable {
  /// 0...255.
  public var client: UInt8
  /// 0...255.
  public var port: UInt8
  /// Creates an address.
  /// - Parameters: numbers of the client and of its port.
  public init(client: UInt8, port: UInt8) {
    self.client = client
    self.port = port
  }
}

/// A port of another client.
public struct SequencerPort: Sendable, Equatable {
  /// Address of the port. It changes when the device is plugged in again.
  public var address: MIDIAddress
  /// Name of its client, unchanged.
  public var client: String
  /// Its own name, unchanged.
  public var name: String
  /// Whether it can be connected to receive the box's messages.
  public var takes: Bool
  /// Whether it can be connected to send messages to the box.
  public var gives: Bool
  /// Whether it belongs to a device, not to a program.
  public var isHardware: Bool
  /// Whether it receives the box's messages, by any connection.
  public var hears = false
  /// Whether the box receives its messages.
  public var isHeard = false
  /// Creates a port that is not connected.
  public init(address: MIDIAddress, client: String, name: String, takes: Bool, gives: Bool, isHardware: Bool) {
    self.address = address
    self.client = client
    self.name = name
    self.takes = takes
    self.gives = gives
    self.isHardware = isHardware
  }
  /// Whether it is the kernel's own port. These are System with Timer and Announce (client 0), and Midi Through (14),
  /// which returns its input. Clients of devices begin at 16 (`SNDRV_SEQ_GLOBAL_CLIENTS`), with any name.
  package var isOfSystem: Bool { address.client < 16 }
  /// Whether it can be connected with the box, or is. A program can connect a port that others may not connect
  /// (aplaymidi and browsers do).
  package var concernsUs: Bool { takes || gives || hears || isHeard }
  /// Both names, which identify the port when it returns.
  package var fullName: String { "\(client):\(name)" }
}

/// An input of the sequencer.
public enum SequencerInput: Sendable, Equatable {
  /// There is nothing to read now.
  case nothing
  /// A message and its sender.
  case message(MIDIMessage, from: MIDIAddress)
  /// Number of bytes of a system exclusive message, which are not kept.
  case systemExclusive(bytes: Int)
  /// A device was reset; all its notes are off.
  case reset(from: MIDIAddress)
  /// A message of a kind that is not used.
  case ignored
  /// A port or connection was added, removed or changed.
  case changed
  /// The kernel ran out of room and lost unknown messages.
  case overrun
  /// An error, as -errno.
  case failed(Int)
}
