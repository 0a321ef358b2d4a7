import GestureFlowAPI

/// Measures the tracks of one stick whose loudness is unknown. It takes them one after the other in natural order.
package struct LoudnessScan {
  private let stick: String
  private let root: String
  private let index: LibraryIndex
  private let access: StickAccess

  /// - Parameters:
  ///   - stick: its identity in the index.
  ///   - root: its mount point.
  ///   - index: stores the results.
  package init(stick: String, root: String, index: LibraryIndex, access: StickAccess = StickAccess()) {
    self.stick = stick
    self.root = root
    self.index = index
    self.access = access
  }

  /// Runs to the end, on the caller's thread. A track that cannot be read now is skipped until another scan.
  /// - Parameter goesOn: called many times in each track. It may block, and false ends the scan.
  /// - Returns: the number of measured tracks.
  /// - Throws: `Failure` when the index cannot be read or written.
  @discardableResult package func run(goesOn: () -> Bool) throws(Failure) -> Int {
    var count = 0
    var last: UnmeasuredTrack?
    // A key that became bytes on a worn card is greater than any text, so its track would come again and again.
    while goesOn(), let track = try index.unmeasured(of: stick, after: last), track != last {
      last = track
      let result = TrackMeasurement.measure(root + "/" + track.file, from: track.start, to: track.end, access, goesOn: goesOn)
      guard case .measured(let loudness) = result else { continue }
      try index.save(loudness, of: track, stick: stick)
      count += 1
    }
    return count
  }
}
