import GestureFlowAPI

/// Measures the tracks of one stick of which the index does not know the loudness, one after the other in natural order.
package struct LoudnessScan {
  private let stick: String
  private let root: String
  private let index: LibraryIndex
  private let access: StickAccess

  /// - Parameters: - stick: its identity in the index. - root: where it is mounted. - index: where the result goes.
  package init(stick: String, root: String, index: LibraryIndex, access: StickAccess = StickAccess()) {
    self.stick = stick
    self.root = root
    self.index = index
    self.access = access
  }

  /// Runs to the end, on the caller's thread. A track that cannot be read now is left for another time.
  /// - Parameter goesOn: asked many times in each track; it may wait, and false ends the scan.
  /// - Returns: tracks that were measured.
  /// - Throws: `LibraryError` when the index cannot be read or written.
  @discardableResult package func run(goesOn: () -> Bool) throws(LibraryError) -> Int {
    var count = 0
    var last: UnmeasuredTrack?
    while goesOn(), let track = try index.unmeasured(of: stick, after: last) {
      last = track
      let result = TrackMeasurement.measure(root + "/" + track.file, from: track.start, to: track.end, access, goesOn: goesOn)
      guard case .measured(let loudness) = result else { continue }
      try index.save(loudness, of: track, stick: stick)
      count += 1
    }
    return count
  }
}
