import Foundation

/// What an engaged pinch does to the value, until it is let go: opening rests it, and what owns the pinch moves it.
extension RelativeClutch {
  /// One frame of an engaged pinch. - Parameter dt: seconds since the hand was seen last.
  mutating func hold(_ look: Look, dt: Float, at time: Double) {
    curled.see(look.openness, at: time)
    if opens(look, at: time) { return }
    if grip == .resting {
      settleStart(look, dt: dt, isFresh: time - engagedAt < Self.stillClosing)
      if time - engagedAt >= Self.settling - 1e-6 { choose(look) }
    }
    move(look)
    recent.append((time, raw))
    recent.removeAll { time - $0.time > 2 * Self.before }
  }

  /// While nothing owns the pinch its start follows the hand.
  private mutating func settleStart(_ look: Look, dt pause: Float, isFresh: Bool) {
    let dt = min(pause, Self.longestStep)
    let share = dt / (dt + Float(Self.follow))
    let closing = dt / (dt + Float(isFresh ? Self.followStillClosing : Self.followClosing))
    aperture.follow(look, look.distance < start ? closing : share)
    start = aperture.closedAt
    startHeight += (look.height - startHeight) * share
  }

  /// What has moved far enough owns the pinch; if both have, the one that is farther over its threshold.
  private mutating func choose(_ look: Look) {
    // The fingers part in the picture, too: of a pinch that stays closed the points in space may say so when the hand turns.
    let parts = look.distance > start + Self.spreadOwnsFrom / 2
    let spread = (aperture.of(look) - start) / Self.spreadOwnsFrom
    let rise = (look.height - startHeight) / Self.faderOwnsFrom
    // Thumb and index part on the way to an open hand, too.
    let canSpread = pinch != .fader && parts && spread >= 1 && look.openness < curled.nearest + Self.uncurling
    let canFade = pinch != .spread && abs(rise) >= 1
    if canSpread, !canFade || spread >= abs(rise) {
      grip = .spread
      start += Self.spreadOwnsFrom
      least = start
    } else if canFade {
      grip = .fader
      startHeight += rise > 0 ? Self.faderOwnsFrom : -Self.faderOwnsFrom
    }
  }

  private mutating func move(_ look: Look) {
    let steps: Float
    switch grip {
    case .spread: steps = PinchMeaning.spread(from: start, to: max(aperture.of(look), least))
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
    start = max(aperture.of(look), grip == .spread ? least : 0)
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
