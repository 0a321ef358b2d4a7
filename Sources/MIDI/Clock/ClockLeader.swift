import GestureFlowAPI

/// A type that makes the box's own clock.
///
/// It makes 24 ticks a quarter from the transport's exact positions.
///
/// Tick k lies at k * 60 * 48000 * 1000 / (24 * milliBPM) frames of the set. It is compared in whole numbers with the
/// transport's positions, in units of 2^-32 of a frame. So errors do not add up, and each tick comes exactly once. A
/// tick is late by at most the rounding of a `Double`, however long the set plays.
public struct ClockLeader: Sendable {
  /// A position of the transport, in the set's own frames.
  public struct Place: Sendable, Equatable, BitwiseCopyable {
    /// The frame at or before the position, 0 or more.
    public var frame: Int64
    /// Part of the way to the next frame, in units of 2^-32.
    public var fraction: UInt32

    /// Creates a position.
    /// - Parameters: the frame at or before the position, and the part of the way to the next one in units of 2^-32.
    public init(frame: Int64, fraction: UInt32 = 0) {
      self.frame = frame
      self.fraction = fraction
    }

    fileprivate var units: Int128 { Int128(frame) << 32 + Int128(fraction) }
  }

  /// The movement of the transport while some frames were rendered.
  public struct Stretch: Sendable, Equatable, BitwiseCopyable {
    /// Position of the transport at the first frame.
    public var from: Place
    /// Position after the last frame: `from` of the next stretch. It equals `from` while the transport stands still.
    public var to: Place
    /// The first frame, counted in frames of the output.
    public var start: Int64
    /// Number of frames.
    public var frames: Int
    /// The set's own tempo, in thousandths of a quarter a minute. It is above 0.
    public var milliBPM: Int
    /// Metre of the set's bars.
    public var metre: Metre

    /// Creates a stretch.
    /// - Parameters: positions before and after, the first frame of the output and the number of frames, the set's
    ///   own tempo in thousandths of a quarter a minute, and its metre.
    public init(from: Place, to: Place, start: Int64, frames: Int, milliBPM: Int, metre: Metre = .common) {
      self.from = from
      self.to = to
      self.start = start
      self.frames = frames
      self.milliBPM = milliBPM
      self.metre = metre
    }
  }

  /// A message and its due time in frames of the output.
  public struct Due: Sendable, Equatable, BitwiseCopyable {
    /// The message to send.
    public var message: ClockMessage
    /// Time of the message in frames of the output, with a fraction.
    public var frame: Double
  }

  /// Frames of the set a quarter, times the tempo in thousandths.
  private static let quarter: Int128 = 48_000 * 60_000
  /// Longest stretch in frames. A longer one is a gap, and its ticks are past.
  private static let mostFrames = 48_000
  /// Time between a start and its first tick, in frames: 2 ms. Receivers need it.
  private static let lead = 96.0

  /// Whether the followers have received a start or a continue.
  public private(set) var isRunning = false
  private var last: Place?
  private var milliBPM = 0

  /// Creates a leader that has sent nothing.
  public init() {}

  /// Returns the messages of a stretch in their order.
  ///
  /// When two stretches do not join, or when the tempo is another set's, the song stops. It continues from its new
  /// position with the next sixteenth.
  public mutating func lead(_ stretch: Stretch) -> [Due] {
    var due: [Due] = []
    let from = stretch.from.units, to = stretch.to.units
    let joins = last == nil || last == stretch.from && milliBPM == stretch.milliBPM
    let moves = to > from && stretch.milliBPM > 0 && (1...Self.mostFrames).contains(stretch.frames)
    if isRunning, !joins || !moves {
      due.append(Due(message: .stop, frame: Double(stretch.start)))
      isRunning = false
    }
    last = stretch.to
    milliBPM = stretch.milliBPM
    guard moves else { return due }
    // A tick of the set has the length `unit / tempo`.
    let tempo = Int128(stretch.milliBPM)
    let unit = (Self.quarter / Int128(ClockMessage.ticksPerBeat)) << 32
    var tick = (from * tempo + unit - 1) / unit
    while tick * unit < to * tempo {
      let way = Double(tick * unit - from * tempo) / Double((to - from) * tempo)
      let frame = Double(stretch.start) + way * Double(stretch.frames)
      if !isRunning, tick % Int128(ClockMessage.ticksPerSixteenth) == 0 {
        run(from: tick, stretch.metre, max(frame - Self.lead, Double(stretch.start)), &due)
      }
      due.append(Due(message: .tick, frame: frame))
      tick += 1
    }
    return due
  }

  /// Ends the clock. The box no longer leads, or it is switched off.
  public mutating func end(at frame: Int64) -> [Due] {
    defer { self = ClockLeader() }
    return isRunning ? [Due(message: .stop, frame: Double(frame))] : []
  }

  private mutating func run(from tick: Int128, _ metre: Metre, _ frame: Double, _ due: inout [Due]) {
    // The tick before may be less than 2 ms earlier.
    let frame = max(frame, due.last?.frame ?? frame)
    isRunning = true
    guard tick != 0 else { return due.append(Due(message: .start, frame: frame)) }
    // Song positions wrap after the last whole bar that MIDI can carry. In 4/4 that is bar 1024.
    let bar = metre.thirtySeconds / 2
    let sixteenths = tick / Int128(ClockMessage.ticksPerSixteenth) % Int128(ClockMessage.positions.count / bar * bar)
    due.append(Due(message: .position(Int(sixteenths)), frame: frame))
    due.append(Due(message: .continue, frame: frame))
  }
}
