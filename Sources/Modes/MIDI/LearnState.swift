import GestureFlowAPI
import MIDI

/// Learned MIDI controls, and requests from knobs and keys. Requests wait here until they are carried out.
///
/// Of a knob only the newest value counts, and of a bouncing button the first press. So the number of requests
/// depends on how often they are fetched, not on how fast messages arrive. A plain value: `MIDIInputs` owns it.
struct LearnState: Sendable {
  /// How a message was received.
  enum Reception: Sendable, Equatable {
    /// Not a learned control: notes play the synthesizer.
    case free
    /// It belongs to a learned control.
    case taken
    /// It was just learned. Its previous effect must end.
    case learned(LearnControl)
  }

  /// A request to carry out.
  enum Request: Sendable, Equatable {
    /// A parameter's new value, as in `LearnAnswer.set`.
    case set(LearnTarget, Double)
    /// A press, as in `LearnAnswer.press`.
    case press(LearnTarget)

    /// The parameter.
    var target: LearnTarget {
      switch self {
      case .set(let target, _), .press(let target): target
      }
    }
  }

  /// Minimum seconds between two presses of one parameter. Contacts bounce, and no finger is faster.
  private static let bounce = 0.05
  /// Seconds for which requests of a rejected parameter are dropped. So turning a knob gives one rejection, not one
  /// for each step.
  private static let sulk = 2.0

  /// The learned controls.
  private(set) var table: LearnTable
  /// The parameter that waits for a message.
  private var wanted: LearnTarget?
  private var answer: String?
  /// In order of arrival; each parameter once.
  private var requests: [Request] = []
  private var pressed: [LearnTarget: Double] = [:]
  private var refused: [LearnTarget: Double] = [:]

  /// - Parameter table: controls learned before.
  init(_ table: LearnTable) { self.table = table }

  /// Processes an incoming message.
  /// - Parameters:
  ///   - now: seconds of `Clock` at which it came.
  ///   - present: returns a parameter's current value, as in `LearnTable.take`.
  /// - Returns: how it was received, and a sentence for the owner.
  mutating func take(_ message: MIDIMessage, at now: Double, present: (LearnTarget) -> Double?) -> (Reception, sentence: String?) {
    switch table.take(message, at: now, present: present) {
    case .free: return (.free, nil)
    case .taken: return (.taken, nil)
    case .set(let target, let value):
      requests.removeAll { if case .set(target, _) = $0 { true } else { false } }
      requests.append(.set(target, value))
      return (.taken, nil)
    case .press(let target):
      guard now - pressed[target, default: -.infinity] >= Self.bounce else { return (.taken, nil) }
      pressed[target] = now
      if !requests.contains(.press(target)) { requests.append(.press(target)) }
      return (.taken, nil)
    case .learned(let learned):
      wanted = nil
      answer = learned.sentence
      return (.learned(learned.binding.control), learned.sentence)
    case .refused(let why):
      defer { answer = why }
      return (.taken, answer == why ? nil : why)
    }
  }

  /// Whether no request waits and no parameter waits for a message.
  var isAtRest: Bool { requests.isEmpty && wanted == nil }

  /// Lets the next knob or key control a parameter.
  /// - Parameter now: seconds of `Clock`.
  mutating func learn(_ target: LearnTarget, at now: Double) {
    table.learn(target, at: now)
    (wanted, answer) = (target, nil)
  }

  /// Stops waiting for a message.
  /// - Returns: the parameter that waited.
  mutating func cancel() -> LearnTarget? {
    defer { wanted = nil }
    table.cancel()
    if let wanted { answer = "\(wanted.name) was not learned: it was cancelled" }
    return wanted
  }

  /// Removes the control of a parameter.
  /// - Returns: the removed control; nil if the parameter had none.
  mutating func forget(_ target: LearnTarget) -> LearnControl? { table.forget(target) }

  /// Returns and removes the requests to carry out. The caller reports rejected ones by `wasRefused`.
  /// - Parameter now: seconds of `Clock`.
  /// - Returns: the requests, and a sentence for the owner.
  mutating func takeRequests(at now: Double) -> ([Request], sentence: String?) {
    var sentence: String?
    if let wanted, table.isLearning(at: now) == nil {
      sentence = "\(wanted.name) was not learned: no control moved within \(Int(LearnTable.patience)) seconds"
      (self.wanted, answer) = (nil, sentence)
    }
    defer { requests = [] }
    refused = refused.filter { now - $0.value < Self.sulk }
    return (requests.filter { refused[$0.target] == nil }, sentence)
  }

  /// Records that the box rejected a request of a knob or key.
  /// - Parameter now: seconds of `Clock`.
  mutating func wasRefused(_ target: LearnTarget, at now: Double) { refused[target] = now }

  /// Adds the learned controls and the waiting parameter to the status.
  func add(to status: inout MIDIStatus) {
    status.learned = table.bindings.map { MIDIBinding(parameter: $0.target.name, message: $0.control.text) }
    (status.learning, status.learnAnswer) = (wanted?.name, answer)
  }
}
