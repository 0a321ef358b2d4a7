/// A stretcher that was made and started on an ordinary thread, on its way to the audio thread and back. A plain pointer: it can go through a ring of fixed-size values.
///
/// Unchecked: whoever holds it owns the stretcher, until it is handed on.
public struct StretcherHandle: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let stretcher: UnsafeMutablePointer<Stretcher>

  /// Makes a stretcher. It must be freed once.
  public static func make() -> StretcherHandle {
    let pointer = UnsafeMutablePointer<Stretcher>.allocate(capacity: 1)
    pointer.initialize(to: Stretcher())
    return StretcherHandle(stretcher: pointer)
  }

  /// Starts it at a place of a source, see `Stretcher.start`; an ordinary thread, before it is handed on.
  /// - Returns: frames that the source should have had and did not have.
  @inlinable public func start<Source: StretchSource & ~Copyable>(
    at place: Place, speed: Double, ratio: Double, _ source: borrowing Source
  ) -> Int {
    stretcher.pointee.start(at: place, speed: speed, ratio: ratio, source)
  }

  /// Frees it; an ordinary thread that owns it.
  public func free() {
    stretcher.deinitialize(count: 1)
    stretcher.deallocate()
  }
}

/// What is heard of a channel: one stretcher, and for 10 ms after a jump the one before it, too.
///
/// A jump, a loop's turn or another track is a second stretcher that was started there on an ordinary thread: the audio thread only fades over to it with equal power, at the
/// frame at which it is told to, and gives the old one back. The new one has been run in as far as the fade lasts, so the old one alone has grains to work on
/// meanwhile: no block costs more than one stretcher and another one's resampler.
public struct Playhead: ~Copyable {
  /// Frames of the fade from one stretcher to the next: 10 ms.
  public static let fade = 480

  /// The stretcher that is heard.
  public private(set) var heard: StretcherHandle?
  /// The stretcher that is being left.
  @usableFromInline var leaving: StretcherHandle?
  private var released: StretcherHandle?
  /// Frames of the fade that remain.
  private var remaining = 0
  private let tables = StretchTables.shared
  private let curve: UnsafePointer<Float>
  private let planes: UnsafeMutablePointer<Float>
  /// Frames that the heard stretcher did not find.
  @usableFromInline var missing = 0

  /// Silent until it has a stretcher.
  public init() {
    curve = tables.fade
    planes = .allocate(capacity: 2 * Stretcher.most)
    planes.initialize(repeating: 0, count: 2 * Stretcher.most)
  }

  /// Frees what it still has.
  deinit {
    heard?.free()
    leaving?.free()
    released?.free()
    planes.deallocate()
  }

  /// Place in the input of the next output frame of the heard stretcher; the beginning without one.
  @_noLocks public func rtPlace() -> Place {
    guard let heard else { return Place() }
    return heard.stretcher.pointee.place
  }

  /// Goes over to a started stretcher from the next frame on; where there was none it is there at once.
  /// - Returns: false if it is still going over to the last one, or that has not been taken back: then nothing has changed.
  @_noLocks public mutating func rtTake(_ next: StretcherHandle) -> Bool {
    if leaving != nil { return false }
    if released != nil { return false }
    leaving = heard
    remaining = heard == nil ? 0 : Self.fade
    heard = next
    return true
  }

  /// The stretcher that is not heard any more, for the thread that frees it or starts it again; once.
  @_noLocks public mutating func rtReleased() -> StretcherHandle? {
    guard let done = released else { return nil }
    released = nil
    return done
  }

  /// Ends the fade at once, for a moment at which nothing is heard: the stretcher that is being left can be taken back.
  @_noLocks public mutating func rtEndFade() {
    if leaving == nil { return }
    if released != nil { return }
    released = leaving
    leaving = nil
    remaining = 0
  }

  /// Renders the next frames to two planes; silence without a stretcher.
  /// - Parameters:
  ///   - count: 1...512. - speed, ratio: see `Stretcher.rtRender`.
  ///   - source: of the heard stretcher.
  ///   - former: of the one before it, which is read for 10 ms after `rtTake`.
  /// - Returns: frames that the source of the heard stretcher should have had and did not have.
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

  /// Mixes what is left into what is heard.
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
