import CRealtime
import Foundation
import Realtime

/// Where sound goes. A sink has the audio thread: it asks the engine for a block whenever its device (or clock) wants one.
public protocol Sink: AnyObject, Sendable {
  /// A name for messages, and what it is: `alsa`, `wav`, `fifo`, `null`.
  var name: String { get }
  var kind: String { get }
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
  public var running = false
  /// Xruns so far, by cause.
  public var lateWakes = 0
  public var longRenders = 0
  public var deviceXruns = 0
  /// Seconds of `Clock` at the last one.
  public var lastXrun: Double?
  /// Times the device was lost and came back.
  public var losses = 0
  /// Looks for a device that is gone: they rise while the sink's thread lives.
  public var looks = 0
  /// What is wrong now, with the remedy.
  public var problem: String?
  /// Frames of one period and how many the device holds.
  public var period = SoundFormat.block
  public var periods = 3
  public init() {}
  public var xruns: Int { lateWakes + longRenders + deviceXruns }
}

/// Why there is no sound output, and what to do about it.
public struct SinkError: Error, Sendable, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
