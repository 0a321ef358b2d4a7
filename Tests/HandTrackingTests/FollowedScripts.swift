import Camera
import HandTracking
import Hands
import Synchronization
import SyntheticHands
import TestSupport
import Testing

/// The hands that the real models find in the performer's scripts, with the truth. The tests of a suite share them:
/// drawing and models take long. A script is drawn once, and every reading of it takes the same frames.
enum FollowedScripts {
  /// Orientation of the frames, model, and number of hands. `player`: as on the box. `asFilmed`: frames that are not
  /// mirrored. `oneHand`: follows one hand at most. `lite`: with the smaller model.
  enum Reading: Sendable { case player, asFilmed, oneHand, lite }

  /// One frame.
  struct Moment: Sendable {
    var seen: HandFrame
    var truth: [VirtualPerformer.TrueHand]
    /// Palm searches so far.
    var palmRuns: Int
  }

  /// Seconds of the scripts in which palm searches are counted. The others are played once.
  static let palmSeconds = 6.0
  private static let followed = Mutex<[String: [Reading: [Moment]]]>([:])

  /// Returns the frames of a script, from its start.
  static func moments(_ name: String, _ reading: Reading) throws -> [Moment] {
    let all = try followed.withLock { followed in
      if let known = followed[name] { return known }
      let found = try follow(try #require(Scripts.named(name)), readings(of: name))
      followed[name] = found
      return found
    }
    return try #require(all[reading])
  }

  /// The readings that the tests of this ring take.
  private static func readings(of name: String) -> [Reading] {
    let both: [Reading] = Ring.cases([.player], of: [.player, .asFilmed])
    return switch name {
    case "open": both + [.oneHand]
    case "pinch", "wristroll": both
    case "twohands": [.player, .asFilmed]
    case "count4": [.player, .lite]
    default: [.player]
    }
  }

  private static func follow(_ script: Choreography, _ readings: [Reading]) throws -> [Reading: [Moment]] {
    let seconds = ["open", "pinch"].contains(script.name) ? palmSeconds : script.duration
    let source = VirtualPerformer(script, live: false, seconds: seconds)
    let unmirrored = VirtualPerformer(script, live: false, seconds: seconds, orientation: .asFilmed)
    return try SharedModels.using(readings.contains(.lite) ? [.int8, .lite] : [.int8]) { models in
      let trackers = try readings.map { try HandTracker(models[$0 == .lite ? 1 : 0], maxHands: $0 == .oneHand ? 1 : 2) }
      var found = readings.map { _ in [Moment]() }
      while case .frame(let frame) = source.next(timeout: 1) {
        for (i, reading) in readings.enumerated() {
          let isFilmed = reading == .asFilmed
          let seen = try trackers[i].process(isFilmed ? asFilmed(frame) : frame)
          let truth = (isFilmed ? unmirrored : source).truth(of: frame.index)
          found[i].append(Moment(seen: seen, truth: truth, palmRuns: trackers[i].quality.palmRuns))
        }
      }
      return Dictionary(uniqueKeysWithValues: zip(readings, found))
    }
  }

  /// Returns a performer's frame to be read as it is, not as the player's mirror image.
  private static func asFilmed(_ frame: Frame) -> Frame {
    guard let chroma = frame.chroma else { return frame }
    let pixels = frame.width * frame.height
    let bytes = [(frame.luma, pixels), (chroma.u, pixels / 4), (chroma.v, pixels / 4)].flatMap {
      Array(UnsafeBufferPointer(start: $0.start, count: $1))
    }
    func colour(at offset: Int) -> PlaneLayout { PlaneLayout(offset: offset, stride: frame.width / 2, shiftX: 1, shiftY: 1) }
    return Frame.of(
      bytes: bytes, width: frame.width, height: frame.height, luma: PlaneLayout(stride: frame.width),
      chroma: (colour(at: pixels), colour(at: pixels * 5 / 4)), fullRange: frame.fullRange, orientation: .asFilmed, index: frame.index,
      time: frame.time)
  }
}
