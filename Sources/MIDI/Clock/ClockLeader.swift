import GestureFlowAPI

/// Gives the clock when the box leads: 24 ticks a quarter, out of the transport's exact places.
///
/// Tick k lies at k * 60 * 48000 * 1000 / (24 * milliBPM) frames of the set, compared with the transport's places (2^-32 of a frame) in whole numbers: nothing adds up, each tick comes exactly once, and it is late by
/// no more than a rounded `Double`, however long it plays.
public struct ClockLeader: Sendable {
  /// A place of the transport, in the set's own frames.
  public struct Place: Sendable, Equatable, BitwiseCopyable {
    /// The frame at or before the place, 0 or more.
    public var frame: Int64
    /// Part of the way to the next frame, in 2^-32.
    public var fraction: UInt32

    /// - Parameters: the frame at or before the place, and the part of the way to the next one in 2^-32.
    public init(frame: Int64, fraction: UInt32 = 0) {
      self.frame = frame
      self.fraction = fraction
    }

    fileprivate var units: Int128 { Int128(frame) << 32 + Int128(fraction) }
  }

  /// What the transport did while some frames were rendered.
  public struct Stretch: Sendable, Equatable, BitwiseCopyable {
    /// Its place with the first frame.
    public var from: Place
    /// Its place behind the last frame: `from` of the next stretch. The same as `from` while it stands still.
    public var to: Place
    /// The first frame, counted in frames of the output.
    public var start: Int64
    /// How many frames.
    public var frames: Int
    /// The set's own tempo, in thousandths of a quarter a minute; above 0.
    public var milliBPM: Int
    /// Of the set's bars.
    public var metre: Metre

    /// - Parameters: places before and after, the first frame of the output and how many there are, the set's own tempo in thousandths of a quarter a minute, and its metre.
    public init(from: Place, to: Place, start: Int64, frames: Int, milliBPM: Int, metre: Metre = .common) {
      self.from = from
      self.to = to
      self.start = start
      self.frames = frames
      self.milliBPM = milliBPM
      self.metre = metre
    }
  }

  /// A message, and the frame of the output at which it is due.
  public struct Due: Sendable, Equatable, BitwiseCopyable {
    /// What is to be sent.
    public var message: ClockMessage
    /// In frames of the output, with their fraction.
    public var frame: Double
  }

  /// Frames of the set a quarter, times the tempo in thousandths.
  private static let quarter: Int128 = 48_000 * 60_000
  /// Longer stretches are gaps: what lay in them is past.
  private static let mostFrames = 48_000
  /// Receivers want a moment between a start and its first tick: 2 ms.
  private static let lead = 96.0

  /// Whoever follows has been told to run.
  public private(set) var isRunning = false
  private var last: Place?
  private var milliBPM = 0

  /// Nothing was sent.
  public init() {}

  /// What is to be sent for a stretch, in its order. Where places do not join, and where the tempo is another set's, the song is stopped and goes on from its new place with the next sixteenth.
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
    // A tick of the set is `unit / tempo` long.
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

  /// The box leads no more, or is switched off. - Returns: stop, if it ran.
  public mutating func end(at frame: Int64) -> [Due] {
    defer { self = ClockLeader() }
    return isRunning ? [Due(message: .stop, frame: Double(frame))] : []
  }

  private mutating func run(from tick: Int128, _ metre: Metre, _ frame: Double, _ due: inout [Due]) {
    // A tick of the sixteenth before may be less than 2 ms away.
    let frame = max(frame, due.last?.frame ?? frame)
    isRunning = true
    guard tick != 0 else { return due.append(Due(message: .start, frame: frame)) }
    // Song positions end with the last whole bar that the wire can carry, 1024 of 4/4, and then begin again with a bar.
    let bar = metre.thirtySeconds / 2
    let sixteenths = tick / Int128(ClockMessage.ticksPerSixteenth) % Int128(ClockMessage.positions.count / bar * bar)
    due.append(Due(message: .position(Int(sixteenths)), frame: frame))
    due.append(Due(message: .continue, frame: frame))
  }
}
