import Camera
import HandTracking
import Hands
import Realtime

/// What finds the hands in a frame: a tracker, and in tests one whose work takes as long as they say.
package protocol HandFinder: AnyObject, Sendable {
  /// The times of its stages.
  var timings: TrackTimings { get }
  /// Its threads.
  var threads: [RealtimeThread.Outcome] { get }
  /// It looks for palms beside the frames, and has not found them or given up yet.
  var isSearching: Bool { get }
  /// Its counts.
  var quality: TrackQuality { get }
  /// Hands that it follows at most.
  var maxHands: Int { get set }
  /// Processor time of the last frame, and of searching for palms, in seconds.
  var criticalPath: Double { get }
  var searchWork: Double { get }
  /// - Parameter searches: for palms, a second at most while no hand is there; nil for no limit.
  func limit(searches: Double?)
  /// - Parameter ids: identities of the hands that hold something.
  func keep(_ ids: Set<Int>)
  /// The hands of a frame.
  func process(_ frame: Frame) throws(TrackerError) -> HandFrame
}

extension HandTracker: HandFinder {}
