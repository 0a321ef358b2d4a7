import CLanes
import CRealtime

/// What a step has in common for all voices of one source.
struct VoiceStep: BitwiseCopyable {
  let waveform: Waveform
  let shape: EnvelopeShape
  /// Share of the way to its note that a voice's pitch goes.
  let glide: Float
  /// How far the LFOs go.
  let lfo: UInt32
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
  /// Where these gains will be at the end of the step that is being computed.
  private var (goalLeft, goalRight): (Float, Float) = (0, 0)
  /// The spread that its place was computed for, and the gains of both sides there.
  private var spread = -Float.infinity
  private var (shareLeft, shareRight): (Float, Float) = (1, 1)
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

  /// Puts its loudness in the next frames into a lane.
  @_noLocks func rtPutLoudness(into envelopes: borrowing EnvelopeLanes, _ lane: Int, _ step: VoiceStep) {
    envelope.rtPut(into: envelopes, lane, step.shape)
  }

  /// Writes the next frames to a row, as long as they have neither colour nor loudness, and puts the colour into a lane. - Returns: whether there is one.
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

  /// Adds the frames that `rtPlay` has written to two planes.
  /// - Parameter levels: loudness of each frame. - Returns: false if they are no sound: then nothing was added, and the voice must be reset.
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
