/// A type that glides values home to the original.
/// The hand that plays starts it with a fist held for 1.5 s. Buttons and clients request it, too.
///
/// The hand that plays is the last one that held a value. A fist counts only while no other hand is a fist,
/// because two fists switch the null mode. It also counts only while no other hand holds a value or its fingers
/// are counted: otherwise the fist is a hand at rest.
struct HomeGlide: Sendable {
  /// Hold time of the fist, in seconds.
  static let holdSeconds = 1.5

  /// Identities of the last hands that held a value.
  private var players: [Int] = []
  /// Earliest start of a fist that counts. Before it the hands did something else.
  private var notBefore = -Double.infinity
  private var isAsked = false
  private var glide: ValueGlide?

  /// Whether values glide.
  var isGliding: Bool { glide != nil }

  /// Requests a glide from outside, for the next frame.
  mutating func ask() { isAsked = true }

  /// Resets the state after a mode change, or when time went back.
  /// The playing hand is forgotten, and values stay where they are.
  mutating func forget() { self = HomeGlide() }

  /// Forgets a hand that has left.
  /// If its identity appears again, it has not played.
  mutating func forget(player: Int) { players.removeAll { $0 == player } }

  /// Forgets the playing hands when the meaning of hands is switched.
  /// A hand must hold a value first. Values that glide continue.
  mutating func forgetPlayers() { players = [] }

  /// Ends the glide of a value that was set from outside.
  mutating func wasSet(_ change: OutsideChange) { glide?.drop(change) }

  /// Processes one frame.
  /// - Parameters:
  ///   - fists: of this frame; one that starts a glide is spent.
  ///   - holders: identities of the hands that hold a value.
  ///   - isSelecting: whether fingers are counted.
  /// - Returns: the identity of the hand whose fist requests the glide home with this frame.
  mutating func fist(_ hands: [ReadHand], _ fists: inout HeldFists, holders: [Int], isSelecting: Bool, at time: Double) -> Int? {
    if !holders.isEmpty { players = holders }
    if fists.areSeveral(at: time) || isSelecting || holders.contains(where: { !fists.isFist($0) }) { notBefore = time }
    let from = notBefore
    let asking = hands.first {
      players.contains($0.hand.id) && fists.seconds(of: $0.hand.id, notBefore: from) ?? 0 >= Self.holdSeconds - 1e-6
    }
    guard let asking else { return nil }
    fists.spend(asking.hand.id)
    return asking.hand.id
  }

  /// Returns and clears the request from outside since the last frame.
  mutating func takeAsk() -> Bool {
    defer { isAsked = false }
    return isAsked
  }

  /// Begins a glide.
  /// - Parameter values: the values at the start.
  /// - Returns: additional requests; nil when no value can go home.
  mutating func begin(_ values: ControlFrame.Values, at time: Double) -> [GestureEvent]? {
    guard let glide = ValueGlide(home: values, at: time) else { return nil }
    self.glide = glide
    guard case .stems(let control) = values, let channel = control.selected else { return [] }
    return [.loopAsked(channel: channel, start: 0, end: 4)]
  }

  /// Returns the values of this frame; empty without a glide.
  mutating func changes(at time: Double) -> [OutsideChange] {
    guard let now = glide else { return [] }
    if now.isOver(at: time) { glide = nil }
    return now.changes(at: time)
  }
}
