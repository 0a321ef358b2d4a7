import CLanes
import CRealtime

/// Values of one step that all voices of a source share.
struct VoiceStep: BitwiseCopyable {
  let waveform: Waveform
  let shape: EnvelopeShape
  /// Share of the way to its note that a voice's pitch covers.
  let glide: Float
  /// Phase advance of the LFOs.
  let lfo: UInt32
  /// Bend and depth of the vibrato, both in semitones.
  let bend: Float
  let vibrato: Float
  /// Largest share of the level that the LFO takes away.
  let tremolo: Float
  let spread: Float
  /// Gain of the overtones above four times the pitch, 0...2.
  let brightness: Float
  let gain: Float
}

/// One sounding note with an oscillator, an envelope and an LFO. It has a place between the loudspeakers.
struct Voice: BitwiseCopyable {
  /// Frames of the fade when another note needs the voice: 2 ms.
  static let fade = SoundFormat.rate * 2 / 1000
  /// Largest valid level of a voice.
  private static let most: Float = 4

  /// Source and MIDI note of the voice; meaningless while it is idle.
  private(set) var source = 0
  private(set) var key = 0
  /// Current pitch in semitones, on the way to the note.
  private(set) var pitch: Float = 0
  private var note: Float = 0
  private var oscillator = Oscillator()
  private var envelope = Envelope()
  private var lfo = LFO()
  private var colour = Brightness()
  /// Stereo place, -1 (left) ... 1.
  private let place: Float
  private var (left, right): (Float, Float) = (0, 0)
  /// The gains at the end of the current step.
  private var (goalLeft, goalRight): (Float, Float) = (0, 0)
  /// The spread behind the current panning, and the gains of both sides.
  private var spread = -Float.infinity
  private var (shareLeft, shareRight): (Float, Float) = (1, 1)
  /// Remaining frames of a fade-out; 0 for a voice that stays.
  private var going = 0

  init(place: Float) { self.place = place }

  var isIdle: Bool { envelope.isIdle }
  var isHeld: Bool { envelope.isHeld && going == 0 }
  /// Whether the voice fades out to make room.
  var isGoing: Bool { going > 0 }
  var level: Float { envelope.level }

  /// Starts a note. A voice that still sounds changes to it from its current level.
  /// - Parameter pitch: start of the glide to the note, in semitones.
  @_noLocks mutating func rtBegin(source: Int, key: Int, velocity: Float, from pitch: Float, _ waveform: Waveform) {
    self.source = source
    if envelope.isIdle {
      oscillator.rtBegin(waveform, note: pitch)
      lfo.rtBegin()
      (left, right) = (0, 0)
    }
    self.pitch = pitch
    rtGlide(to: key)
    going = 0
    envelope.rtBegin(peak: velocity)
  }

  /// Changes to another note of the same hand, without a new attack.
  @_noLocks mutating func rtGlide(to key: Int) {
    self.key = key
    note = Float(key)
  }

  /// Releases the note.
  @_noLocks mutating func rtEnd() { envelope.rtEnd() }

  /// Makes room within 2 ms.
  @_noLocks mutating func rtGo() { going = Self.fade }

  /// Ends the voice within 2 ms, if it sounds.
  @_noLocks mutating func rtCut() {
    if envelope.isIdle { return }
    envelope.rtEnd()
    if going == 0 { going = Self.fade }
  }

  /// Silences the voice at once and makes it ready for a note.
  @_noLocks mutating func rtReset() {
    envelope = Envelope()
    colour = Brightness()
    (pitch, note, left, right) = (0, 0, 0, 0)
    going = 0
  }

  /// Puts its loudness in the next frames into a lane.
  @_noLocks func rtPutLoudness(into envelopes: borrowing EnvelopeLanes, _ lane: Int, _ step: VoiceStep) {
    envelope.rtPut(into: envelopes, lane, step.shape)
  }

  /// Writes the next frames to a row, without brightness or loudness. Puts the brightness filter into a lane.
  /// - Returns: whether that filter changes the frames.
  @_noLocks @inline(never) mutating func rtPlay(
    _ row: UnsafeMutablePointer<Float>, count: Int, _ step: VoiceStep, _ colours: borrowing BrightnessLanes, _ lane: Int
  ) -> Bool {
    var wave: Float = 0
    if step.vibrato == 0, step.tremolo == 0 { lfo.rtPass(step.lfo) } else { wave = lfo.rtNext(step.lfo) }
    pitch += (note - pitch) * step.glide
    oscillator.rtTake(step.waveform)
    oscillator.rtRender(row, count: count, note: pitch + step.bend + step.vibrato * wave)
    let isNew = envelope.level == 0
    if isNew { colour.rtBegin(step.brightness) }
    let isColoured = colour.rtPut(into: colours, lane, first: row[0], count: count, gain: step.brightness, pitch: oscillator.turn)
    var gain = step.gain * (1 - step.tremolo * (0.5 - 0.5 * wave))
    if going > 0 {
      let share = Float(max(0, going &- count)) / Float(Self.fade)
      gain *= share * share * (3 - 2 * share)
    }
    if step.spread != spread {
      spread = step.spread
      let aside = place * min(max(spread, 0), 1)
      (shareLeft, shareRight) = (gf_root(1 - aside), gf_root(1 + aside))
    }
    (goalLeft, goalRight) = (gain * shareLeft, gain * shareRight)
    if isNew { (left, right) = (goalLeft, goalRight) }
    return isColoured
  }

  /// Adds the frames written by `rtPlay` to two planes.
  /// - Parameter levels: loudness of each frame.
  /// - Returns: false if the frames are invalid. Then nothing was added, and the voice must be reset.
  @_noLocks @inline(never) mutating func rtAdd(
    _ row: UnsafeMutablePointer<Float>, _ levels: UnsafePointer<Float>, to sumLeft: UnsafeMutablePointer<Float>,
    _ sumRight: UnsafeMutablePointer<Float>, count: Int, _ colours: borrowing BrightnessLanes, _ envelopes: borrowing EnvelopeLanes,
    _ lane: Int
  ) -> Bool {
    colour.rtTake(from: colours, lane)
    envelope.rtTake(from: envelopes, lane)
    if going > 0 {
      going = max(0, going &- count)
      if going == 0 { envelope = Envelope() }
    }
    guard gf_lanes_level(row, levels, Int64(count), Self.most), goalLeft <= Self.most, goalRight <= Self.most else { return false }
    let (slopeLeft, slopeRight) = ((goalLeft - left) / Float(count), (goalRight - right) / Float(count))
    gf_lanes_pan(row, Int64(count), sumLeft, sumRight, left, slopeLeft, right, slopeRight)
    (left, right) = (goalLeft, goalRight)
    return true
  }
}
