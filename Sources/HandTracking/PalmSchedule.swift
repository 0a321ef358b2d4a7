/// Decides on which frames palms are looked for. Pure: it knows capture times only.
///
/// With every hand found there is nothing to look for. With some found a look now and then is enough. With none: often, at once
/// after a loss or while something moves, and seldom in a room that has been empty and still for ten seconds.
package struct PalmSchedule: Sendable {
  /// Searches a second while at least one hand is tracked: while something moves beside it, as a second hand does that comes in, and while nothing does.
  var besideHands = 4.0
  var besideHandsAtRest = 1.5
  /// In an empty picture: usually, while something moves, and after `restAfter` seconds of stillness.
  var empty = 10.0
  var moving = 15.0
  var resting = 5.0
  var restAfter = 10.0
  /// How long after a loss every frame is searched, in seconds.
  var afterLoss = 0.4

  /// How long after something began to move every frame is searched, in seconds: that is how a hand comes in.
  var afterOnset = 0.5
  /// Stillness before a motion that makes it an onset, in seconds.
  var stillBefore = 0.5

  private var lastMotion = -Double.infinity
  private var onset = -Double.infinity
  private var lastSearch = -Double.infinity
  private var lastLoss = -Double.infinity
  private var lastLife = 0.0
  private var begun = false

  package init() {}

  /// - Parameters:
  ///   - tracked: hands tracked at the moment.
  ///   - wanted: most hands that are to be tracked.
  ///   - moving: something in the picture, outside of the tracked hands, moved since the last frame.
  package mutating func isDue(at time: Double, tracked: Int, wanted: Int, moving: Bool) -> Bool {
    if !begun {
      begun = true
      lastLife = time
    }
    if moving {
      if time - lastMotion > stillBefore { onset = time }
      lastMotion = time
    }
    if tracked > 0 || moving { lastLife = time }
    guard tracked < wanted else { return false }
    let rate: Double
    if time - lastLoss < afterLoss || (tracked == 0 && time - onset < afterOnset) {
      rate = .infinity
    } else if tracked > 0 {
      rate = moving || time - lastMotion < 0.5 ? besideHands : besideHandsAtRest
    } else if moving {
      rate = self.moving
    } else {
      rate = time - lastLife > restAfter ? resting : empty
    }
    // Half a frame's slack, so that 15 a second is every second frame of 30 and not every third.
    guard time - lastSearch >= 1 / rate - 0.012 else { return false }
    lastSearch = time
    return true
  }

  package mutating func handLost(at time: Double) { lastLoss = time }
}
