/// The largest number of hands that the tracker follows. It depends on what is played. Pure.
package enum HandLimit {
  /// Largest number of hands that can play the instrument.
  static let most = 4

  /// Returns the number of hands from the next frame on.
  ///
  /// - Parameters:
  ///   - isForAll: whether every hand plays by itself, as in mode instrument.
  ///   - configured: number of hands to follow in the other modes.
  ///   - sources: number of hands that may play the instrument, by the tier.
  ///   - sounding: number of hands whose notes sound now.
  ///   - now: the current number. It does not shrink while notes sound, so a change of the tier cuts no note.
  package static func hands(isForAll: Bool, configured: Int, sources: Int, sounding: Int, now: Int) -> Int {
    guard isForAll else { return configured }
    let allowed = min(max(sources, 1), most)
    return sounding > 0 ? max(allowed, now) : allowed
  }
}
