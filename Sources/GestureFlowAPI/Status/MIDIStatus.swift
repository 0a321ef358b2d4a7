/// What is connected by MIDI, and what goes over it.
public struct MIDIStatus: Codable, Sendable, Equatable {
  /// The client's name, as other programs show it.
  public static let client = "GestureFlow"
  /// The port's name, as other programs show it.
  public static let port = "Prospero"

  /// Name of the client.
  public var client: String = Self.client
  /// Name of the port.
  public var port: String = Self.port
  /// The kernel's sequencer is there.
  public var available: Bool
  /// What is wrong, and what to do; nil when nothing is.
  public var problem: String?
  /// Other programs' and devices' ports.
  public var ports: [MIDIPortStatus] = []
  /// Tempo of the clock that comes in, in beats a minute; nil without one.
  public var clockBPM: Double?
  /// The clock that comes in runs.
  public var clockRunning: Bool = false
  /// Messages sent since the start.
  public var sent: Int = 0
  /// Messages received since the start.
  public var received: Int = 0
  /// From a frame's capture to the moment at which its note goes out on the wire, which is that of the sound; nil before the first note. A note that goes to two ports counts twice.
  public var noteLatencyMs: Quantiles?
  /// What was learned: which message moves which parameter.
  public var learned: [MIDIBinding] = []
  /// The parameter for which a knob or a key is waited for; nil when none is.
  public var learning: String?
  /// What came of the last knob or key that was waited for, in a sentence; nil before, and from when the next one is waited for.
  public var learnAnswer: String?
  /// Nothing connected. - Parameters: whether the sequencer is there, and what is wrong.
  public init(available: Bool, problem: String? = nil) {
    self.available = available
    self.problem = problem
  }
}

/// A MIDI port of another program or of a device.
public struct MIDIPortStatus: Codable, Sendable, Equatable {
  /// Which way notes go, as its owner sees it.
  public enum Direction: String, Codable, Sendable { case `in`, out, both }
  /// Name of the port.
  public var name: String
  /// Name of the client that it belongs to.
  public var client: String
  /// Whether it takes (`in`), gives (`out`), or both.
  public var direction: Direction
  /// It is connected with the box.
  public var connected: Bool
  /// Out of its fields, as they are described here.
  public init(name: String, client: String, direction: Direction, connected: Bool) {
    self.name = name
    self.client = client
    self.direction = direction
    self.connected = connected
  }
}

/// A message that moves a parameter.
public struct MIDIBinding: Codable, Sendable, Equatable {
  /// `volume`, `tone`, ...
  public var parameter: String
  /// `cc 7 channel 1`, `note C4 channel 10`.
  public var message: String
  /// Out of its fields, as they are described here.
  public init(parameter: String, message: String) {
    self.parameter = parameter
    self.message = message
  }
}
