import Camera
import Foundation
import Gestures
import HandTracking
import Hands
import Lab
import Perception
import Synchronization
import TestSupport
import Testing

/// Tests of the tracker on real films, against MediaPipe's results.
@Suite(.serialized, .enabled(if: Places.hasFootage, "../shared/data is not there: the film tests are skipped"))
struct FilmTests {
  /// Films with a clearly visible hand.
  static let clear = ["akstheme_gesture", "dexret_hand", "ezra_test", "mpsamples_handlm", "temuge_cam0", "tfjs_asl_hand"]
  /// Films on which MediaPipe itself is unsteady. The value is the share of points that must agree with MediaPipe. It
  /// is ten points below the float model's share. `make bench` checks that a model has not become worse on them, and
  /// also runs MediaPipe under noise.
  static let hard = ["mpsamples_gesture": 0.62, "ruben_hand": 0.32, "temuge_body0": 0.71]
  static let all = clear + hard.keys.sorted()

  /// The float model, and the 8-bit model. `auto` takes the 8-bit model where 8-bit arithmetic is fast.
  static let sizes = [ModelSize.float, .int8]

  /// Hands of the films that were played. The tests share them: decoding and models take long.
  private static let played = Mutex<[String: [ModelSize: [HandFrame]]]>([:])

  private static func film(_ name: String) throws -> FilmFile {
    try FilmFile(Places.hands.appendingPathComponent("clips/\(name).mp4").path, pace: .asFastAsPossible, orientation: .asFilmed)
  }

  /// Returns the hands that each model finds in a film. `make test` runs one model.
  static func frames(_ name: String) throws -> [ModelSize: [HandFrame]] {
    try played.withLock { played in
      if let known = played[name] { return known }
      let film = try Self.film(name)
      defer { film.close() }
      let found = try SharedModels.follow(film, Ring.isLong ? ModelSize.allCases : [.int8])
      played[name] = found
      return found
    }
  }

  static func compare(_ name: String, _ size: ModelSize) throws -> HandsComparison {
    let hands = try #require(try Self.frames(name)[size])
    var reference = try HandsFile.read(Places.hands.appendingPathComponent("reference/\(name).mp.jsonl").path)
    // MediaPipe's label assumes a mirrored frame; these films are not.
    for i in reference.indices {
      for j in reference[i].hands.indices {
        reference[i].hands[j].handedness = reference[i].hands[j].handedness == "Left" ? "Right" : "Left"
      }
    }
    return HandsComparison.compare(
      ours: hands.map { HandsLine($0) }, reference: reference, aspect: try #require(hands.first).aspect)
  }

  /// `make test` plays one clear film and one hard film. A sweep plays all of them.
  @Test(arguments: Ring.cases(["dexret_hand", "ruben_hand"], of: all), Ring.cases([.int8], of: sizes))
  func `covers and agrees`(name: String, size: ModelSize) throws {
    let c = try Self.compare(name, size)
    print(
      "\(name), \(size): \(c.ourFrames) frames with a hand, MediaPipe \(c.referenceFrames); \(String(format: "%.2f", 100 * c.within5)) % of points within 5 %, \(c.extra) hands too many, \(c.missed) too few; duplicates \(c.duplicates) (\(c.referenceDuplicates)), swaps \(c.swaps), flips \(c.flips) (\(c.referenceFlips))"
    )
    #expect(c.unequalFrames == 0)
    #expect(c.ourFrames >= c.referenceFrames)
    #expect(c.coverage >= (Self.clear.contains(name) ? 0.995 : 0.9))
    #expect(c.within5 >= Self.hard[name] ?? 0.98)
    #expect(c.duplicates <= c.referenceDuplicates && c.duplicates == 0)
    #expect(c.flips <= c.referenceFlips)
    // MediaPipe gives no identities to compare with.
    #expect(c.swaps == 0)
  }

  /// Films of hands that do other things. The 8-bit model and `lite` engage the same controls as the float model, and
  /// nothing else.
  @Test(arguments: Ring.cases(["dexret_hand"], of: all))
  func `every model takes the same on films`(name: String) throws {
    var hands = try Self.frames(name)
    let others = ModelSize.allCases.filter { hands[$0] == nil }
    if !others.isEmpty {
      let recorded = try RecordedHands.frames("clips/\(name), as filmed", others) { try Self.film(name) }
      hands.merge(recorded) { followed, _ in followed }
    }
    let played = EngagementTests.played(hands)
    func controls(_ size: ModelSize) -> [GestureEvent.Control] { (played[size]?.controls ?? []).map(\.control) }
    let (float, int8, lite) = (controls(.float), controls(.int8), controls(.lite))
    for size in [ModelSize.int8, .lite] { EngagementTests.compare(name, played, with: size) }
    // Only one of these films shows a pinch.
    #expect(float == (name == "dexret_hand" ? [.pitch] : []) && int8 == float, "\(name): \(float) and \(int8)")
    #expect(lite == int8, "\(name): \(lite)")
  }
}

/// Tests of counting fingers on photos of one hand, with each model.
@Suite(.serialized, .enabled(if: Places.hasFootage, "../shared/data is not there: the photo tests are skipped"))
struct PhotoTests {
  private struct Photo {
    var path: String
    /// Number of extended fingers.
    var truth: Int
  }
  private struct Label: Decodable { var extended_fingers: Int? }

