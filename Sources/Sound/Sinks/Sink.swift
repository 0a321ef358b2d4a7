import Realtime

/// Where sound goes. A sink has the audio thread: it asks the engine for a block whenever its device (or clock) wants one.
public protocol Sink: AnyObject, Sendable {
  /// A name for messages.
  var name: String { get }
  /// What it is: `alsa`, `wav`, `fifo`, `null`.
  var kind: String { get }
  /// How it is; any thread may ask.
  var health: SinkHealth { get }
  /// The audio thread, once it runs.
  var thread: RealtimeThread.Outcome? { get }
  /// Starts the audio thread.
  func start(_ engine: SoundEngine) throws
  /// Stops it and closes the device or file.
  func stop()
}

/// How a sink is.
public struct SinkHealth: Sendable {
  /// Sound is being asked for.
  public var running = false
  /// Xruns so far because the audio thread was not run in time.
  public var lateWakes = 0
  /// Xruns so far because a block took longer to render than it lasts.
  public var longRenders = 0
  /// Xruns so far that were the device's own.
  public var deviceXruns = 0
  /// Blocks for a pipe that nobody took: no break of a sound that is heard somewhere.
  public var dropped = 0
  /// Seconds of `Clock` at the last one.
  public var lastXrun: Double?
  /// Times the device was lost and came back.
  public var losses = 0
  /// Looks for a device that is gone: they rise while the sink's thread lives.
  public var looks = 0
  /// What is wrong now, with the remedy.
  public var problem: String?
  /// Frames of one period.
  public var period = SoundFormat.block
  /// How many periods the device holds.
  public var periods = 3
  /// A sink that has not been started.
  public init() {}
  /// All breaks of the sound so far.
  public var xruns: Int { lateWakes + longRenders + deviceXruns }
}

/// Why there is no sound output, and what to do about it.
public struct SinkError: Error, Sendable, CustomStringConvertible {
  /// Cause and remedy in one line.
  public let description: String
  /// - Parameter description: cause and remedy in one line.
  public init(_ description: String) { self.description = description }
}
