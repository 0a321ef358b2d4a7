import enum GestureFlowAPI.Mode
import Hands
import Notes

/// A type that turns hands into control values and events.
/// It is a pure function of time-stamped hands: a recorded session replays to the same result.
public struct GestureEngine: Sendable {
  /// The settings of this engine; other settings need another engine.
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
  /// Events of a change of the mode, reported with the next frame.
  private var ended: [GestureEvent] = []
  private var hands: [Int: HandState] = [:]
  private var fists = HeldFists()
  private var nullMode = NullMode()
  private var wayHome = HomeGlide()
  /// The glide of values back after a hand has left.
  private var goingBack: ValueGlide?
  private var lastFrame: (index: Int, time: Double, aspect: Float)?
  private var pace = FramePace()
  /// Earliest start of a hold. While a clutch is engaged, a pose is not a command.
  private var holdsFrom = -Double.infinity
  /// The time at which a held pose last gave each command.
  private var commanded: [GestureCommand: Double] = [:]

  /// The results of one frame.
  public struct Output: Sendable {
    /// The values that the hands request after this frame.
    public var control: ControlFrame
    /// The events of this frame, in the order of their detection.
    public var events: [GestureEvent]
    /// Commands of gestures held long enough in this frame.
    public var commands: [GestureCommand]
    /// Progress of a held gesture towards its command, 0...1; 0 without one.
    public var holdProgress: Float
    /// Number of extended fingers of each hand, by identity.
    public var fingers: [Int: Int]
    /// The fingers that the highest hand holds up, whatever the mode. Nil without a hand that may show a number.
    public var raised: RaisedFingers?
    /// The values that are held, with the hands that hold them.
    public var held: [HeldControl] = []
    /// Number of meetings of two hands with one label so far.
    public var sideConflicts: Int
  }

  /// Creates an engine with all modes at the values of the settings.
  /// - Parameters:
  ///   - settings: of all modes.
  ///   - noise: the landmark noise of the model that detects the hands.
  ///   - mode: the first mode to play.
  ///   - earlier: the engine that this one replaces. With its first frame this engine reports the release of
  ///     what hands held in the earlier one.
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

  /// Plays another mode from the next frame on.
  /// Hands release what they hold, and the next frame reports it. A pose that is held counts from now.
  /// Presence, the identities of hands and smoothing continue, and each mode keeps its values.
  public mutating func change(mode next: Mode) {
    guard let taken = resting.removeValue(forKey: next) else { return }
    ended += played.beginAnew()
    wayHome.forget()
    resting[mode] = played
    played = taken
    mode = next
    holdsFrom = lastFrame?.time ?? holdsFrom
  }

  /// Whether hands hold or play something, or values glide.
  public var isHolding: Bool { played.isHolding || wayHome.isGliding || goingBack != nil }

  /// Identities of the hands that hold a value or play a note.
  public var holdingHands: Set<Int> { played.holdingHands }

  /// Whether every hand plays by itself. Then all hands that may play must be tracked.
  public var everyHandPlays: Bool { played.everyHandPlays }

  /// Number of meetings of two hands with one label, in all modes.
  private var sideConflicts: Int { resting.values.reduce(played.sideConflicts) { $0 + $1.sideConflicts } }

  /// Whether the meaning of hands is switched off (see `set(handsOff:)`).
  public var areHandsOff: Bool { nullMode.isOn }

  /// Measured delay from capture to loudspeaker, in seconds.
  /// Filters that predict look this far ahead; the others do not use it.
  public var lookAhead: Float {
    get { smoother.lookAhead }
    set { smoother.lookAhead = newValue }
  }

  /// Sets values from outside (a button, a client). Hands that hold them continue from there.
  public mutating func set(speed: Float? = nil, pitchCents: Float? = nil, volume: Float? = nil, filter: Float? = nil) {
    if let speed { set(.speed(speed)) }
    if let pitchCents { set(.pitch(pitchCents)) }
    if let volume { set(.volume(volume)) }
    if let filter { set(.filter(filter)) }
  }

