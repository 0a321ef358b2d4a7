/// Decides in which frames palms are searched. It has no side effects and reads no clock: it knows capture times only.
///
/// With the wanted number of hands, an occasional search finds a newcomer that should play instead (see `Newcomers`).
/// With fewer hands an occasional search is enough, and some more after a loss.
/// Without hands, searches are frequent after a loss or while something moves. They are rare in an image without
/// changes, or one that has been still for ten seconds.
package struct PalmSchedule: Sendable {
  /// Searches a second while some, but not all wanted hands are tracked.
  /// `besideHandsWaking`: something has begun to move beside the hand, as an arriving second hand does. `besideHands`:
  /// that motion lasts.
  /// `besideHandsAfterLoss`: nothing moves in the `restAfterLoss` seconds after a loss. `besideHandsAtRest`: nothing
  /// moves otherwise.
  var besideHandsWaking = 10.0
  var besideHands = 4.0
  var besideHandsAfterLoss = 1.5
  var besideHandsAtRest = 0.75
  var restAfterLoss = 5.0
  /// Searches a second while all wanted hands are tracked. This rate is for motion of something else, the next one for
  /// rest.
  var besideAll = 2.0
  var besideAllAtRest = 1.0
  /// Searches a second without hands. `empty`: while the image changes.
  /// `moving`: while something moves (every frame, as MediaPipe does: a person is there whose hands may appear).
  /// `resting`: when both views of the unchanged image have been searched, or nothing has moved for `restAfter`
  /// seconds.
  var empty = 10.0
  var moving = 30.0
  var resting = 5.0
  var restAfter = 10.0
  /// How long the tracker searches for a lost hand, in seconds. It searches in every frame if that was the only hand,
  /// else `besideLoss` times a second.
  /// Beside another hand most of these searches find nothing (6 of 53 did on the film `temuge_body0`), and the other
  /// hand keeps the music going.
  var afterLoss = 0.4
  var besideLoss = 7.5
  /// Searches a second that the machine can do. `wakeLasts`: how many seconds after something has begun to move in a
  /// still image the limit does not apply.
  /// An arriving hand is found in that time, or not for long.
  package var most = Double.infinity
  var wakeLasts = 0.5

  /// How long a motion counts after its last frame, in seconds.
  var motionLasts = 0.5
  /// Number of fruitless whole-frame searches before one at half size. The first number is at rest, the second while
  /// something moves. While something moves, the next frame may show an arriving hand.
  var patience = 1
  var patienceMoving = 7

  private var lastMotion = -Double.infinity
  /// Time at which the present motion began.
  private var motionBegan = -Double.infinity
  private var isMoving = false
  /// Whether a hand was just lost and is likely still there. The same frame is then also searched at half size, which
  /// may show the hand.
  package private(set) var isJustLost = false
  /// Hands that were tracked before the loss. When this number is tracked again, no hand is missing.
  private var heldBefore = 0
  private var lastTracked = 0
  private var lastWanted = 0
  private var fruitless = 0
  /// Searches since the image changed.
  private var searchesOfThis = 0
  private var lastSearch = -Double.infinity
  private var lastLoss = -Double.infinity
  private var lastLife = 0.0
  private var lastTime: Double?

  package init() {}

  /// Whether to search for palms in the frame of this time. A time before the last one restarts the schedule.
  ///
  /// - Parameters:
  ///   - time: capture time in seconds.
  ///   - tracked: hands tracked at the moment.
  ///   - wanted: most hands that are to be tracked. When it grows the next search is due at once: the hands may be in
  ///     view already.
  ///   - moving: something in the frame, outside of the tracked hands, moved since the last frame.
  ///   - changed: the image differs from that of the last search.
  package mutating func isDue(at time: Double, tracked: Int, wanted: Int, moving: Bool, changed: Bool = true) -> Bool {
    if lastTime.map({ time < $0 }) ?? true { start(at: time) }
    lastTime = time
    // The motion was that of the hand that has been found.
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
    // Allow half a frame of slack. Then 15 a second is every second frame of 30 and not every third.
    guard time - lastSearch >= 1 / rate - 0.012 else { return false }
    lastSearch = time
    return true
  }

  /// Starts anew with the first frame of a source. Times of an earlier clock do not apply.
  private mutating func start(at time: Double) {
    lastMotion = -.infinity
    motionBegan = -.infinity
    lastSearch = -.infinity
    lastLoss = -.infinity
    lastLife = time
  }

  /// Returns the views to search, in order. A view is searched only if the one before found nothing. The usual view is
  /// the whole frame. Sometimes it is half the size, which shows hands that are too near for the model.
  ///
  /// - Parameters:
  ///   - tracked: hands tracked at the moment.
  ///   - lostNow: a hand was lost in this frame.
  func views(tracked: Int, lostNow: Bool) -> [PalmDetector.View] {
    if tracked > 0 { return [.whole] }
    if isJustLost || lostNow { return [.whole, .half] }
    return fruitless < (isMoving ? patienceMoving : patience) ? [.whole] : [.half]
  }

  /// Records the result of a search.
  package mutating func searched(_ view: PalmDetector.View, found: Bool) {
    fruitless = found || view == .half ? 0 : fruitless + 1
    searchesOfThis += 1
  }

  /// Records that a hand was lost. A search of the same frame did not find it.
  /// - Parameter held: hands that were tracked before.
  package mutating func handLost(at time: Double, held: Int) {
    heldBefore = isJustLost ? max(heldBefore, held) : held
    lastLoss = time
    lastSearch = time
  }
}
