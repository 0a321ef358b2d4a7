/// State of the capture, a recording of the box's output.
public struct CaptureStatus: Codable, Sendable, Equatable {
  /// Whether a capture is running.
  public enum State: String, Codable, Sendable { case off, on }

  /// Whether a capture is running.
  public var state: State
  /// Name of the file that is being written; nil without a capture.
  public var name: String?
  /// Length of this capture on disk, over all its files, in seconds.
  public var seconds: Double
  /// Size of the file that is being written, in bytes.
  public var bytes: Int64
  /// Number of lost blocks of 128 frames. They are silent in the capture, because the disk was too slow.
  public var dropped: Int64
  /// Free space on the disk, in MB (10^6 bytes); nil if unknown. A capture ends when it falls to 200.
  public var freeMB: Int?
  /// Reason why the last capture ended by itself, or is incomplete. Nil if a person stopped it and it is complete.
  public var problem: String?

  /// Creates an instance from its fields.
  public init(
    state: State, name: String? = nil, seconds: Double = 0, bytes: Int64 = 0, dropped: Int64 = 0, freeMB: Int? = nil, problem: String? = nil
  ) {
    self.state = state
    self.name = name
    self.seconds = seconds
    self.bytes = bytes
    self.dropped = dropped
    self.freeMB = freeMB
    self.problem = problem
  }
}

/// A stored capture: an entry of `GET /v1/captures`.
public struct Capture: Codable, Sendable, Equatable {
  /// Name of the capture, used to download it.
  public var name: String
  /// Size in bytes.
  public var bytes: Int64
  /// Time of the last write, in seconds since 1970. The box's clock may be wrong.
  public var modifiedSeconds: Double
  /// Whether it is still being written and cannot be downloaded yet.
  public var open: Bool

  /// Creates an instance from its fields.
  public init(name: String, bytes: Int64, modifiedSeconds: Double, open: Bool) {
    self.name = name
    self.bytes = bytes
    self.modifiedSeconds = modifiedSeconds
    self.open = open
  }
}
