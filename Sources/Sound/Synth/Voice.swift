import CLanes
import CRealtime

/// What a step has in common for all voices of one source.
struct VoiceStep: BitwiseCopyable {
  let waveform: Waveform
  let shape: EnvelopeShape
  /// Share of the way to its note that a voice's pitch goes.
  let glide: Float
  let lfoRate: Float
  /// Semitones to be added to the pitch, and the furthest way of the LFO.
  let bend: Float
  let vibrato: Float
  /// Share of the level that the LFO takes away at the most.
  let tremolo: Float
  let spread: Float
  /// Gain of what lies above four times the pitch, 0...2.
  let brightness: Float
  let gain: Float
}

/// One sounding note: an oscillator, an envelope and an LFO, at a place between the loudspeakers.
struct Voice: BitwiseCopyable {
  /// Frames in which a voice that is needed for another note goes: 2 ms.
  static let fade = SoundFormat.rate * 2 / 1000
  /// Louder than this is no voice.
  private static let most: Float = 4

  /// Whose note it is, and which MIDI note; meaningless while the voice is idle.
  private(set) var source = 0
  private(set) var key = 0
  /// What is heard, in semitones: on the way to its note.
  private(set) var pitch: Float = 0
  private var note: Float = 0
  private var oscillator = Oscillator()
  private var envelope = Envelope()
  private var lfo = LFO()
  private var colour = Brightness()
  /// Where it stands, -1 (left) ... 1.
  private let place: Float
  private var (left, right): (Float, Float) = (0, 0)
  /// Frames left of the fade of a voice that goes; 0 for one that stays.
  private var going = 0

  init(place: Float) { self.place = place }

  var isIdle: Bool { envelope.isIdle }
  var isHeld: Bool { envelope.isHeld && going == 0 }
  /// Whether it fades out to make room.
  var isGoing: Bool { going > 0 }
  var level: Float { envelope.level }

  /// Begins a note; one that still sounds goes over to it from its present level.
  /// - Parameter pitch: where the glide to the note begins, in semitones.
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

  /// Another note of the same hand, without a new beginning.
  @_noLocks mutating func rtGlide(to key: Int) {
    self.key = key
    note = Float(key)
  }

  /// The note is let go.
  @_noLocks mutating func rtEnd() { envelope.rtEnd() }

  /// Makes room within 2 ms.
  @_noLocks mutating func rtGo() { going = Self.fade }

  /// Is gone within 2 ms, if it sounds.
  @_noLocks mutating func rtCut() {
    if envelope.isIdle { return }
    envelope.rtEnd()
    if going == 0 { going = Self.fade }
  }

  /// Is silent at once and ready for a note.
  @_noLocks mutating func rtReset() {
    envelope = Envelope()
    colour = Brightness()
    (pitch, note, left, right) = (0, 0, 0, 0)
    going = 0
  }

  /// Adds the next frames to two planes. - Returns: false if the voice is no sound: then nothing was added, and it must be reset.
  @_noLocks @inline(never) mutating func rtAdd(
    _ sumLeft: UnsafeMutablePointer<Float>, _ sumRight: UnsafeMutablePointer<Float>, _ own: UnsafeMutablePointer<Float>, count: Int,
    _ step: VoiceStep
  ) -> Bool {
    let wave = lfo.rtNext(count, hertz: step.lfoRate)
    pitch += (note - pitch) * step.glide
    oscillator.rtTake(step.waveform)
    oscillator.rtRender(own, count: count, note: pitch + step.bend + step.vibrato * wave)
    let isNew = envelope.level == 0
    if isNew { colour.rtBegin(step.brightness) }
    colour.rtShape(own, count: count, gain: step.brightness, pitch: oscillator.turn)
    envelope.rtShape(own, count: count, step.shape)
    var gain = step.gain * (1 - step.tremolo * (0.5 - 0.5 * wave))
    if going > 0 {
      going = max(0, going &- count)
      let share = Float(going) / Float(Self.fade)
      gain *= share * share * (3 - 2 * share)
      if going == 0 { envelope = Envelope() }
    }
    let aside = place * min(max(step.spread, 0), 1)
    let (goalLeft, goalRight) = (gain * gf_root(1 - aside), gain * gf_root(1 + aside))
    if isNew { (left, right) = (goalLeft, goalRight) }
    guard SynthGuard.rtIsSound(own, count, most: Self.most), goalLeft <= Self.most, goalRight <= Self.most else { return false }
    let (slopeLeft, slopeRight) = ((goalLeft - left) / Float(count), (goalRight - right) / Float(count))
    for i in 0..<count {
      sumLeft[i] += own[i] * (left + slopeLeft * Float(i &+ 1))
      sumRight[i] += own[i] * (right + slopeRight * Float(i &+ 1))
    }
    (left, right) = (goalLeft, goalRight)
    return true
  }
}
