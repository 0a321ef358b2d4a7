/// A type that separates pulses of a roll from periods of tones.
/// Pulses of a roll (of a shaker, a snare drum) follow each other as closely, but no two are alike, and their
/// spectrum is noise.
///
/// A pulse may be a roll's under these conditions. At least three others lie within 100 ms on either side. The
/// nearest of them is 6 to 45 ms away and unlike it; 27 ms and more apart they may be alike, because periods of
/// tones are shorter. `Tonality` finds no tones around it. It is a roll's when it is one of three such pulses
/// in a row.
///
/// Two or three hits that begin with an onset and follow each other as closely are a flam or a drag. They are
/// treated as a roll, too, alike or not, when tones are absent around them. Under long grains the second one
/// would keep its input distance from the first, and be lost. Not more than three, because the periods of a
/// deep tone begin in the same way.
struct RollJudge: ~Copyable {
  /// Number of frames after which a pulse is judged.
  static let wait = 9600
  /// Number of frames on either side that are searched for other pulses.
  private static let around: Int64 = 4800
  /// Distances of pulses in a roll.
  private static let (closest, farthest, alike) = (288, 2160, 1300)
  /// Distance of the hits of a pair, in frames.
  /// Closer hits cannot be separated from noise that begins, which rises out of the silence before it for 8
  /// cells. Long grains separate hits further apart, and leave fewer copies of deep sound.
  private static let (pairClosest, pairFarthest) = (700, 1728)
  /// Largest distance of a note from the same onset, in frames.
  static let same: Int64 = 1024
  /// Compared frames of a pulse, frames before its peak, and shifts.
  private static let (length, before, shift) = (192, 32, 24)
  /// Correlation from which two pulses are alike.
  private static let likeness: Float = 0.6

  private struct Candidate {
    var frame: Int64
    var isOnset: Bool
    /// Whether it may be a roll's; nil until known.
    var passes: Bool?
    /// Whether tones are absent around it; nil until known.
    var isNoise: Bool?
  }

  /// Number of frames that are stored.
  private static let memory = 1 << 14

  private let arena: Arena
  /// Sound above 4 kHz of the last frames, both channels together.
  private let high: UnsafeMutablePointer<Float>
  /// The whole sound of the same frames.
  private let whole: UnsafeMutablePointer<Float>
  /// Candidates in rising order; those before `decided` are kept as neighbours.
  private var candidates: [Candidate] = []
  private var decided = 0
  /// Decided onsets, and notes, both in rising order.
  /// They are reported when it is known which of them are the same event.
  private var onsets: [Onset] = []
  private var notes: [Int64] = []
  /// Frame of the last reported onset.
  private var told = Int64.min / 4
  private var tonality = Tonality()

  init() {
    var arena = Arena(bytes: 4 * 2 * Self.memory + 256)
    (high, whole) = (arena.floats(Self.memory), arena.floats(Self.memory))
    self.arena = arena
  }

  /// Returns the room for a frame and its followers in its cell.
  /// It is for sound above 4 kHz and for all of it, both channels together.
  func room(at frame: Int64) -> (high: UnsafeMutablePointer<Float>, all: UnsafeMutablePointer<Float>) {
    (high + slot(frame), whole + slot(frame))
  }

  mutating func add(_ frame: Int64, isOnset: Bool) { candidates.append(Candidate(frame: frame, isOnset: isOnset)) }

  /// Adds a note, at most `wait` frames before the newest frame.
  /// It is not part of rolls, and is ignored next to an onset.
  mutating func add(note frame: Int64) { notes.append(frame) }

  /// Judges candidates `wait` frames before `frame`.
  /// It reports those another `same` frames earlier.
  mutating func decide(until frame: Int64, _ found: (Onset) -> Void) {
    while decided < candidates.count, frame == .max || candidates[decided].frame <= frame - Int64(Self.wait) {
      let candidate = candidates[decided]
      let isPair = isOfPair(decided)
      let isRoll = isPair || isRoll(decided)
      if candidate.isOnset || isRoll {
        onsets.append(
          Onset(candidate.frame, isRoll: isRoll, isStrong: candidate.isOnset, isBare: isPair && isBare(candidate.frame)))
      }
      decided += 1
      if decided > 32 {
        candidates.removeFirst(16)
        decided -= 16
      }
    }
    tell(until: frame == .max ? .max : frame - Int64(Self.wait) - Self.same, found)
  }

