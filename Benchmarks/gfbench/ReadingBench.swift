import Camera
import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Hands
import SyntheticHands

/// Readings of hands with each landmark model. They are fingers and static gestures on photos and on the performer,
/// and the controls that are taken hold of. Nothing is timed, and the same input gives the same result each time.
enum ReadingBench {
  /// Readings of one kind with one model.
  private struct Tally {
    var right = 0
    var of = 0
    var wrong: [String] = []
    var json: [String: Any] { ["right": right, "of": of, "wrong": wrong] }

    mutating func add(_ isRight: Bool, _ name: @autoclosure () -> String) {
      of += 1
      if isRight { right += 1 } else { wrong.append(name()) }
    }
  }
  private typealias Tallies = [ModelSize: Tally]

  /// - Parameters:
  ///   - hands: the folder with films and photos of real hands; without it the performer alone is read.
  static func run(hands: String?) throws {
    let models = try [ModelSize.float, .int8].map { try TrackerModels(.standard(), size: $0, parallel: false) }
    var result: [String: Any] = ["engaged": try engaged(models, films: hands.map { $0 + "/clips" })]
    let performed = try performer(models)
    var kinds = ["performer, fingers": performed.fingers, "performer, gestures": performed.gestures]
    if let hands {
      kinds["photos, fingers"] = try countingPhotos(hands + "/photos/finger-counting", models)
      let photos = try gesturePhotos(hands + "/photos/gestures", models)
      kinds["gesture photos, fingers"] = photos.fingers
      kinds["gesture photos, gestures"] = photos.gestures
    }
    result["read"] = kinds.mapValues { tallies in
      Dictionary(uniqueKeysWithValues: tallies.map { ($0.key.rawValue, $0.value.json) })
    }
    try TrackBench.show(result)
  }

  /// Fingers and gesture of one hand, smoothed as the box smooths it.
  private struct Reader {
    private var smoother: HandSmoother
    private var fingers = FingerReader()

    init(_ size: ModelSize) { smoother = HandSmoother(GestureSettings().filter, noise: size.noise) }

    /// - Returns: the extended fingers, -1 without a hand, and the gesture.
    mutating func read(_ seen: HandFrame) -> (count: Int, gesture: StaticGesture?) {
      guard let hand = smoother.smooth(seen).hands.first else { return (-1, nil) }
      let states = fingers.read(hand.landmarks, aspect: seen.aspect)
      return (states.count, StaticGesture.read(states, HandMeasure(hand.landmarks, aspect: seen.aspect)))
    }
  }

  // MARK: photos

  /// Returns the reading of a photo after half a second. Nil when it cannot be read.
  private static func read(photo path: String, _ models: TrackerModels) throws -> (count: Int, gesture: StaticGesture?)? {
    let source = try FilmFile(path, pace: .asFastAsPossible, orientation: .asFilmed)
    defer { source.close() }
    guard case .frame(let frame) = source.next(timeout: 1) else { return nil }
    let tracker = try HandTracker(models, maxHands: 1)
    var reader = Reader(models.size)
    var last: (count: Int, gesture: StaticGesture?) = (-1, nil)
    for i in 0..<15 { last = reader.read(try tracker.process(frame.repeated(index: i, time: Double(i) / 30))) }
    return last
  }

