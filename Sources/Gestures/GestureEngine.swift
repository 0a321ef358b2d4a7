import Hands

/// From the hands of each frame to control values and events. A pure function of time-stamped hands: a recorded session replays to the same result.
public struct GestureEngine: Sendable {
  /// What one frame gives.
  public struct Output: Sendable {
    public var control: ControlFrame
    public var events: [GestureEvent]
    /// Commands of gestures held long enough in this frame.
    public var commands: [GestureCommand]
    /// 0...1 of the way to a held gesture's command; 0 when none is on its way.
    public var holdProgress: Float
    /// Extended fingers of each hand, by identity.
    public var fingers: [Int: Int]
  }

  private struct PerHand: Sendable {
    var reader = FingerReader()
    var gesture = Dwell<StaticGesture>(into: 0.25, outOf: 0.15)
    var count = Dwell<Int>(into: 0.15, outOf: 0.15)
    var side: Handedness
    var firstSeen: Double
    var lastSeen: Double
    var frames = 0
    var announced = false
    var fired = false
  }

  public let settings: GestureSettings
  private var smoother: HandSmoother
  private var presence = Presence()
  private var player: PlayerMode
  private var hands: [Int: PerHand] = [:]

  public init(_ settings: GestureSettings = GestureSettings()) {
    self.settings = settings
    smoother = HandSmoother(settings.filter)
    player = PlayerMode(settings)
  }

  /// Sets a value from elsewhere (a button, a client); hands that hold it go on from there at their next pinch.
  public mutating func set(speed: Float? = nil, pitchCents: Float? = nil, volume: Float? = nil) {
    if let speed { player.speed.set(speed) }
    if let pitchCents { player.pitch.set(pitchCents) }
    if let volume { player.volume.set(volume) }
  }

  /// Frames come in the order of their capture.
  public mutating func process(_ raw: HandFrame) -> Output {
    let frame = smoother.smooth(raw)
    var output = Output(control: ControlFrame(), events: [], commands: [], holdProgress: 0, fingers: [:])
    if let change = presence.update(raw) { output.events.append(change) }

    var read: [ReadHand] = []
    for (hand, measured) in zip(frame.hands, raw.hands) { read.append(follow(hand, measured, frame, &output)) }
    forget(frame, &output)

    func surest(_ side: Handedness) -> ReadHand? {
      read.filter { $0.hand.handedness == side }.max { $0.hand.confidence < $1.hand.confidence }
    }
    output.events += player.update(left: surest(.left), right: surest(.right), aspect: frame.aspect, at: frame.time)
    var control = ControlFrame(
      time: frame.time, speed: player.speed.value, pitchCents: player.pitch.value, volume: player.volume.value,
      handsPresent: presence.isPresent)
    control.speedHeld = player.speed.isEngaged
    control.pitchHeld = player.pitch.isEngaged
    control.volumeHeld = player.volume.isEngaged
    output.control = control
    return output
  }

  private mutating func follow(_ hand: Hand, _ measured: Hand, _ frame: HandFrame, _ output: inout Output) -> ReadHand {
    let time = frame.time
    var memory = hands[hand.id] ?? PerHand(side: hand.handedness, firstSeen: time, lastSeen: time)
    memory.lastSeen = time
    memory.side = hand.handedness
    memory.frames += 1
    let fingers = memory.reader.read(hand.landmarks, aspect: frame.aspect)
    let measure = HandMeasure(hand.landmarks, aspect: frame.aspect)
    let gesture = StaticGesture.read(fingers, measure)
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
    if let held = memory.gesture.current, let command = settings.bindings[held], held == gesture {
      let progress = Float(min(memory.gesture.held(at: time) / settings.holdSeconds, 1))
      if progress < 1 { output.holdProgress = max(output.holdProgress, progress) }
      if progress >= 1, !memory.fired {
        memory.fired = true
        output.events.append(.gestureHeld(hand: hand.id, hand.handedness, held))
        output.commands.append(command)
      }
    }
    hands[hand.id] = memory
    output.fingers[hand.id] = fingers.count
    return ReadHand(
      hand: hand, fingers: fingers, gesture: gesture, pinch: measure.distance(.thumbTip, .indexTip),
      measuredPinch: HandMeasure(measured.landmarks, aspect: frame.aspect).distance(.thumbTip, .indexTip),
      canPinch: measure.distance(.indexTip, .wrist) > 1.15,
      openness: (measure.distance(.middleTip, .wrist) + measure.distance(.ringTip, .wrist) + measure.distance(.littleTip, .wrist)) / 3)
  }

  /// Ends what hands were doing that have been gone for 0.4 s.
  private mutating func forget(_ frame: HandFrame, _ output: inout Output) {
    for (id, memory) in hands.sorted(by: { $0.key < $1.key }) where frame.time - memory.lastSeen > 0.4 {
      if let held = memory.gesture.current { output.events.append(.gestureEnded(hand: id, memory.side, held)) }
      if memory.announced { output.events.append(.handDisappeared(id: id, memory.side)) }
      hands[id] = nil
    }
  }
}
