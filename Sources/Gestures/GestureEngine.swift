import enum GestureFlowAPI.Mode
import Hands
import Notes

/// From the hands of each frame to control values and events. A pure function of time-stamped hands: a recorded session replays to the same result.
public struct GestureEngine: Sendable {
  /// What it was made with; other settings need another engine.
  public let settings: GestureSettings
  /// The mode that is played (see `change(mode:)`).
  public private(set) var mode: Mode
  private let noise: LandmarkNoise
  private var smoother: HandSmoother
  private var presence = Presence()
  private var roles: HandRoles
  private var played: any GestureMode
  /// The modes that are not played. They hold nothing and keep their values.
  private var resting: [Mode: any GestureMode]
  /// What a change of the mode ended, to be told with the next frame.
  private var ended: [GestureEvent] = []
  private var hands: [Int: PerHand] = [:]
  private var fists = HeldFists()
  private var nullMode = NullMode()
  private var wayHome = WayHome()
  /// Values that go back to what they were before a hand left.
  private var goingBack: ValueGlide?
  private var lastFrame: (index: Int, time: Double, aspect: Float)?
  private var pace = FramePace()
  /// Holds count from here: while a clutch is engaged no pose means a command.
  private var holdsFrom = -Double.infinity
  /// When a held pose last meant each command.
  private var commanded: [GestureCommand: Double] = [:]

  /// What one frame gives.
  public struct Output: Sendable {
    /// The values that the hands ask for after this frame.
    public var control: ControlFrame
    /// What happened in this frame, in the order in which it was seen.
    public var events: [GestureEvent]
    /// Commands of gestures held long enough in this frame.
    public var commands: [GestureCommand]
    /// 0...1 of the way to a held gesture's command; 0 when none is on its way.
    public var holdProgress: Float
    /// Extended fingers of each hand, by identity.
    public var fingers: [Int: Int]
    /// Which hands hold which values.
    public var held: [HeldControl] = []
    /// How often two hands with one label met so far.
    public var sideConflicts: Int
  }

  private struct PerHand: Sendable {
    var reader = FingerReader()
    var gesture = Dwell<StaticGesture>(into: 0.25, outOf: 0.15)
    var count = Dwell<Int>(into: 0.15, outOf: 0.15)
    var steady: SteadyLengths
    var side: Handedness
    var motion = HandMotion()
    var gate = BeginGate()
    let cameAt: Double
    var lastSeen: Double
    var frames = 0
    /// Seconds for which it has shown each pose since it came.
    var shown: [StaticGesture: Double] = [:]
    var announced = false
    var fired = false
  }

  /// All modes at the settings' values. - Parameters:
  ///   - noise: of the model that gives the hands.
  ///   - mode: the one that is played first.
  ///   - earlier: the engine whose place it takes: with its first frame it tells what that one's hands held and let go by it.
  public init(
    _ settings: GestureSettings = GestureSettings(), noise: LandmarkNoise = .float, mode: Mode = .player,
    after earlier: GestureEngine? = nil
  ) {
    self.settings = settings
    self.noise = noise
    self.mode = mode
    smoother = HandSmoother(settings.filter, noise: noise)
    roles = HandRoles(settings.hands)
    resting = [:]
    for other in Mode.allCases where other != mode { resting[other] = other.make(settings) }
    played = mode.make(settings)
    if var earlier { ended = earlier.ended + earlier.played.beginAnew() }
  }

  /// Plays another mode from the next frame on. What hands hold they let go, which that frame tells; a pose that is held counts from here. Presence, the hands' identities and smoothing go on, and each mode keeps
  /// its values.
  public mutating func change(mode next: Mode) {
    guard let taken = resting.removeValue(forKey: next) else { return }
    ended += played.beginAnew()
    wayHome.forget()
    resting[mode] = played
    played = taken
    mode = next
    holdsFrom = lastFrame?.time ?? holdsFrom
  }

  /// Hands hold a value or play a note, or values glide, home or back.
  public var isHolding: Bool { played.isHolding || wayHome.isGliding || goingBack != nil }

  /// Identities of the hands that hold a value or play a note.
  public var holdingHands: Set<Int> { played.holdingHands }

  /// Every hand plays by itself, so all that may play are to be followed.
  public var everyHandPlays: Bool { played.everyHandPlays }

  /// How often two hands with one label met so far, in all modes.
  private var sideConflicts: Int { resting.values.reduce(played.sideConflicts) { $0 + $1.sideConflicts } }

  /// Hands mean nothing (see `set(handsOff:)`).
  public var areHandsOff: Bool { nullMode.isOn }

