import Foundation

/// The effect of an engaged pinch on the value, until its release.
/// Opening rests the value, turning rests it, and the owner of the pinch moves it.
extension RelativeClutch {
  /// Processes one frame of an engaged pinch.
  /// - Parameter dt: seconds since the hand was seen last.
  mutating func hold(_ look: Reading, dt: Float, at time: Double) {
    curled.see(look.openness, at: time)
    if opens(look, at: time) { return }
    see(turning: look, at: time)
    if grip == .resting { rest(look, dt: dt, at: time) }
    if isTurning, grip == .spread { return }
    move(look)
    recent.append((time, raw))
    recent.removeAll { time - $0.time > 2 * Self.beforeTurn }
    course.see(raw, at: time)
  }

  /// Processes a frame of a pinch without an owner.
  /// The start follows the hand until the pinch may have an owner, and only while it has none. So one frame
  /// more or less does not decide how far the start has followed a hand that already moves.
  private mutating func rest(_ look: Reading, dt: Float, at time: Double) {
    let isFresh = time - engagedAt < Self.stillClosing
    let decided = Float(min(max(time - engagedAt - Self.settling, 0), Double(dt)))
    settleStart(look, dt: dt - decided, isFresh: isFresh)
    guard time - engagedAt >= Self.settling - 1e-6 else { return }
    choose(look)
    if grip == .resting { settleStart(look, dt: decided, isFresh: isFresh) }
  }

  /// Handles a turn of the palm, which makes the aperture invalid.
  /// A spread rests at the value that it had before and continues from there afterwards. A spread does not
  /// begin during a turn. For that the turn must be certain: fingers that part move the palm, too. The height
  /// of the wrist does not depend on the palm: a fader moves on, and one may begin.
  private mutating func see(turning look: Reading, at time: Double) {
    // A spread begun in a possible turn continues until it is certain.
    if !look.isTurning { turnIsFingers = false }
    let turns = grip == .resting || turnIsFingers ? look.isSurelyTurning : look.isTurning
    guard turns != isTurning else { return }
    isTurning = turns
    if isTurning {
      if grip == .spread { goBack(by: Self.beforeTurn, at: time) }
    } else if grip == .spread {
      rebase(look)
    } else {
      start = look.distance
    }
  }

  /// Moves the start towards the hand while the pinch has no owner.
  /// - Parameter dt: the duration of the step in seconds.
  mutating func settleStart(_ look: Reading, dt pause: Float, isFresh: Bool) {
    let dt = min(pause, Self.longestStep)
    let share = dt / (dt + Float(Self.follow))
    let closing = dt / (dt + Float(isFresh ? Self.followStillClosing : Self.followClosing))
    if !isTurning { start += (look.distance - start) * (look.distance < start ? closing : share) }
    startHeight += (look.height - startHeight) * share
  }

  /// Gives the pinch to the motion that has passed its threshold.
  /// If both have, the one that is farther over its threshold owns it.
  private mutating func choose(_ look: Reading) {
    let spread = (look.distance - start) / Self.spreadOwnsFrom
    let rise = (look.height - startHeight) / Self.faderOwnsFrom
    // Thumb and index also part while the hand opens.
    let canSpread = pinch != .fader && !isTurning && spread >= 1 && look.openness < curled.nearest + Self.uncurling
    let canFade = pinch != .spread && abs(rise) >= 1
    if canSpread, !canFade || spread >= abs(rise) {
      grip = .spread
      start += Self.spreadOwnsFrom
      least = start
      turnIsFingers = look.isTurning
    } else if canFade {
      grip = .fader
      startHeight += rise > 0 ? Self.faderOwnsFrom : -Self.faderOwnsFrom
    }
  }

  private mutating func move(_ look: Reading) {
    let steps: Float
    switch grip {
    case .spread: steps = PinchMeaning.spread(from: start, to: max(look.distance, least))
    case .fader: steps = look.height - startHeight
    case .resting, nil: return
    }
    let wanted: Float =
      switch law {
      case .root: anchor * exp2(steps / 2)
      case .cents: anchor + 600 * steps
      }
    raw = min(max(wanted, range.lowerBound), range.upperBound)
    settle()
  }

  /// Restarts the motion from the current value and the current hand.
  mutating func rebase(_ look: Reading) {
    anchor = raw
    start = max(look.distance, grip == .spread ? least : 0)
    startHeight = look.height
  }

  /// Sets the value of some seconds ago, and forgets later ones.
  mutating func goBack(by seconds: Double, at time: Double) {
    raw = recent.last { time - $0.time >= seconds }?.raw ?? recent.first?.raw ?? raw
    recent = [(time, raw)]
    settle()
  }

  /// Updates the value from the raw value, with the detent applied.
  mutating func settle() { value = detent?.snap(raw) ?? raw }
}
