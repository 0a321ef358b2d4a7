import Hands

/// A clutch with the hand that holds it.
/// It belongs to that hand, even if other hands of its side appear or leave.
struct HandClutch: Sendable {
  let side: Handedness
  /// Whether the fader moves from left to right instead of upwards.
  private let goesAcross: Bool
  var clutch: RelativeClutch
  private(set) var choice = SideChoice()
  private var owner: Int?
  /// Unit of the wrist's motion: the smoothed hand size at engagement.
  /// It stays, so a hand that comes nearer moves nothing.
  private var unit: Float = 1
  private var lastTime = -Double.infinity
  /// Time constant of the smoothed size, in seconds.
  private static let steadied = 0.5

  init(side: Handedness, goesAcross: Bool = false, _ clutch: RelativeClutch) {
    self.side = side
    self.goesAcross = goesAcross
    self.clutch = clutch
  }

  /// Identity of the hand whose pinch holds the clutch; nil without one.
  var heldBy: Int? { clutch.isEngaged ? owner : nil }

  /// Processes one frame and returns the hand that plays this side.
  mutating func update(_ hands: [ReadHand], at time: Double) -> ReadHand? {
    let held = heldBy
    let mine = hands.filter { $0.hand.handedness == side }
    let id = choice.choose(mine.map { SideChoice.Candidate(id: $0.hand.id, confidence: $0.hand.confidence) }, held: held, at: time)
    let chosen = mine.first { $0.hand.id == id }
    // A held clutch follows its own hand: a free one follows the hand that plays the side.
    guard let hand = held.map({ id in hands.first { $0.hand.id == id } }) ?? chosen else {
      clutch.update(nil, at: time)
      return chosen
    }
    if hand.hand.id != owner {
      // Another hand does not continue the pinch of the one before.
      clutch.update(nil, at: time)
      owner = hand.hand.id
      unit = hand.size
    }
    if !clutch.isEngaged {
      let dt = min(max(time - lastTime, 0), 1)
      unit += (hand.size - unit) * Float(dt / (dt + Self.steadied))
    }
    lastTime = time
    let height = (goesAcross ? hand.across : -hand.hand.landmarks[.wrist].y) / unit
    clutch.update(
      RelativeClutch.Reading(
        distance: hand.pinch, measured: hand.measuredPinch, height: height, extended: hand.openFingers,
        openness: hand.openness, pinchPossible: hand.canPinch && hand.gate.mayPinch, isTurning: hand.isTurning,
        isSurelyTurning: hand.isSurelyTurning, isKept: hand.hand.isKept, passage: hand.passage), at: time)
    return chosen
  }
}