  /// Sets values of one stem from outside. A hand that holds them continues from there.
  /// Values that are NaN or infinite, and channels that do not exist, change nothing.
  /// - Parameters:
  ///   - stem: its channel, 0...3.
  ///   - volume: 0...1.
  ///   - pitchCents: -200...200.
  public mutating func set(stem: Int, volume: Float? = nil, pitchCents: Float? = nil) {
    if let volume { set(.stemVolume(channel: stem, volume)) }
    if let pitchCents { set(.stemPitch(channel: stem, pitchCents)) }
  }

  /// Selects a stem from outside; hands release the stem before.
  /// - Parameter stem: its channel, 0...3; nil for none.
  public mutating func select(stem: Int?) { set(.selected(stem)) }

  /// Sets the number of stems that hands can select, 0...4; initially 4.
  /// It is the number of stems that the set has and that may be played.
  public mutating func set(stemCount: Int) { set(.channelCount(stemCount)) }

  /// Sets values of stream mode from outside. Hands that hold them continue from there.
  /// Values that are NaN or infinite change nothing.
  /// - Parameters:
  ///   - volume: 0...1.
  ///   - pitchCents: -2400...2400.
  public mutating func set(streamVolume volume: Float?, streamPitchCents pitchCents: Float? = nil) {
    if let volume { set(.streamVolume(volume)) }
    if let pitchCents { set(.streamPitch(pitchCents)) }
  }

  /// Sets how the instrument is played from the next frame on.
  /// Notes that sound continue.
  public mutating func set(instrument: InstrumentSettings) { set(.instrument(instrument)) }

  /// Switches the meaning of hands off or on. Both fists held for a second do the same.
  /// Hands release what they hold, and the next frame reports it. Presence and poses are still reported, but a
  /// pose is not a command.
  public mutating func set(handsOff: Bool) {
    guard nullMode.set(handsOff) else { return }
    ended += played.beginAnew()
    wayHome.forgetPlayers()
  }

  /// The level of a stem at home, 0...1.
  public static var homeLevel: Float { ValueGlide.level }

  /// Starts the glide home of the mode's values, with the next frame.
  /// Home is speed 1, pitch 0 and no filter. For stems it is level 0.8 and pitch 0 of the selected stem, without a
  /// loop. A value that is set during the glide keeps its new value.
  public mutating func goHome() { wayHome.ask() }

  private mutating func set(_ change: OutsideChange) {
    wayHome.wasSet(change)
    goingBack?.drop(change)
    played.set(change)
    for mode in resting.keys { resting[mode]?.set(change) }
  }

  /// Processes one frame.
  /// Frames come in the order of their capture. A time before that of the last frame resets everything except
  /// the values.
  public mutating func process(_ raw: HandFrame) -> Output { process(raw, isCameraFrame: true) }

