import Camera
import HandTracking
import Hands
import Synchronization

/// The real models, loaded once for all tests of a process.
enum SharedModels {
  private static let loaded = Mutex<[ModelSize: TrackerModels]>([:])

  /// Passes the models of these sizes to `body`, in this order. Other tests wait meanwhile: one tracker at a time uses
  /// the models.
  static func using<Result: Sendable>(_ sizes: [ModelSize], _ body: ([TrackerModels]) throws -> Result) throws -> Result {
    try loaded.withLock { loaded in
      for size in sizes where loaded[size] == nil { loaded[size] = try TrackerModels(.standard(), size: size, parallel: false) }
      return try body(sizes.compactMap { loaded[$0] })
    }
  }

  /// Returns the hands that each model finds in a script or film. All of them read the same frames, so these are drawn
  /// or decoded once.
  /// - Parameters:
  ///   - seconds: time of the first frame that is left out; nil for all frames.
  ///   - maxHands: number of hands that are followed.
  static func follow(
    _ source: any FrameSource, _ sizes: [ModelSize], until seconds: Double? = nil, maxHands: Int = 2
  ) throws -> [ModelSize: [HandFrame]] {
    try using(sizes) { models in
      let trackers = try models.map { try HandTracker($0, maxHands: maxHands) }
      var found = sizes.map { _ in [HandFrame]() }
      while case .frame(let frame) = source.next(timeout: 1), frame.time < seconds ?? .infinity {
        for (i, tracker) in trackers.enumerated() { found[i].append(try tracker.process(frame)) }
      }
      return Dictionary(uniqueKeysWithValues: zip(sizes, found))
    }
  }
}