  /// Seconds from a frame's capture to the loudspeaker, as measured. Filters that predict look so far ahead; the others do not use it.
  public var lookAhead: Float {
    get { smoother.lookAhead }
    set { smoother.lookAhead = newValue }
  }

  /// Sets a value from elsewhere (a button, a client); hands that hold it go on from there.
  public mutating func set(speed: Float? = nil, pitchCents: Float? = nil, volume: Float? = nil) {
    if let speed { set(.speed(speed)) }
    if let pitchCents { set(.pitch(pitchCents)) }
    if let volume { set(.volume(volume)) }
  }

  /// Sets values of one stem from elsewhere; a hand that holds them goes on from there. What is no number, and a channel that is not there, changes nothing.
  /// - Parameters:
  ///   - stem: its channel, 0...3.
  ///   - volume: 0...1.
  ///   - pitchCents: -200...200.
  public mutating func set(stem: Int, volume: Float? = nil, pitchCents: Float? = nil) {
    if let volume { set(.stemVolume(channel: stem, volume)) }
    if let pitchCents { set(.stemPitch(channel: stem, pitchCents)) }
  }

  /// Selects a stem from elsewhere; hands let go of the one before. - Parameter stem: its channel, 0...3; nil for none.
  public mutating func select(stem: Int?) { set(.selected(stem)) }

  /// How many stems hands can select, 0...4: as many as the set has and may be played. 4 at first.
  public mutating func set(stemCount: Int) { set(.channelCount(stemCount)) }

  /// Sets values of someone else's music from elsewhere; hands that hold them go on from there. What is no number changes nothing.
  /// - Parameters:
  ///   - volume: 0...1.
  ///   - pitchCents: -2400...2400.
  public mutating func set(streamVolume volume: Float?, streamPitchCents pitchCents: Float? = nil) {
    if let volume { set(.streamVolume(volume)) }
    if let pitchCents { set(.streamPitch(pitchCents)) }
  }

  /// How the instrument is played from the next frame on; what sounds goes on.
  public mutating func set(instrument: InstrumentSettings) { set(.instrument(instrument)) }

  /// Takes all meaning from the hands, or gives it back; both fists held for a second do the same. What hands hold they let go, which the next frame tells. Presence and poses are told as ever, and no pose means a
  /// command.
  public mutating func set(handsOff: Bool) {
    guard nullMode.set(handsOff) else { return }
    ended += played.beginAnew()
    wayHome.forgetPlayers()
  }

  /// The level of a stem at home, 0...1.
  public static var homeLevel: Float { ValueGlide.level }

  /// Lets the values of the mode glide home from the next frame on: speed 1 and pitch 0; of stems the selected one's level 0.8, pitch 0 and no loop. A value that is set meanwhile stays where it was set.
  public mutating func goHome() { wayHome.ask() }

  private mutating func set(_ change: OutsideChange) {
    wayHome.wasSet(change)
    goingBack?.drop(change)
    played.set(change)
    for mode in resting.keys { resting[mode]?.set(change) }
  }

  /// Takes one frame. Frames come in the order of their capture; a time that lies before the last one's begins everything anew but the values.
  public mutating func process(_ raw: HandFrame) -> Output { process(raw, isPicture: true) }

  private mutating func process(_ raw: HandFrame, isPicture: Bool) -> Output {
    var output = Output(control: ControlFrame(), events: [], commands: [], holdProgress: 0, fingers: [:], sideConflicts: 0)
    if isPicture {
      if let lastFrame, raw.time < lastFrame.time { beginAnew(&output) }
      if let missed = pace.gap(before: raw.time) {
        if let lastFrame, missed - lastFrame.time > Passage.leftAfter { played.restHands() }
        output.events += played.update([], aspect: raw.aspect, at: missed)
      }
      pace.see(raw.time)
      smoother.forgetAfter = pace.longestPause
      lastFrame = (raw.index, raw.time, raw.aspect)
    }
    output.events += ended
    ended = []
    let frame = smoother.smooth(raw)
    if let change = presence.update(raw, holding: holdingHands) { output.events.append(change) }

    var read: [ReadHand] = []
    for (hand, measured) in zip(frame.hands, raw.hands) { read.append(follow(hand, measured, frame, &output)) }
    forget(frame, &output)

    let meant = admit(read, frame, &output)
    let players = roles.assign(meant, everyHandPlays: played.everyHandPlays, isHolding: played.isHolding, at: frame.time)
    let before = played.values
    let changes = played.update(players, aspect: frame.aspect, at: frame.time)
    output.events += changes
    let glidesBack = goBack(ValueGlide(changes, before: before, after: played.values, at: frame.time), at: frame.time)
    for id in holdingHands { hands[id]?.gate.plays(at: frame.time) }
    let glides = goHome(meant, at: frame.time, &output) || glidesBack
    if played.isHolding || nullMode.isOn || fists.areSeveral(at: frame.time) { holdsFrom = frame.time }
    for hand in read { hold(hand.hand, at: frame.time, &output) }
    output.control = ControlFrame(time: frame.time, handsPresent: presence.isPresent, values: played.values)
    (output.control.areHandsOff, output.control.glides) = (nullMode.isOn, glides)
    output.held = played.holders.compactMap { holder in
      hands[holder.hand].map { HeldControl(control: holder.control, hand: holder.hand, side: $0.side) }
    }
    output.sideConflicts = sideConflicts
    return output
  }