  private mutating func process(_ raw: HandFrame, isCameraFrame: Bool) -> Output {
    var output = Output(control: ControlFrame(), events: [], commands: [], holdProgress: 0, fingers: [:], sideConflicts: 0)
    if isCameraFrame {
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
    output.raised = RaisedFingers(read)

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

  /// Returns the hands that the mode sees. It sees no hands in null mode, which both fists switch.
  private mutating func admit(_ read: [ReadHand], _ frame: HandFrame, _ output: inout Output) -> [ReadHand] {
    fists.update(read, aspect: frame.aspect, at: frame.time)
    if nullMode.update(read, &fists) {
      output.events += [.handsSwitched(isOn: !nullMode.isOn)] + played.beginAnew()
      wayHome.forgetPlayers()
    }
    return nullMode.isOn ? [] : read
  }

  /// Moves the values that glide back after a hand has left.
  /// - Parameter begun: the glide that begins with this frame.
  /// - Returns: whether a glide is active that has not begun with this frame.
  private mutating func goBack(_ begun: ValueGlide?, at time: Double) -> Bool {
    let goesOn = begun == nil && goingBack != nil
    guard let glide = begun ?? goingBack else { return false }
    goingBack = glide.isOver(at: time) ? nil : glide
    for change in glide.changes(at: time) { played.set(change) }
    return goesOn
  }

  /// Moves the values that glide home.
  /// A fist that is bound to a command gives that command alone.
  /// - Returns: whether any value glides.
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

  /// Resets the state after the time went back.
  /// The hands count as new, and hands have released what they held.
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

  /// Advances the time as if an empty frame had come.
  /// It does so only after presence would end: a camera in a dim room may take a second for a frame, and hands
  /// between two frames are not gone.
  /// - Parameter time: of the same clock as the capture times of frames.
  /// - Returns: nil before the first frame: without a camera a listener is not missed. Nil until presence's
  ///   patience is over after the last frame, and while fewer than three frames of this camera are missing.
  ///   Notes of hands end earlier, with the first pause that is a gap (`FramePace`).
  public mutating func noFrame(at time: Double) -> Output? {
    guard let lastFrame else { return nil }
    guard time - lastFrame.time >= longestSilence - 1e-6 else { return endNotes(at: time) }
    played.restHands()
    return process(HandFrame(index: lastFrame.index, time: time, aspect: lastFrame.aspect, hands: []), isCameraFrame: false)
  }

  /// Ends notes of hands in the first pause that is a gap. Presence continues.
  /// - Parameter seconds: counted from the arrival of the last frame, not from its capture, so the delay of the
  ///   camera does not count.
  /// - Returns: the events, and the time at which `noFrame(at:)` gives the same; nil when nothing ended.
  public mutating func noFrame(for seconds: Double) -> (time: Double, output: Output)? {
    guard let lastFrame, seconds < longestSilence - 1e-6 else { return nil }
    let time = lastFrame.time + seconds
    return endNotes(at: time).map { (time, $0) }
  }

  /// Seconds without a frame after which presence continues by the clock.
  private var longestSilence: Double { max(presence.patience, pace.patience) }

  /// Ends the notes of hands in a gap, without waiting for presence.
  /// The motion of a hand is unknown while its frames are missing.
  private mutating func endNotes(at time: Double) -> Output? {
    guard let lastFrame, played.playsNotes, played.isHolding, time - lastFrame.time > pace.longestPause + 1e-6 else { return nil }
    let events = played.update([], aspect: lastFrame.aspect, at: time)
    var control = ControlFrame(time: time, handsPresent: presence.isPresent, values: played.values)
    control.areHandsOff = nullMode.isOn
    return Output(control: control, events: events, commands: [], holdProgress: 0, fingers: [:], sideConflicts: sideConflicts)
  }

  private mutating func follow(_ hand: Hand, _ measured: Hand, _ frame: HandFrame, _ output: inout Output) -> ReadHand {
    var state =
      hands[hand.id]
      ?? HandState(hand, steady: SteadyLengths(settings.filter, lookAhead: smoother.lookAhead, noise: noise), at: frame.time)
    state.steady.lookAhead = smoother.lookAhead
    state.steady.forgetAfter = smoother.forgetAfter
    let read = state.read(hand, measured, in: frame, settings, noise, framesToBelieve: presence.framesToBelieve, &output.events)
    hands[hand.id] = state
    output.fingers[hand.id] = read.fingers.count
    return read
  }

  /// Gives the command of a pose that is held long enough, once.
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
    if let events = played.carryOut(command, by: hand.id, showing: held, at: time) {
      output.events += events
      return
    }
    // Two hands that show the pose together give one command.
    if let last = commanded[command], time - last < settings.holdSeconds - 1e-6 { return }
    commanded[command] = time
    output.commands.append(command)
  }

  /// Ends the state of hands that have left.
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
