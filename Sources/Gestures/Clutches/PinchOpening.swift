/// The release of a pinch by opening the hand.
/// The value rests while the hand opens, and the pinch ends when the hand has been open for a while.
extension RelativeClutch {
  /// An opening of the hand, which may be misread.
  struct Opening: Sendable {
    /// Time of the first frame of the opening, in seconds.
    let since: Double
    /// Time since which four fingers are extended; nil while fewer are.
    var openSince: Double?
    /// Whether it has lasted and is not a misread frame.
    var isBelieved = false
  }

  /// Whether the hand opens in this frame; then it moves nothing.
  /// Anchor, start and motion stay until the opening is confirmed, so a misread frame changes nothing.
  mutating func opens(_ look: Reading, at time: Double) -> Bool {
    let isOpen = look.extended >= 4
    guard isOpen || look.openness > curled.nearest + Self.uncurled else {
      // A hand that opened and returned to its pinch continues from here.
      if opening?.isBelieved == true { rebase(look) }
      opening = nil
      return false
    }
    var now = opening ?? Opening(since: time)
    now.openSince = isOpen ? now.openSince ?? time : nil
    opening = now
    if time - now.since >= Self.misread - 1e-6 { believeOpening() }
    if let openSince = now.openSince, time - openSince >= Self.releaseAfter - 1e-6 {
      let meant = TakingBack.letGo(began: engagedAt, ended: now.since, look.passage)
      release()
      takeBack(to: meant)
    }
    return true
  }

  /// Sets the value of the time before the hand began to open.
  mutating func believeOpening() {
    guard let began = opening, !began.isBelieved else { return }
    opening?.isBelieved = true
    goBack(by: Self.before, at: began.since)
  }
}
