/// A phase vocoder that changes speed and pitch of stereo sound independently.
/// Its work is spread evenly over the blocks, and a resampler follows.
///
/// The theory is in docs/design/stretch.md. Output frame n is input place(n), the exact sum of all speeds, at
/// any pitch: nothing drifts, and stretchers with the same settings stay together to the sample. Equal input
/// gives equal bits. A stretcher is made outside the audio thread, then used by one thread at a time; it
/// allocates no memory after that.
public struct Stretcher: ~Copyable {
  /// Speeds that it can play; others are clamped.
  public static let speeds = 0.05...4.0
  /// Frequency ratios that it can play: 24 semitones up and down.
  public static let ratios = 0.25...4.0
  /// Largest number of output frames of one call.
  public static let most = 512

  /// The owners of the memory that the views below read.
  private let tables = StretchTables.shared
  private let arena: Arena

  /// Input place of the next output frame: the exact sum of speeds.
  public private(set) var place = Place()

  var work: Grainwork
  var resampler: Resampler
  /// Speed in 2^-32 input frames for an output frame.
  private var speed = Fixed.one
  /// Whether the source passes unchanged, bit for bit.
  /// This happens at speed 1 and ratio 1, as soon as the stretched sound has become identical (0.45 s at most).
  /// Nothing is stretched then, and a block costs no more than its copy.
  public private(set) var isThrough = false
  /// Number of frames that were missing in the source.
  @usableFromInline var missing = 0

  /// Creates a silent stretcher; `start` starts it.
  public init() {
    var arena = Arena(bytes: Grainwork.bytes)
    work = Grainwork(&arena, tables)
    resampler = Resampler(tables.sinc)
    self.arena = arena
  }

  /// Returns `place` for the audio thread.
  @_noLocks public func rtPlace() -> Place { place }
  /// Returns `isThrough` for the audio thread.
  @_noLocks public func rtIsThrough() -> Bool { isThrough }

  /// Starts at a place of a source, immediately at full level.
  /// It takes as long as 10 to 40 blocks. Only ordinary threads may call.
  /// - Parameters:
  ///   - place: of the first output frame in the input.
  ///   - speed: see `speeds`. NaN counts as the lowest, as with the ratio.
  ///   - ratio: of frequencies, see `ratios`.
  ///   - source: the sound to stretch.
  /// - Returns: number of frames that the source should have had and did not have.
  @inlinable public mutating func start<Source: StretchSource & ~Copyable>(
    at place: Place, speed: Double = 1, ratio: Double = 1, _ source: borrowing Source
  ) -> Int {
    missing = 0
    if rtRestart(place, speed, ratio) { rtSupply(Self.runIn(ratio), source) }
    return missing
  }

  /// Starts at a frame of a source that passes unchanged.
  /// Nothing has to be processed in advance. The audio thread may call.
  @_noLocks public mutating func rtStart(at frame: Int64) {
    place = Place(frame: frame, fraction: 0)
    speed = Fixed.one
    resampler.rtReset(at: Self.start, ratio: Fixed.one)
    isThrough = true
  }

  /// Renders the next frames to two planes.
  /// - Parameters:
  ///   - left: the left channel's `count` frames.
  ///   - right: the right channel's.
  ///   - count: 1...512.
  ///   - speed: for all of them; see `speeds`.
  ///   - ratio: of frequencies at their end, see `ratios`; it changes linearly.
  ///   - source: the sound that `start` began with.
  /// - Returns: number of frames that the source should have had by now and did not have.
  @inlinable public mutating func rtRender<Source: StretchSource & ~Copyable>(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int, speed: Double, ratio: Double,
    _ source: borrowing Source
  ) -> Int {
    missing = 0
    let way = rtAim(count, speed, ratio)
    switch way.kind {
    case .through:
      missing = source.rtRead(from: way.frame, count: count, left, right)
      rtPass(count)
      return missing
    case .resuming:
      let piece = rtResume()
      missing = source.rtRead(from: piece.from, count: piece.count, piece.left, piece.right)
      rtResumed()
    case .stretched: break
    }
    let reach = rtReach(count, way.ratio)
    rtSupply(reach.end, source)
    rtFinish(left, right, count, reach)
    return missing
  }

  /// Does the work that is due until stretched time `need` is final.
  /// It also does the block's part of the next grain's work.
  @inlinable mutating func rtSupply<Source: StretchSource & ~Copyable>(_ need: Int64, _ source: borrowing Source) {
    while true {
      switch rtNext(need) {
      case .nothing: return
      case .onsets(let after, let list): rtPlace(source.rtOnsets(after: after, list, most: Self.onsetsAtOnce))
      case .frames(let piece):
        missing &+= source.rtRead(from: piece.from, count: piece.count, piece.left, piece.right)
        rtTake()
      }
    }
  }

  /// Largest number of onsets of one request.
  @usableFromInline static let onsetsAtOnce = 32

  /// Input that the work needs from the source before it can continue.
  @usableFromInline enum Want {
    case nothing
    case onsets(after: Int64, UnsafeMutablePointer<Onset>)
    case frames(Piece)
  }

  /// A range of frames to be read for a grain.
  @usableFromInline struct Piece {
    @usableFromInline var from: Int64
    @usableFromInline var count: Int
    @usableFromInline var left: UnsafeMutablePointer<Float>
    @usableFromInline var right: UnsafeMutablePointer<Float>
  }

  /// The filter of a block, and the end of its input.
  @usableFromInline struct BlockReach {
    var bank: Int
    @usableFromInline var end: Int64
    var ratio: Int64
  }

