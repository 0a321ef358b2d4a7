import CRealtime

/// The built-in synthesizer: 16 voices for up to 24 sources. It is used on the audio thread alone.
///
/// A new note is heard with the next rendered frame. If all voices sound, the quietest released note makes room
/// within 2 ms; if all are held, the quietest held one does. It fades out beside the new note, in one of eight
/// spare places.
package struct Synth: ~Copyable {
  /// Maximum number of notes at once.
  package static let voices = 16
  /// Maximum number of sources: eight hands and touches, and sixteen MIDI channels.
  package static let sources = 24
  /// Number of places for voices, including those that fade out.
  private static let places = 24
  /// Level of one voice at full velocity: -12 dB. This keeps 16 voices from always reaching the limiter.
  package static let voiceLevel: Float = 0.25

  private let voices: UnsafeMutablePointer<Voice>
  private let sources: UnsafeMutablePointer<SynthSource>
  private let steps: UnsafeMutablePointer<VoiceStep>
  /// Voices computed side by side. `group` has their places, `rows` a row of frames for each, `levels` a row of
  /// loudness.
  private let group: UnsafeMutablePointer<Int>
  private let rows: UnsafeMutablePointer<Float>
  private let levels: UnsafeMutablePointer<Float>
  private let colours = BrightnessLanes()
  private let envelopes = EnvelopeLanes()
  private var sound = SynthSound()
  private var spread = Glide(0.5, half: 0.01)
  private var volume = Glide(1, half: 0.003)
  /// 0 for vibrato, 1 for tremolo, in between during a change.
  private var kind = Glide(0, half: 0.01)
  private var lfoRate = Glide(5, half: 0.01)
  /// How often a voice was reset because of invalid values.
  package private(set) var resets = 0

  /// Allocates the memory and the tables.
  package init() {
    voices = .allocate(capacity: Self.places)
    // 7 and 16 have no common factor: consecutive notes get places far apart.
    for i in 0..<Self.places { (voices + i).initialize(to: Voice(place: Float((i * 7) & 15) / 7.5 - 1)) }
    sources = .allocate(capacity: Self.sources)
    sources.initialize(repeating: SynthSource(), count: Self.sources)
    steps = .allocate(capacity: Self.sources)
    group = .allocate(capacity: EnvelopeLanes.count)
    group.initialize(repeating: 0, count: EnvelopeLanes.count)
    rows = .allocate(capacity: EnvelopeLanes.count * SynthStep.frames)
    rows.initialize(repeating: 0, count: EnvelopeLanes.count * SynthStep.frames)
    levels = .allocate(capacity: EnvelopeLanes.count * SynthStep.frames)
    levels.initialize(repeating: 0, count: EnvelopeLanes.count * SynthStep.frames)
  }

  deinit {
    voices.deallocate()
    sources.deallocate()
    steps.deallocate()
    group.deallocate()
    rows.deallocate()
    levels.deallocate()
  }

  /// Number of notes that sound, including released ones.
  package var sounding: Int {
    var count = 0
    for i in 0..<Self.places where !voices[i].isIdle && !voices[i].isGoing { count += 1 }
    return count
  }

  /// Number of notes that are held.
  package var held: Int {
    var count = 0
    for i in 0..<Self.places where voices[i].isHeld { count += 1 }
    return count
  }

  // MARK: - Commands

  /// Changes the sound from now on.
  @_noLocks package mutating func rtTake(_ sound: SynthSound) {
    self.sound = sound
    spread.rtAim(min(max(sound.spread, 0), 1))
    volume.rtAim(min(max(sound.volume, 0), 2))
    lfoRate.rtAim(min(max(sound.lfoRate, 0), LFO.fastest))
    kind.rtAim(sound.lfo == .tremolo ? 1 : 0)
    for i in 0..<Self.sources { sources[i].rtFollow(sound.response) }
    // Nothing has to glide while no voice is heard.
    for i in 0..<Self.places where !voices[i].isIdle { return }
    spread.rtArrive()
    volume.rtArrive()
    lfoRate.rtArrive()
    kind.rtArrive()
  }

  /// Starts a note. A held note of the same source and key starts again from its level.
  /// - Parameters:
  ///   - source: 0...23; others are ignored.
  ///   - key: MIDI note, 0...127; others are ignored.
  ///   - velocity: 0...1.
  @_noLocks package mutating func rtOn(source: Int, key: Int, velocity: Float) {
    guard source >= 0, source < Self.sources, key >= 0, key < 128 else { return }
    let place = rtPlace(source, key)
    if rtIsSilent(source: source) { sources[source].rtArrive() }
    let last = sources[source].pitch
    var from = Float(key)
    if last >= 0, sound.portamento > 0 { from = last }
    voices[place].rtBegin(source: source, key: key, velocity: velocity, from: from, sound.waveform)
    sources[source].pitch = from
    sources[source].newest = place
  }

  /// Changes to another note without a new attack. If the first note is not held, the second one starts.
  @_noLocks package mutating func rtGlide(source: Int, from key: Int, to next: Int, velocity: Float) {
    guard next >= 0, next < 128 else { return }
    for i in 0..<Self.places where rtPlays(i, source, key) {
      voices[i].rtGlide(to: next)
      sources[source].newest = i
      return
    }
    rtOn(source: source, key: next, velocity: velocity)
  }

  /// Releases a note.
  @_noLocks package mutating func rtOff(source: Int, key: Int) {
    for i in 0..<Self.places where rtPlays(i, source, key) { voices[i].rtEnd() }
  }

  /// Releases all notes of a source.
  @_noLocks package mutating func rtOffAll(source: Int) {
    for i in 0..<Self.places where voices[i].source == source { voices[i].rtEnd() }
  }

  /// Releases all notes.
  @_noLocks package mutating func rtOffAll() { for i in 0..<Self.places { voices[i].rtEnd() } }

  /// Ends all voices of a source within 2 ms.
  @_noLocks package mutating func rtCut(source: Int) { for i in 0..<Self.places where voices[i].source == source { voices[i].rtCut() } }

  /// Ends all voices within 2 ms.
  @_noLocks package mutating func rtCut() { for i in 0..<Self.places { voices[i].rtCut() } }

  /// Silences all voices at once. Valid only while nothing is heard.
  @_noLocks package mutating func rtReset() { for i in 0..<Self.places { voices[i].rtReset() } }

  /// Starts a source's next note at its own pitch, without a glide.
  @_noLocks package mutating func rtForget(source: Int) {
    guard rtKnows(source) else { return }
    sources[source].pitch = -1
    sources[source].newest = -1
  }

  /// Whether a source holds a note.
  @_noLocks package func rtHolds(source: Int) -> Bool {
    for i in 0..<Self.places where voices[i].source == source {
      if voices[i].isHeld { return true }
    }
    return false
  }

  /// Bends a source's notes by -48...48 semitones.
  @_noLocks package mutating func rtBend(source: Int, _ semitones: Float) { if rtKnows(source) { sources[source].rtBend(semitones) } }

  /// Sets the depth of a source's LFO, 0...1.
  @_noLocks package mutating func rtModulate(source: Int, _ depth: Float) { if rtKnows(source) { sources[source].rtModulate(depth) } }

  /// Sets the loudness of a source, 0...1.
  @_noLocks package mutating func rtExpress(source: Int, _ level: Float) { if rtKnows(source) { sources[source].rtExpress(level) } }

  /// Sets the brightness of a source, 0...1. 0 removes the overtones, 0.5 leaves them unchanged, 1 doubles them.
  @_noLocks package mutating func rtBrighten(source: Int, _ depth: Float) { if rtKnows(source) { sources[source].rtBrighten(depth) } }

  @_noLocks private func rtKnows(_ source: Int) -> Bool { source >= 0 ? source < Self.sources : false }

  @_noLocks private func rtPlays(_ place: Int, _ source: Int, _ key: Int) -> Bool {
    guard voices[place].isHeld, voices[place].source == source else { return false }
    return voices[place].key == key
  }

  /// Whether a source is silent, including its released notes.
  @_noLocks package func rtIsSilent(source: Int) -> Bool {
    for i in 0..<Self.places where voices[i].source == source {
      if !voices[i].isIdle { return false }
    }
    return true
  }

  /// Returns the place for a note. That is its own voice if it is held, a free one, or one that makes room.
  @_noLocks private func rtPlace(_ source: Int, _ key: Int) -> Int {
    var free = -1
    var count = 0
    var (victim, quietest, isVictimHeld) = (-1, Float.infinity, true)
    for i in 0..<Self.places {
      if rtPlays(i, source, key) { return i }
      if voices[i].isIdle {
        if free < 0 { free = i }
        continue
      }
      if voices[i].isGoing { continue }
      count &+= 1
      let (level, isHeld) = (voices[i].level, voices[i].isHeld)
      var isBetter = level < quietest
      if isHeld != isVictimHeld { isBetter = !isHeld }
      if isBetter { (victim, quietest, isVictimHeld) = (i, level, isHeld) }
    }
    if count < Self.voices, free >= 0 { return free }
    // Without a free place the note takes over the victim's voice. It continues from the victim's level and
    // phase, which does not click either.
    guard free >= 0 else { return max(victim, 0) }
    // If all levels are NaN there is not a quietest one.
    if victim >= 0 { voices[victim].rtGo() }
    return free
  }

  // MARK: - Rendering

  /// Adds the next frames to two planes.
  @_noLocks package mutating func rtAdd(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
    var done = 0
    while done < count {
      let frames = min(SynthStep.frames, count &- done)
      rtPrepare(frames)
      var lanes = 0
      for i in 0..<Self.places where !voices[i].isIdle {
        group[lanes] = i
        lanes &+= 1
        if lanes < EnvelopeLanes.count { continue }
        rtAddGroup(of: lanes, left + done, right + done, count: frames)
        lanes = 0
      }
      if lanes > 0 { rtAddGroup(of: lanes, left + done, right + done, count: frames) }
      done &+= frames
    }
  }

  /// Adds the voices of the group, one per lane.
  @_noLocks private mutating func rtAddGroup(
    of lanes: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    for lane in 0..<lanes {
      let place = group[lane]
      voices[place].rtPutLoudness(into: envelopes, lane, steps[voices[place].source])
    }
    for lane in lanes..<EnvelopeLanes.count {
      colours.rtClear(lane)
      envelopes.rtClear(lane)
    }
    // Computed before the waves, which do not depend on it: each frame's loudness needs that of the previous
    // frame.
    envelopes.rtRender(levels, count: count)
    var isColoured = false
    for lane in 0..<lanes {
      let place = group[lane]
      let row = rows + lane &* SynthStep.frames
      let hasColour = voices[place].rtPlay(row, count: count, steps[voices[place].source], colours, lane)
      if hasColour { isColoured = true }
    }
    if isColoured { colours.rtShape(rows, count: count) }
    for lane in 0..<lanes {
      let (place, at) = (group[lane], lane &* SynthStep.frames)
      if voices[place].rtAdd(rows + at, levels + at, to: left, right, count: count, colours, envelopes, lane) { continue }
      voices[place].rtReset()
      resets &+= 1
    }
  }

  /// Prepares the values that a source's voices share in the next step.
  @_noLocks private mutating func rtPrepare(_ count: Int) {
    let (tremolo, spread) = (kind.rtNext(), self.spread.rtNext())
    let gain = volume.rtNext() * Self.voiceLevel
    let way = LFO.rtWay(count, hertz: lfoRate.rtNext())
    var glide: Float = 1
    if sound.portamento > 0 {
      let most = min(sound.portamento, 1)
      glide = 1 - gf_exp2f(-Float(SynthStep.frames) / (Float(SoundFormat.rate) * 0.25 * most * most))
    }
    var sounding: UInt32 = 0
    for i in 0..<Self.places where !voices[i].isIdle { sounding |= 1 &<< UInt32(truncatingIfNeeded: voices[i].source) }
    for i in 0..<Self.sources {
      sources[i].rtStep()
      guard sounding & (1 &<< UInt32(truncatingIfNeeded: i)) != 0 else { continue }
      let depth = sources[i].modulation.value
      (steps + i).initialize(
        to: VoiceStep(
          waveform: sound.waveform, shape: sound.shape, glide: glide, lfo: way, bend: sources[i].bend.value,
          vibrato: LFO.vibrato * depth * (1 - tremolo), tremolo: LFO.tremolo * depth * tremolo, spread: spread,
          brightness: sources[i].brightness.value, gain: gain * sources[i].expression.value))
    }
    for i in 0..<Self.sources where sources[i].newest >= 0 {
      let place = sources[i].newest
      guard voices[place].isHeld, voices[place].source == i else { continue }
      sources[i].pitch = voices[place].pitch
    }
  }
}
