/// The learned bindings of controllers and notes to parameters. Each control plays at most one parameter, and each
/// parameter has at most one control. A pure function of its input; times are seconds of one clock.
public struct LearnTable: Sendable {
  /// Seconds for which the box waits for the next message.
  public static let patience = 30.0
  /// Smallest value at which a pressed controller is down.
  private static let down: UInt8 = 64
  /// Seconds after which the same value again is another press. Some buttons send only their press and never their
  /// release.
  private static let again = 0.2

  /// Bindings in the order in which they were learned.
  public private(set) var bindings: [LearnBinding] = []
  private var wanted: (target: LearnTarget, until: Double)?
  private var pickUps: [LearnTarget: PickUp] = [:]
  /// Pressed controllers that are down: last value and its time.
  private var held: [LearnControl: (value: UInt8, time: Double)] = [:]

  /// Creates an empty table.
  public init() {}

  /// Creates a table from saved bindings.
  /// - Parameter bindings: when two share a target or a control, the first one counts.
  public init(_ bindings: [LearnBinding]) {
    for binding in bindings
    where Self.refusal(binding.target, binding.control) == nil
      && !self.bindings.contains(where: { $0.target == binding.target || $0.control == binding.control })
    {
      self.bindings.append(binding)
    }
  }

  /// Returns the target of the next message. Nil while the box does not learn.
  /// - Parameter now: in seconds.
  public func isLearning(at now: Double) -> LearnTarget? { wanted.flatMap { now <= $0.until ? $0.target : nil } }

  /// Binds the next controller or note to a parameter.
  /// - Parameter now: in seconds.
  public mutating func learn(_ target: LearnTarget, at now: Double) { wanted = (target, now + Self.patience) }

  /// Ends learning; the next message is an ordinary one again.
  public mutating func cancel() { wanted = nil }

  /// Removes the binding of a parameter.
  /// - Returns: the control that played it.
  @discardableResult public mutating func forget(_ target: LearnTarget) -> LearnControl? {
    guard let place = bindings.firstIndex(where: { $0.target == target }) else { return nil }
    pickUps[target] = nil
    held[bindings[place].control] = nil
    return bindings.remove(at: place).control
  }

  /// Takes an incoming message.
  /// - Parameters:
  ///   - now: in seconds.
  ///   - present: returns a parameter's current value, in its own unit. It returns nil when the parameter has none,
  ///     and then a controller does nothing.
  public mutating func take(_ message: MIDIMessage, at now: Double, present: (LearnTarget) -> Double?) -> LearnAnswer {
    if let target = isLearning(at: now), let answer = bind(target, message, now) { return answer }
    guard let control = LearnControl(message), let binding = bindings.first(where: { $0.control == control }) else { return .free }
    switch message {
    case .noteOn(_, _, let velocity): return velocity > 0 ? .press(binding.target) : .taken
    case .control(_, _, let value): return turn(binding, min(value, 127), now, present)
    default: return .taken
    }
  }

  /// Binds the control of a message to a target.
  /// - Returns: nil for messages that cannot bind: a note's end, clock, bend.
  private mutating func bind(_ target: LearnTarget, _ message: MIDIMessage, _ now: Double) -> LearnAnswer? {
    switch message {
    case .noteOn(_, _, let velocity) where velocity > 0: break
    case .control(_, let controller, _) where controller < 120: break
    default: return nil
    }
    guard let control = LearnControl(message) else {
      return .refused("this controller belongs to banks and registered parameters: move another one")
    }
    if let refusal = Self.refusal(target, control) { return .refused(refusal) }
    let owner = bindings.first { $0.control == control }?.target
    let before = forget(target)
    if let owner, owner != target { forget(owner) }
    bindings.append(LearnBinding(target, control))
    wanted = nil
    // The message that was learned must not also count as a press.
    if target.scale == nil, case .control(_, _, let value) = message, value >= Self.down { held[control] = (value, now) }
    return .learned(
      LearnAnswer.Learned(
        binding: LearnBinding(target, control), takenFrom: owner == target ? nil : owner, before: before == control ? nil : before))
  }

  private mutating func turn(_ binding: LearnBinding, _ place: UInt8, _ now: Double, _ present: (LearnTarget) -> Double?) -> LearnAnswer {
    guard let scale = binding.target.scale else {
      let before = held[binding.control]
      held[binding.control] = place >= Self.down ? (place, now) : nil
      guard place >= Self.down else { return .taken }
      let isNew = before.map { $0.value == place && now - $0.time >= Self.again } ?? true
      return isNew ? .press(binding.target) : .taken
    }
    guard let present = present(binding.target), present.isFinite else { return .taken }
    let value = pickUps[binding.target, default: PickUp()].take(place, present: present, scale, at: now)
    return value.map { .set(binding.target, $0) } ?? .taken
  }

  /// Returns the reason why a control cannot play a target. Nil when it can.
  private static func refusal(_ target: LearnTarget, _ control: LearnControl) -> String? {
    guard case .note = control, target.scale != nil, target != .waveform else { return nil }
    return "a note cannot turn \(target.name): move a knob or a fader"
  }
}

extension LearnTable: Codable {
  /// Reads the bindings. Bindings that this version does not know are skipped, so that the others survive.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    var bindings: [LearnBinding] = []
    while !list.isAtEnd {
      if let binding = try list.decode(Lenient.self).binding { bindings.append(binding) }
    }
    self.init(bindings)
  }

  /// Writes the bindings as a list.
  public func encode(to encoder: any Encoder) throws { try bindings.encode(to: encoder) }

  private struct Lenient: Decodable {
    var binding: LearnBinding?
    init(from decoder: any Decoder) throws { binding = try? LearnBinding(from: decoder) }
  }
}

extension LearnTable: Equatable {
  /// Whether both tables have the same bindings.
  public static func == (a: LearnTable, b: LearnTable) -> Bool { a.bindings == b.bindings }
}