  /// The true count is in the photos' names.
  private static func countingPhotos(_ folder: String, _ models: [TrackerModels]) throws -> Tallies {
    var found: Tallies = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".jpg") {
      guard let truth = Int(name.split(separator: "_")[1]), truth > 0 else { continue }
      for model in models {
        guard let read = try read(photo: folder + "/" + name, model) else { continue }
        found[model.size, default: Tally()].add(read.count == truth, "\(name): \(read.count)")
      }
    }
    return found
  }

  private struct Label: Decodable { var extended_fingers: Int? }
  /// Those of HaGRID's gestures that mean something here.
  private static let gestures: [String: StaticGesture] = [
    "fist": .fist, "palm": .open, "stop": .open, "one": .pointing, "peace": .peace, "two_up": .peace, "like": .thumbsUp, "ok": .ok,
  ]

  private static func gesturePhotos(_ folder: String, _ models: [TrackerModels]) throws -> (fingers: Tallies, gestures: Tallies) {
    let labels = try JSONDecoder().decode([String: Label].self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/labels.json")))
    var found: (fingers: Tallies, gestures: Tallies) = ([:], [:])
    for (name, label) in labels.sorted(by: { $0.key < $1.key }) {
      for model in models {
        guard label.extended_fingers != nil || gestures[name] != nil, let read = try read(photo: "\(folder)/\(name).png", model) else {
          continue
        }
        if let truth = label.extended_fingers {
          found.fingers[model.size, default: Tally()].add(read.count == truth, "\(name): \(read.count)")
        }
        if let truth = gestures[name] {
          found.gestures[model.size, default: Tally()].add(read.gesture == truth, "\(name): \(read.gesture?.rawValue ?? "none")")
        }
      }
    }
    return found
  }

  // MARK: the performer

  /// Scripts of one pose, and which gesture it is.
  private static let poses: [(name: String, gesture: StaticGesture?)] = [
    ("fist", .fist), ("count1", .pointing), ("count2", .peace), ("count3", nil), ("count4", .open), ("open", .open),
    ("thumbsup", .thumbsUp), ("ok", .ok),
  ]

  /// Reads each pose in a lit room and in a dim one. The dim room has darker skin and a noisy sensor. Frames count from
  /// 0.4 s on, when filters have settled.
  private static func performer(_ models: [TrackerModels]) throws -> (fingers: Tallies, gestures: Tallies) {
    var found: (fingers: Tallies, gestures: Tallies) = ([:], [:])
    for (name, gesture) in poses {
      for isHard in [false, true] {
        guard var script = Scripts.named(name), let hard = Scripts.named("hard") else { throw Failure("there is no script \(name)") }
        if isHard { script.scenery = hard.scenery }
        for model in models {
          let source = VirtualPerformer(script, rate: 15, live: false, seconds: script.duration)
          let tracker = try HandTracker(model, maxHands: 1)
          var reader = Reader(model.size)
          while case .frame(let frame) = source.next(timeout: 1) {
            let read = reader.read(try tracker.process(frame))
            guard frame.time > 0.4, let truth = source.truth(of: frame.index).first?.fingers else { continue }
            let place = "\(name)\(isHard ? ", dim" : ""), frame \(frame.index)"
            found.fingers[model.size, default: Tally()].add(read.count == truth, "\(place): \(read.count)")
            found.gestures[model.size, default: Tally()].add(read.gesture == gesture, "\(place): \(read.gesture?.rawValue ?? "none")")
          }
        }
      }
    }
    return found
  }

  // MARK: controls

  /// Returns the controls that are engaged on each source, by model. The sources are the demo script and each film,
  /// whole. The result maps source -> model -> their names.
  private static func engaged(_ models: [TrackerModels], films: String?) throws -> [String: [String: [String]]] {
    var found: [String: [String: [String]]] = [:]
    for model in models {
      found["demo script", default: [:]][model.size.rawValue] =
        try engaged(VirtualPerformer(Scripts.demo, live: false, seconds: Scripts.demo.duration), model)
    }
    guard let films else { return found }
    for name in try FileManager.default.contentsOfDirectory(atPath: films).sorted() where name.hasSuffix(".mp4") {
      for model in models {
        let film = try FilmFile(films + "/" + name, pace: .asFastAsPossible, orientation: .asFilmed)
        found[(name as NSString).deletingPathExtension, default: [:]][model.size.rawValue] = try engaged(film, model)
      }
    }
    return found
  }

  private static func engaged(_ source: any FrameSource, _ models: TrackerModels) throws -> [String] {
    let tracker = try HandTracker(models, maxHands: 2)
    var gestures = GestureEngine(noise: models.size.noise)
    var all: [String] = []
    while case .frame(let frame) = source.next(timeout: 1) {
      for case .controlEngaged(let control) in gestures.process(try tracker.process(frame)).events { all.append(control.rawValue) }
    }
    source.close()
    return all
  }
}
