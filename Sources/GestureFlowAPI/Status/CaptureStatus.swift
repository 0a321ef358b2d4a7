/// What is kept of what is heard.
public struct CaptureStatus: Codable, Sendable, Equatable {
  /// Whether anything is kept now.
  public enum State: String, Codable, Sendable { case off, on }

  /// Whether anything is kept now.
  public var state: State
  /// The file that is written; nil while nothing is kept.
  public var name: String?
  /// Length of this capture, all its files together, as the disk has it.
  public var seconds: Double
  /// Length of the file that is written.
  public var bytes: Int64
  /// Blocks of 128 frames that are silence in the capture, because the disk was too slow.
  public var dropped: Int64
  /// Room on the disk, in MB of a million bytes; nil when it is not known. A capture ends at 200.
  public var freeMB: Int?
  /// Why the last capture ended without being stopped; nil if it did not.
  public var problem: String?

  /// Out of its fields, as they are described here.
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

/// A capture that is on the box: an entry of `GET /v1/captures`.
public struct Capture: Codable, Sendable, Equatable {
  /// Its name, by which it is fetched.
  public var name: String
  /// Its length in bytes.
  public var bytes: Int64
  /// When it was written last, in seconds since 1970 by the box's clock, which may be wrong.
  public var modifiedSeconds: Double
  /// It is being written, and cannot be fetched yet.
  public var open: Bool

  /// Out of its fields, as they are described here.
  public init(name: String, bytes: Int64, modifiedSeconds: Double, open: Bool) {
    self.name = name
    self.bytes = bytes
    self.modifiedSeconds = modifiedSeconds
    self.open = open
  }
}