  /// The hands that the mode sees: none in null mode, which both fists switch.
  private mutating func admit(_ read: [ReadHand], _ frame: HandFrame, _ output: inout Output) -> [ReadHand] {
    fists.update(read, aspect: frame.aspect, at: frame.time)
    if nullMode.update(read, &fists) {
      output.events += [.handsSwitched(isOn: !nullMode.isOn)] + played.beginAnew()
      wayHome.forgetPlayers()
    }
    return nullMode.isOn ? [] : read
  }

  /// Moves the values that go back to what they were before a hand left. - Parameter begun: what begins with this frame.
  /// - Returns: whether there are any that have not begun with it.
  private mutating func goBack(_ begun: ValueGlide?, at time: Double) -> Bool {
    let goesOn = begun == nil && goingBack != nil
    guard let glide = begun ?? goingBack else { return false }
    goingBack = glide.isOver(at: time) ? nil : glide
    for change in glide.changes(at: time) { played.set(change) }
    return goesOn
  }

  /// Moves the values that are on their way home. A fist that is bound to a command means that alone. - Returns: whether there are any.
  private mutating func goHome(_ read: [ReadHand], at time: Double, _ output: inout Output) -> Bool {
    var isSelecting = false
    if case .stems(let control) = played.values { isSelecting = control.selecting != nil }
    let hand = wayHome.fist(read, &fists, holders: played.holders.map(\.hand), isSelecting: isSelecting, at: time)
    if wayHome.takeAsk(), let asked = wayHome.begin(played.values, at: time) { output.events += asked }
    if let side = hand.flatMap({ hands[$0]?.side }), let hand, settings.bindings[mode]?[.fist] == nil,
      let asked = wayHome.begin(played.values, at: time)
    {
      output.events += [.home(hand: hand, side)] + asked
    }
    let changes = wayHome.changes(at: time)
    for change in changes { played.set(change) }
    return !changes.isEmpty
  }

  /// Time went back: whatever was remembered lies in a future that will not come. The hands are others, and what they held they have let go.
  private mutating func beginAnew(_ output: inout Output) {
    output.events += played.beginAnew()
    for id in hands.keys.sorted() { forget(id, &output) }
    smoother.forget()
    roles = HandRoles(settings.hands)
    pace.forget()
    fists = HeldFists()
    wayHome.forget()
    goingBack = nil
    holdsFrom = -.infinity
    commanded = [:]
  }

  /// No picture came for a while: what hangs on time goes on as if an empty one had come. Not before presence would end: a camera in a dim room may take a second for
  /// a picture, and hands between two of them are not gone.
  /// - Parameter time: of the same clock as the frames' capture times.
  /// - Returns: nil before the first frame (without a camera nobody is missed), until presence's patience is over after the last one, and while not three pictures are
  ///   missing that this camera would have given. Notes of hands end earlier, with the first pause that is a gap (`FramePace`).
  public mutating func noFrame(at time: Double) -> Output? {
    guard let lastFrame else { return nil }
    guard time - lastFrame.time >= longestSilence - 1e-6 else { return endNotes(at: time) }
    played.restHands()
    return process(HandFrame(index: lastFrame.index, time: time, aspect: lastFrame.aspect, hands: []), isPicture: false)
  }

  /// No picture came for so long after the last one had come: notes of hands end with the first pause that is a gap, and presence goes on.
  /// - Parameter seconds: counted from when the last frame was here, and not from its capture: so the way from the camera does not count.
  /// - Returns: what ended, and at which time `noFrame(at:)` gives the same; nil where nothing did.
  public mutating func noFrame(for seconds: Double) -> (time: Double, output: Output)? {
    guard let lastFrame, seconds < longestSilence - 1e-6 else { return nil }
    let time = lastFrame.time + seconds
    return endNotes(at: time).map { (time, $0) }
  }

  /// Seconds without a picture after which presence goes on by the clock.
  private var longestSilence: Double { max(presence.patience, pace.patience) }

