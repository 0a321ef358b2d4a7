/// A type that finds starts of notes and beats in sound.
/// The thread that fills a tape or loads a clip runs it, once, ahead of playing.
///
/// It works in cells of 64 frames: the energy of the first difference rises above 4 times its maximum over the
/// 24 cells before (32 ms). The onset is the frame with the largest difference in that cell. After one, 16
/// cells (21 ms) bring no other. A rise above 4 kHz out of a dip is a pulse, and counts if it belongs to a
/// roll: see `RollJudge`. A note among others that continue is found by its spectrum: see `NoteFinder`.
public struct OnsetFinder: ~Copyable {
  /// Frames of a cell.
  public static let cell = 64
  /// Delay of an onset in frames. It is as long as a roll takes to be detected.
  public static let late = RollJudge.wait + Int(RollJudge.same) + cell
  /// Number of cells that a rise is compared with.
  private static let memory = 24
  /// Numbers of cells without a new onset, after onset and pulse.
  private static let (rest, pulseRest) = (16, 5)
  private static let rise: Float = 4
  private static let pulseRise: Float = 3
  /// Smallest energy of a cell with an onset.
  private static let least: Float = 1e-6
  /// Smallest energy around a pulse, above 4 kHz.
  private static let leastHigh: Float = 1e-5

  /// Energies of the last cells, the newest last.
  private var past = [Float](repeating: 0, count: OnsetFinder.memory)
  /// The same above 4 kHz.
  private var pastHigh = [Float](repeating: 0, count: OnsetFinder.memory)
  private var highPass = HighPass()
  private var high: Float = 1e-9
  private var loudestHigh: Float = 0
  private var loudestHighAt: Int64
  private var notes = NoteFinder()
  private var judge = RollJudge()
  private var frame: Int64
  private var quiet = 0
  private var pulseQuiet = 0
  /// The last frame.
  private var last = SIMD2<Float>()
  private var energy: Float = 1e-9
  private var loudest: Float = 0
  private var loudestAt: Int64

  /// Creates a detector.
  /// - Parameter frame: the number of the first frame that will come.
  public init(from frame: Int64 = 0) {
    self.frame = frame
    loudestAt = frame
    loudestHighAt = frame
  }

  /// Processes the next frames.
  /// - Parameters:
  ///   - frames: interleaved stereo.
  ///   - count: number of frames.
  ///   - found: is called with each onset, in rising order, at most `late` frames later.
  public mutating func take(_ frames: UnsafePointer<Float>, count: Int, found: (Onset) -> Void) {
    var done = 0
    while done < count {
      // Of a negative number, too, these bits are its place in the cell.
      let part = min(count - done, Self.cell - Int(frame & Int64(Self.cell - 1)))
      takePart(frames + 2 * done, count: part)
      done += part
      if frame & Int64(Self.cell - 1) == 0 { closeCell(found) }
    }
  }

  /// Processes frames of one cell.
  /// The state is in local variables meanwhile: in the structure it would be loaded and stored for each frame.
  private mutating func takePart(_ frames: UnsafePointer<Float>, count: Int) {
    let (noteFrames, rollFrames) = (notes.room(at: frame), judge.room(at: frame))
    highPass.settle()
    var (last, highPass) = (last, highPass)
    var (energy, loudest, loudestAt) = (energy, loudest, loudestAt)
    var (high, loudestHigh, loudestHighAt) = (high, loudestHigh, loudestHighAt)
    for i in 0..<count {
      let now = SIMD2(frames[2 * i], frames[2 * i + 1])
      let step = now - last
      last = now
      let above = highPass.next(now)
      rollFrames.high[i] = above.x + above.y
      rollFrames.all[i] = now.x + now.y
      noteFrames.left[i] = now.x
      noteFrames.right[i] = now.y
      let p = above.x * above.x + above.y * above.y
      high += p
      if p > loudestHigh {
        loudestHigh = p
        loudestHighAt = frame + Int64(i)
      }
      let e = step.x * step.x + step.y * step.y
      energy += e
      if e > loudest {
        loudest = e
        loudestAt = frame + Int64(i)
      }
    }
    (self.last, self.highPass) = (last, highPass)
    (self.energy, self.loudest, self.loudestAt) = (energy, loudest, loudestAt)
    (self.high, self.loudestHigh, self.loudestHighAt) = (high, loudestHigh, loudestHighAt)
    frame += Int64(count)
  }

  /// Decides all open candidates at the end of the sound.
  public mutating func finish(found: (Onset) -> Void) { judge.decide(until: .max, found) }

  private mutating func closeCell(_ found: (Onset) -> Void) {
    if quiet > 0 { quiet -= 1 }
    if pulseQuiet > 0 { pulseQuiet -= 1 }
    let most = max(past.max()!, Self.least)
    let isOnset = energy > Self.rise * most && quiet == 0
    // A pulse rises out of a dip in the last 8 cells. It is above the last 4, and at most 10 dB below the loudest
    // of the last 24.
    let isPulse =
      pulseQuiet == 0 && high > Self.pulseRise * pastHigh.suffix(8).min()! && high > pastHigh.suffix(4).max()!
      && high > 0.1 * max(pastHigh.max()!, Self.leastHigh)
    if isOnset { quiet = Self.rest }
    if isOnset || isPulse {
      pulseQuiet = Self.pulseRest
      judge.add(isOnset ? loudestAt : loudestHighAt, isOnset: isOnset)
    }
    if let note = notes.close(cell: energy, before: frame) { judge.add(note: note) }
    judge.decide(until: frame, found)
    past.removeFirst()
    past.append(energy)
    pastHigh.removeFirst()
    pastHigh.append(high)
    (energy, loudest, loudestAt) = (1e-9, 0, frame)
    (high, loudestHigh, loudestHighAt) = (1e-9, 0, frame)
  }
}
