/// Decides on which frames palms are looked for. Pure: it knows capture times only.
///
/// With as many hands as are wanted a look now and then finds one that comes and is rather meant (see `Newcomers`). With some found a look now and then is enough, and some more after one of them was lost. With none: often, at once
/// after a loss or while something moves, and seldom in a picture in which nothing changes or that has been still for ten seconds.
package struct PalmSchedule: Sendable {
  /// Searches a second while at least one hand is tracked: when something has begun to move beside it, as a second hand does that comes in, while that lasts on, and while
  /// nothing moves, in the seconds after a loss and otherwise.
  var besideHandsWaking = 10.0
  var besideHands = 4.0
  var besideHandsAfterLoss = 1.5
  var besideHandsAtRest = 0.75
  var restAfterLoss = 5.0
  /// Searches a second while as many hands are tracked as are wanted: when something else moves, and while nothing does.
  var besideAll = 2.0
  var besideAllAtRest = 1.0
  /// In a picture without hands: while something in it changes, while something moves (every frame, as MediaPipe does: somebody is there whose hands may show), and
  /// when both views of this very picture have been searched already, or nothing has moved for `restAfter` seconds.
  var empty = 10.0
  var moving = 30.0
  var resting = 5.0
  var restAfter = 10.0
  /// How long a lost hand is looked for, in seconds: on every frame if it was the only one, else so often a second. Beside another hand most of these searches find
  /// nothing (6 of 53 did on the film `temuge_body0`), and that other one keeps the music going.
  var afterLoss = 0.4
  var besideLoss = 7.5
  /// Searches a second that the machine can do, and how long after something has begun to move in a still picture there are more, in seconds: a hand that
  /// comes in is found then or not for long.
  package var most = Double.infinity
  var wakeLasts = 0.5

  /// How long a motion lasts on after the last frame that showed it, in seconds.
  var motionLasts = 0.5
  /// Searches of the whole picture that find nothing before one sees it at half its size: at rest, and while something moves, when the next frame may show a hand
  /// that comes in.
  var patience = 1
  var patienceMoving = 7

  private var lastMotion = -Double.infinity
  /// When the motion began that lasts on.
  private var motionBegan = -Double.infinity
  private var isMoving = false
  /// A hand was just lost and is likely still there: what the whole picture does not show may be seen at half its size, in the same frame.
  package private(set) var isJustLost = false
  /// Hands that were tracked before the loss: with so many again nothing is missing any more.
  private var heldBefore = 0
  private var lastTracked = 0
  private var lastWanted = 0
  private var fruitless = 0
  /// Searches since the picture has changed.
  private var searchesOfThis = 0
  private var lastSearch = -Double.infinity
  private var lastLoss = -Double.infinity
  private var lastLife = 0.0
  private var lastTime: Double?

  package init() {}

  /// Whether palms are to be looked for in the frame of this time. A time before the last one starts everything again.
  ///
  /// - Parameters:
  ///   - time: capture time in seconds.
  ///   - tracked: hands tracked at the moment.
  ///   - wanted: most hands that are to be tracked. When it grows the next search is due at once: they may be in view already.
  ///   - moving: something in the picture, outside of the tracked hands, moved since the last frame.
  ///   - changed: the picture is another one than that of the last search.
  package mutating func isDue(at time: Double, tracked: Int, wanted: Int, moving: Bool, changed: Bool = true) -> Bool {
    if lastTime.map({ time < $0 }) ?? true { start(at: time) }
    lastTime = time
    // What moved was the hand that has been found.
    if tracked > lastTracked { motionBegan = -.infinity }
    lastTracked = tracked
    if moving {
      if time - lastMotion >= motionLasts { motionBegan = time }
      lastMotion = time
    }
    isMoving = time - lastMotion < motionLasts
    isJustLost = time - lastLoss < afterLoss
    if tracked > 0 || moving { lastLife = time }
    if tracked > 0 || moving || changed { searchesOfThis = 0 }
    if wanted > lastWanted { lastSearch = -.infinity }
    lastWanted = wanted
    let isFull = tracked >= wanted
    let isMissing = !isFull && isJustLost && tracked < heldBefore
    let isWaking = !isFull && isMoving && time - motionBegan < wakeLasts
    var rate: Double
    if isFull {
      rate = isMoving ? besideAll : besideAllAtRest
    } else if tracked > 0 {
      let atRest = time - lastLoss < restAfterLoss ? besideHandsAfterLoss : besideHandsAtRest
      rate = isWaking ? besideHandsWaking : isMoving ? besideHands : atRest
      if isMissing { rate = max(rate, besideLoss) }
    } else if isMissing {
      rate = .infinity
    } else if isMoving {
      rate = self.moving
    } else {
      rate = searchesOfThis > 1 || time - lastLife > restAfter ? resting : empty
    }
    if !isMissing, !isWaking { rate = min(rate, most) }
    // Half a frame's slack, so that 15 a second is every second frame of 30 and not every third.
    guard time - lastSearch >= 1 / rate - 0.012 else { return false }
    lastSearch = time
    return true
  }

  /// The first frame, or one of a source that began again: times of another clock say nothing of this one.
  private mutating func start(at time: Double) {
    lastMotion = -.infinity
    motionBegan = -.infinity
    lastSearch = -.infinity
    lastLoss = -.infinity
    lastLife = time
  }

  /// How a search sees the picture, the next view only if one found nothing: whole, and now and then at half its size, which shows hands that are too near for
  /// the model.
  ///
  /// - Parameters:
  ///   - tracked: hands tracked at the moment.
  ///   - lostNow: a hand was lost in this very frame.
  func views(tracked: Int, lostNow: Bool) -> [PalmDetector.View] {
    if tracked > 0 { return [.whole] }
    if isJustLost || lostNow { return [.whole, .half] }
    return fruitless < (isMoving ? patienceMoving : patience) ? [.whole] : [.half]
  }

  /// Tells what a search gave.
  package mutating func searched(_ view: PalmDetector.View, found: Bool) {
    fruitless = found || view == .half ? 0 : fruitless + 1
    searchesOfThis += 1
  }

  /// Tells that a hand was lost and not found again in the same frame, which was searched for it.
  /// - Parameter held: hands that were tracked before.
  package mutating func handLost(at time: Double, held: Int) {
    heldBefore = isJustLost ? max(heldBefore, held) : held
    lastLoss = time
    lastSearch = time
  }
}