  /// The method that makes a block.
  @usableFromInline struct Way {
    @usableFromInline enum Kind { case through, resuming, stretched }
    @usableFromInline var kind: Kind
    /// First input frame of a block that passes unchanged.
    @usableFromInline var frame: Int64
    @usableFromInline var ratio: Int64
  }

  /// Stretched time of the start. It is late enough that no grain begins before 0.
  private static let start = Int64(Transform.size)
  /// Number of audible frames until the first grain must be processed.
  /// It is a fade, and the rest of the block in which the fade ends.
  private static let rest = Playhead.fade + 128

  /// Returns the stretched time that is final after the start.
  /// It includes the input of `rest` frames beyond the need of the first frame. While the previous stretcher
  /// fades out, only that one processes grains. The memory of this one, which another core has just written, is
  /// first touched when it works alone.
  @usableFromInline static func runIn(_ ratio: Double) -> Int64 {
    let ahead = Double(rest) * Fixed.rtToDouble(rtRatio(ratio))
    return start + Int64(SincTable.mostTaps) + Int64(ahead.rounded(.up))
  }

  @_noLocks private static func rtSpeed(_ x: Double) -> Int64 { Fixed.rtFrom(Fixed.rtHeld(x, speeds.lowerBound, speeds.upperBound)) }
  @_noLocks private static func rtRatio(_ x: Double) -> Int64 { Fixed.rtFrom(Fixed.rtHeld(x, ratios.lowerBound, ratios.upperBound)) }

  /// Stretched time after which the count restarts: 93 minutes.
  /// (In 2^-32 frames it would overflow after hours.)
  package static let age: Int64 = 1 << 28

  /// Ages the stretcher by stretched frames, for the test of `age`.
  package mutating func grow(older frames: Int64) {
    work.rtRebase(-frames)
    resampler.rtRebase(-frames)
  }

  /// Restarts and returns whether input must be processed in advance.
  @usableFromInline mutating func rtRestart(_ place: Place, _ speed: Double, _ ratio: Double) -> Bool {
    self.place = place
    self.speed = Self.rtSpeed(speed)
    let ratio = Self.rtRatio(ratio)
    resampler.rtReset(at: Self.start, ratio: ratio)
    isThrough = self.speed == Fixed.one && ratio == Fixed.one
    if !isThrough { work.rtReset(Self.start, at: place.rtNearest()) }
    return !isThrough
  }

  /// Returns the number of source frames needed ahead of the position.
  /// With them no frame is missing.
  public static func lookAhead(speed: Double, ratio: Double) -> Int {
    let slope = max(speed / ratio, 1)
    return Int((Double(Windows.longest) + Double(Self.most) * ratio) * slope) + Windows.longest + OnsetFinder.late
  }

  /// Number of source frames that must be available behind the position.
  public static let lookBehind = 2 * Windows.longest

  /// Takes over speed and ratio and returns the method of the block.
  @_noLocks @usableFromInline mutating func rtAim(_ count: Int, _ speed: Double, _ ratio: Double) -> Way {
    self.speed = Self.rtSpeed(speed)
    let ratio = Self.rtRatio(ratio)
    if work.begin > Self.age {
      resampler.rtRebase(Self.age)
      work.rtRebase(Self.age)
    }
    let frame = place.rtNearest()
    let isPlain = self.speed == Fixed.one && ratio == Fixed.one
    if !isThrough, isPlain, resampler.ratio == Fixed.one { isThrough = work.rtIsHome(resampler.reading, frame) }
    if !isThrough { return Way(kind: .stretched, frame: frame, ratio: ratio) }
    if isPlain { return Way(kind: .through, frame: frame, ratio: ratio) }
    isThrough = false
    return Way(kind: .resuming, frame: frame, ratio: ratio)
  }

  /// Advances past a block that passed unchanged.
  @_noLocks @usableFromInline mutating func rtPass(_ count: Int) { place.rtAdvance(count, speed: Fixed.one) }

  /// Starts to stretch a source that passed unchanged until now.
  /// - Returns: the input that must be read for it.
  @_noLocks @usableFromInline mutating func rtResume() -> Piece {
    resampler.rtReset(at: Self.start, ratio: Fixed.one)
    return work.rtResume(Self.start, at: place.rtNearest())
  }

  @_noLocks @usableFromInline mutating func rtResumed() { work.rtResumed() }

  @_noLocks @usableFromInline func rtReach(_ count: Int, _ ratio: Int64) -> BlockReach {
    let reach = resampler.rtReach(count, wanted: ratio)
    return BlockReach(bank: reach.bank, end: reach.end, ratio: ratio)
  }

  /// Works until it needs input, or no work is due.
  @_noLocks @usableFromInline mutating func rtNext(_ need: Int64) -> Want { work.rtNext(need, reading: resampler.reading &>> 32) }

  /// Places the current grain with the onsets that were read.
  @_noLocks @usableFromInline mutating func rtPlace(_ count: Int) {
    work.rtPlace(onsets: count, reading: resampler.reading, position: place, speed: speed, ratio: resampler.ratio)
  }

  /// Continues with frames that were read.
  @_noLocks @usableFromInline mutating func rtTake() { work.rtTake() }

  @_noLocks @inline(never) @usableFromInline mutating func rtFinish(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, _ reach: BlockReach
  ) {
    var aside: Int64 = 0
    if speed == Fixed.one, reach.ratio == Fixed.one, resampler.ratio == Fixed.one { aside = resampler.rtWayHome(count) }
    resampler.rtRender(left, right, count, wanted: reach.ratio, aside: aside, bank: reach.bank, work.line)
    place.rtAdvance(count, speed: speed)
  }
}
