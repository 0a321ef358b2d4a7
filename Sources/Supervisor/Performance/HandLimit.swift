/// How many hands the tracker follows at most, by what is played. Pure.
package enum HandLimit {
  /// Hands that can play the instrument at most.
  static let most = 4

  /// The number from the next frame on.
  ///
  /// - Parameters:
  ///   - isForAll: every hand plays by itself, as in mode instrument.
  ///   - configured: hands that are followed in the other modes.
  ///   - sources: hands that may play the instrument, as the tier allows.
  ///   - sounding: hands whose notes sound now.
  ///   - now: the number so far. While notes sound it does not shrink: another tier cuts none.
  package static func hands(isForAll: Bool, configured: Int, sources: Int, sounding: Int, now: Int) -> Int {
    guard isForAll else { return configured }
    let allowed = min(max(sources, 1), most)
    return sounding > 0 ? max(allowed, now) : allowed
  }
}
