/// Letting go: an engaged pinch rests its value while the hand opens, and ends when the hand has been open for a while.
extension RelativeClutch {
  /// The hand opens, as it seems; it may be misread.
  struct Opening: Sendable {
    /// The first frame of it, in seconds.
    let since: Double
    /// Since when four fingers have been extended; nil while fewer are.
    var openSince: Double?
    /// It has lasted: it is no misread frame.
    var isBelieved = false
  }

  /// Whether the hand opens in this frame: then it moves nothing. Anchor, start and the way so far stay until the opening is believed, so that a misread frame costs nothing.
  mutating func opens(_ look: Look, at time: Double) -> Bool {
    let isOpen = look.extended >= 4
    guard isOpen || look.openness > curled.nearest + Self.uncurled else {
      // A hand that has really begun to open and went back to its pinch goes on from here.
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

  /// Rests the value where it was before the hand began to open.
  mutating func believeOpening() {
    guard let began = opening, !began.isBelieved else { return }
    opening?.isBelieved = true
    goBack(by: Self.before, at: began.since)
  }
}