  private mutating func tell(until end: Int64, _ found: (Onset) -> Void) {
    while true {
      let next = min(onsets.first?.frame ?? .max, notes.first ?? .max)
      guard next < .max, next <= end else { return }
      if next == onsets.first?.frame {
        told = next
        found(onsets.removeFirst())
      } else {
        notes.removeFirst()
        if next - told <= Self.same || onsets.contains(where: { $0.frame - next <= Self.same }) { continue }
        told = next
        found(Onset(next))
      }
    }
  }

  private mutating func isRoll(_ index: Int) -> Bool {
    guard passes(index) else { return false }
    var row = 1
    var k = index - 1
    while k >= 0, row < 3, passes(k), candidates[k + 1].frame - candidates[k].frame <= Int64(Self.farthest) {
      row += 1
      k -= 1
    }
    k = index + 1
    while k < candidates.count, row < 3, passes(k), candidates[k].frame - candidates[k - 1].frame <= Int64(Self.farthest) {
      row += 1
      k += 1
    }
    return row >= 3
  }

  private mutating func passes(_ index: Int) -> Bool {
    if let known = candidates[index].passes { return known }
    let passes = mayBeRoll(index)
    candidates[index].passes = passes
    return passes
  }

  private mutating func mayBeRoll(_ index: Int) -> Bool {
    let frame = candidates[index].frame
    guard candidates.filter({ abs($0.frame - frame) <= Self.around }).count >= 4 else { return false }
    var nearest: Int64?
    for other in candidates[max(0, index - 1)..<min(candidates.count, index + 2)] where other.frame != frame {
      if abs(other.frame - frame) < abs((nearest ?? .max / 2) - frame) { nearest = other.frame }
    }
    guard let nearest, (Self.closest...Self.farthest).contains(Int(abs(nearest - frame))) else { return false }
    if abs(nearest - frame) < Int64(Self.alike), likeness(frame, nearest) >= Self.likeness { return false }
    return isNoise(index)
  }

  /// Whether it is one of the first three hits in quick succession.
  private mutating func isOfPair(_ index: Int) -> Bool {
    if candidates[index].isOnset, isFollowed(index) { return true }
    guard index > 0, isFollowed(index - 1) else { return false }
    if candidates[index - 1].isOnset { return true }
    return index > 1 && candidates[index - 2].isOnset && isFollowed(index - 2)
  }

  private mutating func isFollowed(_ index: Int) -> Bool {
    guard index + 1 < candidates.count else { return false }
    let apart = Int(candidates[index + 1].frame - candidates[index].frame)
    return (Self.pairClosest...Self.pairFarthest).contains(apart) && isNoise(index) && isNoise(index + 1)
  }

  private mutating func isNoise(_ index: Int) -> Bool {
    if let known = candidates[index].isNoise { return known }
    let frame = candidates[index].frame
    let (high, mask) = (high, Int64(Self.memory - 1))
    let isNoise = tonality.measure { high[Int((frame - 2048 + Int64($0)) & mask)] } < Tonality.limit
    candidates[index].isNoise = isNoise
    return isNoise
  }

  /// Whether tones are absent below 2 kHz around a frame.
  private mutating func isBare(_ frame: Int64) -> Bool {
    let (whole, mask) = (whole, Int64(Self.memory - 1))
    return tonality.measureDeep { whole[Int((frame - 2048 + Int64($0)) & mask)] } < Tonality.deepLimit
  }

  /// Returns the largest absolute correlation of two pulses.
  /// The sign does not matter: half periods are inverted.
  private func likeness(_ a: Int64, _ b: Int64) -> Float {
    var best: Float = 0
    for shift in -Self.shift...Self.shift {
      var (ab, aa, bb): (Float, Float, Float) = (0, 1e-20, 1e-20)
      for i in 0..<Self.length {
        let x = high[slot(a + Int64(i - Self.before))]
        let y = high[slot(b + Int64(i - Self.before + shift))]
        ab += x * y
        aa += x * x
        bb += y * y
      }
      best = max(best, abs(ab) / (aa * bb).squareRoot())
    }
    return best
  }

  private func slot(_ frame: Int64) -> Int { Int(truncatingIfNeeded: frame) & (Self.memory - 1) }
}