  /// Returns the number of extended fingers that each model reads, or -1 without a hand.
  private func counts(_ photo: Photo, _ models: [TrackerModels]) throws -> [Int] {
    let source = try FilmFile(photo.path, pace: .asFastAsPossible, orientation: .asFilmed)
    defer { source.close() }
    guard case .frame(let frame) = source.next(timeout: 1) else { return models.map { _ in -1 } }
    return try models.map { models in
      let tracker = try HandTracker(models, maxHands: 1)
      var reader = FingerReader()
      var count = -1
      // Play the photo as half a second of film without motion.
      for i in 0..<15 {
        if let hand = try tracker.process(frame.repeated(index: i, time: Double(i) / 30)).hands.first {
          count = reader.read(hand.landmarks, aspect: frame.aspect).count
        }
      }
      return count
    }
  }

  /// Returns the number of photos that each model reads correctly.
  private func right(_ photos: [Photo]) throws -> [ModelSize: Int] {
    let counted = try SharedModels.using(FilmTests.sizes) { models in try photos.map { try counts($0, models) } }
    var right: [ModelSize: Int] = [:]
    for (i, size) in FilmTests.sizes.enumerated() {
      let wrong = zip(photos, counted).filter { $0.truth != $1[i] }.map { "\(($0.path as NSString).lastPathComponent): \($1[i])" }
      right[size] = photos.count - wrong.count
      print("\(size): fingers right on \(photos.count - wrong.count) of \(photos.count); wrong: \(wrong.joined(separator: ", "))")
    }
    return right
  }

  /// The file names of the photos give the true count. The 8-bit model may read at most one photo in a hundred worse
  /// than the float model.
  @Test func `counts fingers on photos`() throws {
    let folder = Places.hands.appendingPathComponent("photos/finger-counting")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jpg") }.sorted()
    let all = names.compactMap { name in
      Int(name.split(separator: "_")[1]).flatMap { $0 > 0 ? Photo(path: folder.appendingPathComponent(name).path, truth: $0) : nil }
    }
    #expect(all.count >= 90)
    // Every eighth photo is enough to detect a broken reader. They show all counts.
    let photos = Ring.cases(all.enumerated().filter { $0.offset % 8 == 0 }.map(\.element), of: all)
    let right = try right(photos)
    let (float, eightBit) = (try #require(right[.float]), try #require(right[.int8]))
    #expect(Double(min(float, eightBit)) >= 0.88 * Double(photos.count), "\(float) and \(eightBit) of \(photos.count)")
    #expect(Double(float - eightBit) <= 0.01 * Double(photos.count), "\(float) and \(eightBit) of \(photos.count)")
  }

  /// One photo of each HaGRID gesture whose fingers can be counted, and every fourth one of them in `make test`. The
  /// 8-bit model may read at most one photo worse.
  @Test func `gestures on photos are read as well as in floats`() throws {
    let folder = Places.hands.appendingPathComponent("photos/gestures")
    let labels = try JSONDecoder().decode(
      [String: Label].self, from: Data(contentsOf: folder.appendingPathComponent("labels.json")))
    let all = labels.sorted { $0.key < $1.key }.compactMap { name, label in
      label.extended_fingers.map { Photo(path: folder.appendingPathComponent("\(name).png").path, truth: $0) }
    }
    #expect(all.count >= 15)
    let photos = Ring.cases(all.enumerated().filter { $0.offset % 4 == 0 }.map(\.element), of: all)
    let right = try right(photos)
    let (float, eightBit) = (try #require(right[.float]), try #require(right[.int8]))
    #expect(2 * min(float, eightBit) >= photos.count, "\(float) and \(eightBit) of \(photos.count)")
    #expect(float - eightBit <= 1, "\(float) and \(eightBit) of \(photos.count)")
  }
}