  /// Nobody knows what a hand does while its pictures are missing, so its note does not wait for presence.
  private mutating func endNotes(at time: Double) -> Output? {
    guard let lastFrame, played.playsNotes, played.isHolding, time - lastFrame.time > pace.longestPause + 1e-6 else { return nil }
    let events = played.update([], aspect: lastFrame.aspect, at: time)
    var control = ControlFrame(time: time, handsPresent: presence.isPresent, values: played.values)
    control.areHandsOff = nullMode.isOn
    return Output(control: control, events: events, commands: [], holdProgress: 0, fingers: [:], sideConflicts: sideConflicts)
  }

  private mutating func follow(_ hand: Hand, _ measured: Hand, _ frame: HandFrame, _ output: inout Output) -> ReadHand {
    let time = frame.time
    var memory =
      hands[hand.id]
      ?? PerHand(
        steady: SteadyLengths(settings.filter, lookAhead: smoother.lookAhead, noise: noise), side: hand.handedness, cameAt: time,
        lastSeen: time)
    memory.steady.lookAhead = smoother.lookAhead
    memory.steady.forgetAfter = smoother.forgetAfter
    let before = memory.lastSeen
    let isFresh = time - before > smoother.forgetAfter
    memory.lastSeen = time
    memory.side = hand.handedness
    memory.frames += 1
    let fingers = memory.reader.read(hand.landmarks, aspect: frame.aspect)
    let gesture = StaticGesture.read(fingers, HandMeasure(hand.landmarks, aspect: frame.aspect))
    if let gesture { memory.shown[gesture, default: 0] += min(time - before, smoother.forgetAfter) }
    if !memory.announced, memory.frames >= presence.framesToBelieve {
      memory.announced = true
      output.events.append(.handAppeared(id: hand.id, hand.handedness))
    }
    for change in memory.count.update(fingers.count, at: time) {
      if case .began(let count) = change { output.events.append(.fingerCount(hand: hand.id, hand.handedness, count)) }
    }
    for change in memory.gesture.update(gesture, at: time) {
      switch change {
      case .began(let g): output.events.append(.gestureBegan(hand: hand.id, hand.handedness, g))
      case .ended(let g):
        output.events.append(.gestureEnded(hand: hand.id, hand.handedness, g))
        memory.fired = false
      }
    }
    let measure = HandMeasure(measured.landmarks, aspect: frame.aspect)
    memory.motion.see(measure.point(.wrist), size: measure.size, at: time)
    memory.gate.see(measure, confidence: hand.confidence, stays: memory.motion.excursion(over: BeginGate.over), at: time)
    let read = ReadHand(
      hand, measure: measure, fingers: fingers, gesture: gesture, aspect: frame.aspect, reading: noise.pinches,
      pinchDistance: settings.pinchDistance, steady: &memory.steady, isFresh: isFresh,
      passage: Passage(memory.motion, cameAt: memory.cameAt),
      gate: memory.gate, at: time)
    hands[hand.id] = memory
    output.fingers[hand.id] = fingers.count
    return read
  }

  /// A pose that lasts long enough means its command, once.
  private mutating func hold(_ hand: Hand, at time: Double, _ output: inout Output) {
    guard let memory = hands[hand.id], memory.gesture.isSteady, !memory.fired, let held = memory.gesture.current,
      let command = settings.bindings[mode]?[held], memory.gate.mayCommand(held, shown: memory.shown[held] ?? 0, of: time - memory.cameAt)
    else { return }
    let progress = memory.gesture.progress(of: settings.holdSeconds, at: time, notBefore: holdsFrom)
    guard progress >= 1 else {
      output.holdProgress = max(output.holdProgress, progress)
      return
    }
    hands[hand.id]?.fired = true
    output.events.append(.gestureHeld(hand: hand.id, hand.handedness, held))
    if let events = played.carryOut(command, at: time) {
      output.events += events
      return
    }
    // Two hands that show it together mean it once.
    if let last = commanded[command], time - last < settings.holdSeconds - 1e-6 { return }
    commanded[command] = time
    output.commands.append(command)
  }

  /// Ends what hands were doing that have left.
  private mutating func forget(_ frame: HandFrame, _ output: inout Output) {
    for (id, memory) in hands.sorted(by: { $0.key < $1.key }) where frame.time - memory.lastSeen > Passage.leftAfter { forget(id, &output) }
  }

  private mutating func forget(_ id: Int, _ output: inout Output) {
    guard let memory = hands.removeValue(forKey: id) else { return }
    wayHome.forget(player: id)
    if let held = memory.gesture.current { output.events.append(.gestureEnded(hand: id, memory.side, held)) }
    if memory.announced { output.events.append(.handDisappeared(id: id, memory.side)) }
  }
}
