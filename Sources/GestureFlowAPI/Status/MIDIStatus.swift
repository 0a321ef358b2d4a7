/// State of MIDI: connections, clock and messages.
public struct MIDIStatus: Codable, Sendable, Equatable {
  /// Name of the client, as other programs show it.
  public static let client = "GestureFlow"
  /// Name of the port, as other programs show it.
  public static let port = "Prospero"

  /// Name of the client.
  public var client: String = Self.client
  /// Name of the port.
  public var port: String = Self.port
  /// Whether the kernel's sequencer is available.
  public var available: Bool
  /// The problem and its remedy; nil without one.
  public var problem: String?
  /// Ports of other programs and devices.
  public var ports: [MIDIPortStatus] = []
  /// Tempo of the incoming clock, in beats per minute; nil without one.
  public var clockBPM: Double?
  /// Whether the incoming clock is running.
  public var clockRunning: Bool = false
  /// Number of messages sent since the start.
  public var sent: Int = 0
  /// Number of messages received since the start.
  public var received: Int = 0
  /// Time from frame capture to note output on the wire, in ms. The note goes out when its sound does. A note that
  /// goes to two ports counts twice. Nil before the first note.
  public var noteLatencyMs: Quantiles?
  /// Learned bindings: the message that moves each parameter.
  public var learned: [MIDIBinding] = []
  /// Parameter that waits for a knob or key (MIDI learn). Nil without one.
  public var learning: String?
  /// Result of the last MIDI learn, as a sentence. Nil before the first result, and from the start of the next one.
  public var learnAnswer: String?
  /// Creates a status without connections.
  /// - Parameters: whether the sequencer is available, and the problem.
  public init(available: Bool, problem: String? = nil) {
    self.available = available
    self.problem = problem
  }
}

/// A MIDI port of another program or of a device.
public struct MIDIPortStatus: Codable, Sendable, Equatable {
  /// Direction in which notes go, as seen by the port's owner.
  public enum Direction: String, Codable, Sendable { case `in`, out, both }
  /// Name of the port.
  public var name: String
  /// Name of the client that owns the port.
  public var client: String
  /// Whether it receives (`in`), sends (`out`), or both.
  public var direction: Direction
  /// Whether it is connected to the box.
  public var connected: Bool
  /// Creates an instance from its fields.
  public init(name: String, client: String, direction: Direction, connected: Bool) {
    self.name = name
    self.client = client
    self.direction = direction
    self.connected = connected
  }
}

/// A binding: a message that moves a parameter.
public struct MIDIBinding: Codable, Sendable, Equatable {
  /// Name of the parameter: `volume`, `tone`, ...
  public var parameter: String
  /// The message: `cc 7 channel 1`, `note C4 channel 10`.
  public var message: String
  /// Creates an instance from its fields.
  public init(parameter: String, message: String) {
    self.parameter = parameter
    self.message = message
  }
}
