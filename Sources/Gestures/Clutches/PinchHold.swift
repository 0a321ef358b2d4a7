import Foundation

/// What an engaged pinch does to the value, until it is let go: opening rests it, turning rests it, and what owns the pinch moves it.
extension RelativeClutch {
  /// One frame of an engaged pinch. - Parameter dt: seconds since the hand was seen last.
  mutating func hold(_ look: Look, dt: Float, at time: Double) {
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

  /// Nothing owns the pinch yet. The start follows until something may own it, and only while nothing does: so a frame more or less does not decide how far it has come after a hand that moves already.
  private mutating func rest(_ look: Look, dt: Float, at time: Double) {
    let isFresh = time - engagedAt < Self.stillClosing
    let decided = Float(min(max(time - engagedAt - Self.settling, 0), Double(dt)))
    settleStart(look, dt: dt - decided, isFresh: isFresh)
    guard time - engagedAt >= Self.settling - 1e-6 else { return }
    choose(look)
    if grip == .resting { settleStart(look, dt: decided, isFresh: isFresh) }
  }

  /// While the palm turns, the aperture means nothing: a spread rests at the value that it had before and goes on from there afterwards, and none begins, for which the
  /// turn must be beyond doubt: fingers that part take the palm with them. The wrist's height is not the palm's: a fader moves on, and one may begin.
  private mutating func see(turning look: Look, at time: Double) {
    // One that was begun during what may be a turn goes on until it is one.
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

  /// While nothing owns the pinch its start follows the hand. - Parameter dt: for so many seconds.
  mutating func settleStart(_ look: Look, dt pause: Float, isFresh: Bool) {
    let dt = min(pause, Self.longestStep)
    let share = dt / (dt + Float(Self.follow))
    let closing = dt / (dt + Float(isFresh ? Self.followStillClosing : Self.followClosing))
    if !isTurning { start += (look.distance - start) * (look.distance < start ? closing : share) }
    startHeight += (look.height - startHeight) * share
  }

  /// What has moved far enough owns the pinch; if both have, the one that is farther over its threshold.
  private mutating func choose(_ look: Look) {
    let spread = (look.distance - start) / Self.spreadOwnsFrom
    let rise = (look.height - startHeight) / Self.faderOwnsFrom
    // Thumb and index part on the way to an open hand, too.
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

  private mutating func move(_ look: Look) {
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

  /// From here on the value moves from where it is, by what the hand does from where it is.
  mutating func rebase(_ look: Look) {
    anchor = raw
    start = max(look.distance, grip == .spread ? least : 0)
    startHeight = look.height
  }

  /// The value of so many seconds ago. What it was since then is forgotten: nothing goes back to it later.
  mutating func goBack(by seconds: Double, at time: Double) {
    raw = recent.last { time - $0.time >= seconds }?.raw ?? recent.first?.raw ?? raw
    recent = [(time, raw)]
    settle()
  }

  /// Makes the value of what the pinch says, with the detent applied.
  mutating func settle() { value = detent?.snap(raw) ?? raw }
}
