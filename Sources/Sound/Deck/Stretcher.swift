import CRealtime
import CRubberBand

/// Rubber Band in real time: changes speed without pitch and pitch without speed. Made and primed outside the audio thread, then used on it alone.
///
/// The R3 engine ("finer") with its standard window: on a 440 Hz sine its spurs stay below -57 dB from -24 to +24 semitones (R3 with the short window
/// -47 dB, R2 -0 dB), and a step of pitch is heard after 2-14 ms.
public struct Stretcher: ~Copyable {
  /// Largest input of one call.
  static let most = 512
  /// Output frames that it tries to have in hand, so that a block in which nothing is due does work of the next one.
  static let reserve = 192

  private let state: RubberBandState
  private let input: UnsafeMutablePointer<Float>
  private let planes: UnsafeMutablePointer<UnsafePointer<Float>?>
  private let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private let scrap: UnsafeMutablePointer<Float>
  private var timeRatio = 1.0
  private var pitchScale = 1.0
  /// Output frames of the run-in that are still to be dropped.
  private var drop = 0

  /// Which of Rubber Band's windows: `fine` sounds best, `light` costs half (for several decks at once).
  public enum Quality: String, Sendable, CaseIterable { case fine, light }

  /// Made and primed, which takes some milliseconds and is not for the audio thread. - Parameter quality: see `Quality`.
  public init(_ quality: Quality = .fine) {
    let options =
      RubberBandOptionProcessRealTime.rawValue | RubberBandOptionEngineFiner.rawValue | RubberBandOptionThreadingNever.rawValue
      | RubberBandOptionPitchHighConsistency.rawValue | (quality == .light ? RubberBandOptionWindowShort.rawValue : 0)
    state = rubberband_new(UInt32(SoundFormat.rate), 2, Int32(bitPattern: options), 1, 1)
    rubberband_set_max_process_size(state, UInt32(Self.most))
    input = .allocate(capacity: Self.most * 2)
    input.initialize(repeating: 0, count: Self.most * 2)
    scrap = .allocate(capacity: Self.most * 2)
    scrap.initialize(repeating: 0, count: Self.most * 2)
    planes = .allocate(capacity: 2)
    planes.initialize(to: UnsafePointer(input))
    (planes + 1).initialize(to: UnsafePointer(input + Self.most))
    outputs = .allocate(capacity: 2)
    outputs.initialize(repeating: nil, count: 2)
    growBuffers()
  }

  deinit {
    rubberband_delete(state)
    input.deallocate()
    scrap.deallocate()
    planes.deallocate()
    outputs.deallocate()
  }

  /// Visits the corners of the range once, so that every buffer has its largest size before the audio thread comes.
  private func growBuffers() {
    for (ratio, scale) in [(10.0, 0.25), (10, 4), (0.5, 0.25), (0.5, 4), (1, 1)] {
      rubberband_set_time_ratio(state, ratio)
      rubberband_set_pitch_scale(state, scale)
      for _ in 0..<12 {
        rubberband_process(state, planes, UInt32(Self.most), 0)
        outputs[0] = scrap
        outputs[1] = scrap + Self.most
        while rubberband_available(state) > 0 {
          rubberband_retrieve(state, outputs, UInt32(min(Self.most, Int(rubberband_available(state)))))
        }
      }
      rubberband_reset(state)
    }
  }

  /// Sets speed (0.1...2) and pitch as a factor (0.25...4).
  @_noLocks package mutating func rtSet(speed: Float, pitch: Float) {
    let ratio = 1 / Double(speed)
    if ratio != timeRatio {
      timeRatio = ratio
      gf_rb_set_time_ratio(state, ratio)
    }
    if Double(pitch) != pitchScale {
      pitchScale = Double(pitch)
      gf_rb_set_pitch_scale(state, pitchScale)
    }
  }

  /// Starts anew so that its first output frame belongs to tape frame `frame`. The run-in that this takes is done by `rtWarm`, block by block.
  /// - Returns: the tape frame to read first.
  @_noLocks package mutating func rtStart(at frame: Int64) -> Int64 {
    gf_rb_reset(state)
    gf_rb_set_time_ratio(state, timeRatio)
    gf_rb_set_pitch_scale(state, pitchScale)
    drop = Int(gf_rb_start_delay(state))
    return frame &- Int64(gf_rb_start_pad(state))
  }

  /// Does a block's share of the run-in: reads on what lies before the start and drops what that gives. Answers whether it is over.
  @_noLocks package mutating func rtWarm(next: inout Int64, _ tape: Unmanaged<Tape>) -> Bool {
    var fed = false
    while drop > 0 {
      if gf_rb_available(state) <= 0 {
        if fed { return false }
        _ = rtFeed(&next, tape)
        fed = true
        continue
      }
      let count = min(drop, min(Int(gf_rb_available(state)), Self.most))
      outputs[0] = scrap
      outputs[1] = scrap + Self.most
      drop &-= Int(gf_rb_retrieve(state, outputs, UInt32(count)))
    }
    return true
  }

  /// Output frames that are ready.
  @_noLocks package func rtReady() -> Int { Int(gf_rb_available(state)) }

  /// Writes `count` frames to two planes and moves `next`, the tape frame to read next. Answers how many frames the tape did not have.
  @_noLocks package mutating func rtRender(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int, next: inout Int64, _ tape: Unmanaged<Tape>
  ) -> Int {
    var missing = 0
    var worked = false
    while Int(gf_rb_available(state)) < count {
      missing &+= rtFeed(&next, tape)
      worked = true
    }
    outputs[0] = left
    outputs[1] = right
    _ = gf_rb_retrieve(state, outputs, UInt32(count))
    if !worked, Int(gf_rb_available(state)) < Self.reserve { missing &+= rtFeed(&next, tape) }
    return missing
  }

  @_noLocks private mutating func rtFeed(_ next: inout Int64, _ tape: Unmanaged<Tape>) -> Int {
    let wanted = Int(gf_rb_required(state))
    let count = min(max(wanted, 1), Self.most)
    let left = input
    let right = input + Self.most
    let from = next
    let missing = tape._withUnsafeGuaranteedRef { $0.rtCopy(from: from, count: count, left, right) }
    gf_rb_process(state, planes, UInt32(count))
    next = from &+ Int64(count)
    return missing
  }
}
