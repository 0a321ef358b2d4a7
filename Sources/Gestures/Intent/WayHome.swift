/// The way home: a fist held for 1.5 s by the hand that plays takes the values back to the original. Buttons and clients ask for it, too.
///
/// The hand that plays is the one that held a value last. A fist counts only while no other hand is one, for two fists
/// are the null mode's, and while no other hand holds a value or is being counted: then the fist is a hand at rest.
struct WayHome: Sendable {
  /// The fist must be held this long, in seconds.
  static let holdSeconds = 1.5

  /// Identities of the hands that held a value last.
  private var players: [Int] = []
  /// Fists count from here: until then the hands did something else.
  private var notBefore = -Double.infinity
  private var isAsked = false
  private var glide: ValueGlide?

  /// Values are on their way.
  var isGliding: Bool { glide != nil }

  /// Asks for it from elsewhere: it begins with the next frame.
  mutating func ask() { isAsked = true }

  /// Another mode, or time went back: nobody has played yet, and values stay where they are.
  mutating func forget() { self = WayHome() }

  /// A hand is gone: should its identity come again, it has not played.
  mutating func forget(player: Int) { players.removeAll { $0 == player } }

  /// Hands mean nothing from here on, or something again: whichever hand played must hold a value first. Values that are on their way go on.
  mutating func forgetPlayers() { players = [] }

  /// A value was set from elsewhere: it stays there.
  mutating func wasSet(_ change: OutsideChange) { glide?.drop(change) }

  /// Takes one frame. - Parameters:
  ///   - fists: of this frame; one that asks is spent.
  ///   - holders: identities of the hands that hold a value.
  ///   - isSelecting: fingers are being counted.
  /// - Returns: the identity of the hand whose fist asks for the way home with this frame.
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

  /// It was asked for from elsewhere since the last frame.
  mutating func takeAsk() -> Bool {
    defer { isAsked = false }
    return isAsked
  }

  /// Begins. - Parameter values: from which it goes.
  /// - Returns: what is asked for besides; nil when there is nothing that could go home.
  mutating func begin(_ values: ControlFrame.Values, at time: Double) -> [GestureEvent]? {
    guard let glide = ValueGlide(home: values, at: time) else { return nil }
    self.glide = glide
    guard case .stems(let control) = values, let channel = control.selected else { return [] }
    return [.loopAsked(channel: channel, start: 0, end: 4)]
  }

  /// The values of this frame; none when nothing is on its way.
  mutating func changes(at time: Double) -> [OutsideChange] {
    guard let now = glide else { return [] }
    if now.isOver(at: time) { glide = nil }
    return now.changes(at: time)
  }
}
