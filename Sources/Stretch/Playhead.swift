/// A pointer to a stretcher that moves between threads.
/// It is made and started on an ordinary thread and goes to the audio thread and back. As a plain pointer it
/// can pass through a ring of fixed-size values.
///
/// Unchecked: the thread that holds the handle owns the stretcher, until it hands it on.
public struct StretcherHandle: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let stretcher: UnsafeMutablePointer<Stretcher>

  /// Makes a stretcher. It must be freed once.
  public static func make() -> StretcherHandle {
    let pointer = UnsafeMutablePointer<Stretcher>.allocate(capacity: 1)
    pointer.initialize(to: Stretcher())
    return StretcherHandle(stretcher: pointer)
  }

  /// Starts the stretcher at a place of a source (see `Stretcher.start`).
  /// Only an ordinary thread may call, before it hands the stretcher on.
  /// - Returns: number of frames that the source should have had and did not have.
  @inlinable public func start<Source: StretchSource & ~Copyable>(
    at place: Place, speed: Double, ratio: Double, _ source: borrowing Source
  ) -> Int {
    stretcher.pointee.start(at: place, speed: speed, ratio: ratio, source)
  }

  /// Frees the stretcher. Only an ordinary thread that owns it may call.
  public func free() {
    stretcher.deinitialize(count: 1)
    stretcher.deallocate()
  }
}

/// The audible stretcher of a channel, with a cross-fade after a jump.
/// For 10 ms after a jump the previous stretcher sounds, too.
///
/// A jump, the turn of a loop or another track is a second stretcher that was started on an ordinary thread.
/// The audio thread only fades over to it with equal power, at the requested frame, and gives the old one back.
/// The new stretcher has already processed the length of the fade, so only the old one has grains to process
/// during the fade. No block costs more than one stretcher and the resampler of another.
public struct Playhead: ~Copyable {
  /// Length of the fade between two stretchers, in frames: 10 ms.
  public static let fade = 480

  /// The audible stretcher.
  public private(set) var heard: StretcherHandle?
  /// The stretcher that fades out.
  @usableFromInline var leaving: StretcherHandle?
  private var released: StretcherHandle?
  /// Number of frames of the fade that remain.
  private var remaining = 0
  private let tables = StretchTables.shared
  private let curve: UnsafePointer<Float>
  private let planes: UnsafeMutablePointer<Float>
  /// Number of missing frames of the audible stretcher.
  @usableFromInline var missing = 0

  /// Creates a silent playhead, without a stretcher.
  public init() {
    curve = tables.fade
    planes = .allocate(capacity: 2 * Stretcher.most)
    planes.initialize(repeating: 0, count: 2 * Stretcher.most)
  }

  /// Frees the stretchers that it still has.
  deinit {
    heard?.free()
    leaving?.free()
    released?.free()
    planes.deallocate()
  }

  /// Returns the input place of the audible stretcher's next output frame.
  /// Without a stretcher it is the beginning.
  @_noLocks public func rtPlace() -> Place {
    guard let heard else { return Place() }
    return heard.stretcher.pointee.place
  }

  /// Fades over to a started stretcher from the next frame on.
  /// Without an earlier stretcher the new one starts without a fade.
  /// - Returns: false, without a change, if the last fade has not ended, or its old stretcher has not been
  ///   taken back.
  @_noLocks public mutating func rtTake(_ next: StretcherHandle) -> Bool {
    if leaving != nil { return false }
    if released != nil { return false }
    leaving = heard
    remaining = heard == nil ? 0 : Self.fade
    heard = next
    return true
  }

  /// Returns the released stretcher once, to be freed or restarted.
  @_noLocks public mutating func rtReleased() -> StretcherHandle? {
    guard let done = released else { return nil }
    released = nil
    return done
  }

  /// Ends the fade at once, for a silent moment.
  /// The stretcher that fades out can then be taken back.
  @_noLocks public mutating func rtEndFade() {
    if leaving == nil { return }
    if released != nil { return }
    released = leaving
    leaving = nil
    remaining = 0
  }

  /// Renders the next frames to two planes; silence without a stretcher.
  /// - Parameters:
  ///   - left: the left channel's `count` frames.
  ///   - right: the right channel's.
  ///   - count: 1...512.
  ///   - speed: see `Stretcher.rtRender`.
  ///   - ratio: see `Stretcher.rtRender`.
  ///   - source: of the audible stretcher.
  ///   - former: of the previous one, which is read for 10 ms after `rtTake`.
  /// - Returns: number of frames that the source of the audible stretcher should have had and did not have.
  @inlinable public mutating func rtRender<Source: StretchSource & ~Copyable>(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int, speed: Double, ratio: Double,
    _ source: borrowing Source, former: borrowing Source
  ) -> Int {
    guard let heard else {
      rtSilence(left, right, count)
      return 0
    }
    missing = heard.stretcher.pointee.rtRender(left, right, count: count, speed: speed, ratio: ratio, source)
    guard let leaving else { return missing }
    let (a, b) = rtPlanes()
    _ = leaving.stretcher.pointee.rtRender(a, b, count: count, speed: speed, ratio: ratio, former)
    rtFade(left, right, count)
    return missing
  }

  @_noLocks @usableFromInline func rtPlanes() -> (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) {
    (planes, planes + Stretcher.most)
  }

  @_noLocks @usableFromInline func rtSilence(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) {
    left.update(repeating: 0, count: count)
    right.update(repeating: 0, count: count)
  }

  /// Mixes the fading stretcher into the audible one.
  @_noLocks @inline(never) @usableFromInline mutating func rtFade(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let (a, b) = rtPlanes()
    let n = min(count, remaining)
    for i in 0..<n {
      let gone = curve[remaining &- i]
      let come = curve[Self.fade &- remaining &+ i]
      left[i] = left[i] * come + a[i] * gone
      right[i] = right[i] * come + b[i] * gone
    }
    remaining &-= n
    if remaining == 0 {
      released = leaving
      leaving = nil
    }
  }
}
