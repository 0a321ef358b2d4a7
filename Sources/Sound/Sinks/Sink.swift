import GestureFlowAPI
import Realtime

/// An output for sound. A sink owns the audio thread: it requests a block from the engine when its device (or
/// clock) needs one.
public protocol Sink: AnyObject, Sendable {
  /// Name for messages.
  var name: String { get }
  /// Kind of sink: `alsa`, `wav`, `fifo`, `null`.
  var kind: String { get }
  /// State of the sink; any thread may read it.
  var health: SinkHealth { get }
  /// The audio thread, once it runs.
  var thread: RealtimeThread.Outcome? { get }
  /// Starts the audio thread.
  func start(_ engine: SoundEngine) throws
  /// Stops the audio thread and closes the device or file.
  func stop()
}

/// State of a sink.
public struct SinkHealth: Sendable {
  /// Whether blocks are being requested.
  public var running = false
  /// Number of xruns because the audio thread did not run in time.
  public var lateWakes = 0
  /// Number of xruns because rendering a block took too long. Too long is more than the block lasts.
  public var longRenders = 0
  /// Number of xruns caused by the device.
  public var deviceXruns = 0
  /// Number of blocks dropped because a pipe lacked a reader. They do not break any audible sound.
  public var dropped = 0
  /// Time of the last xrun, in seconds of `Clock`.
  public var lastXrun: Double?
  /// Number of times the device was lost.
  public var losses = 0
  /// Number of polls for a missing device. It rises while the sink's thread works.
  public var looks = 0
  /// The current problem, with the remedy.
  public var problem: Failure?
  /// Number of frames per period.
  public var period = SoundFormat.block
  /// Number of periods in the full device.
  public var periods = 3
  /// Seconds of sound in the full device. It is the longest time from a block's rendering to its sound.
  public var fullSeconds: Double { Double(period * periods) / Double(SoundFormat.rate) }
  /// Creates the state of a sink that has not been started.
  public init() {}
  /// Number of all xruns so far.
  public var xruns: Int { lateWakes + longRenders + deviceXruns }
}
