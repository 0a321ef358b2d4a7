import Camera
import GestureFlowAPI
import HandTracking
import Hands
import Supervisor

/// Measures films as the box does. It finds their light and focus, the advice on them, and the hands in them.
/// Benchmarks/light.py makes the films worse, step by step.
enum LightBench {
  /// The usual `camera.field-of-view`, in degrees. Only distances depend on it, and these do not count here.
  private static let fieldOfView = 60.0

  static func run(_ films: [String]) throws {
    let models = try TrackerModels(.standard(), size: .int8)
    try TrackBench.show(["films": try films.map { try measure($0, models) }])
  }

  /// Returns the measures of a film. They are the means of the figures, the number of frames with each advice, and the
  /// palms of each frame. A palm is the middle between wrist and knuckle in frame units, and the size.
  private static func measure(_ path: String, _ models: TrackerModels) throws -> [String: Any] {
    let film = try FilmFile(path, pace: .asFastAsPossible, orientation: .asFilmed)
    defer { film.close() }
    let tracker = try HandTracker(models, maxHands: 2)
    var qualities: [FrameQuality] = []
    var advice: [String: Int] = [:]
    var palms: [[[Double]]] = []
    while case .frame(let frame) = film.next(timeout: 1) {
      let quality = FrameQuality(of: frame)
      qualities.append(quality)
      var places: [HandPlace] = []
      var seen: [[Double]] = []
      for hand in try tracker.process(frame).hands {
        guard let place = HandPlace(hand.landmarks, aspect: frame.aspect, fieldOfView: fieldOfView) else { continue }
        let (wrist, knuckle) = (hand.landmarks[.wrist], hand.landmarks[.middleMCP])
        places.append(place)
        seen.append([Double(wrist.x + knuckle.x) / 2, Double(wrist.y + knuckle.y) / 2, place.size])
      }
      advice[Advice(quality.verdict, places).rawValue, default: 0] += 1
      palms.append(seen)
    }
    if let failure = film.failure { throw failure }
    guard !qualities.isEmpty else { throw Failure("\(path) has no frames") }
    func mean(_ figure: (FrameQuality) -> Double) -> Double { qualities.reduce(0) { $0 + figure($1) } / Double(qualities.count) }
    return [
      "width": film.width, "height": film.height, "brightness": mean { $0.light.mean }, "clipped": mean { $0.light.clipped },
      "contrast": mean { $0.contrast }, "sharpness": mean { $0.sharpness }, "noise": mean { $0.noise },
      "advice": advice, "palms": palms,
    ]
  }
}
