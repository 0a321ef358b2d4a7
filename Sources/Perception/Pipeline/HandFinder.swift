import Camera
import GestureFlowAPI
import HandTracking
import Hands
import Realtime

/// A type that finds the hands in a frame. It is a tracker; tests use one whose work takes a given time.
package protocol HandFinder: AnyObject, Sendable {
  /// Times of its stages.
  var timings: TrackTimings { get }
  /// Its threads.
  var threads: [RealtimeThread.Outcome] { get }
  /// Whether it searches for palms beside the frames, with no result yet.
  var isSearching: Bool { get }
  /// Its counts. One thread reads them.
  var quality: TrackQuality { get }
  /// Hands that it follows at most.
  var maxHands: Int { get set }
  /// CPU seconds of the last frame, and of its palm search.
  var criticalPath: Double { get }
  var searchWork: Double { get }
  /// Limits the palm searches.
  /// - Parameter searches: palm searches a second at most while no hand is tracked; nil for no limit.
  func limit(searches: Double?)
  /// Keeps the places and sides of hands that hold something.
  /// - Parameter ids: identities of these hands. One thread calls it.
  func keep(_ ids: Set<Int>)
  /// Returns the hands of a frame.
  func process(_ frame: Frame) throws(Failure) -> HandFrame
}

extension HandTracker: HandFinder {}
