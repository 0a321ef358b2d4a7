import Camera
import Foundation
import Gestures
import HandTracking
import Hands
import Lab
import Supervisor
import TestSupport
import Testing

/// Tests of the tracker on real films, against MediaPipe's results.
@Suite(.serialized, .enabled(if: Places.hasFootage, "../shared/data is not there: the film tests are skipped"))
struct FilmTests {
  /// Films with a hand that is plain to see.
  static let clear = ["akstheme_gesture", "dexret_hand", "ezra_test", "mpsamples_handlm", "temuge_cam0", "tfjs_asl_hand"]
  /// Films on which MediaPipe itself is unsteady. The value is the share of points that must agree with it all the
  /// same, ten points below the float model's. `make bench` checks that a model has not got worse on them, and runs
  /// MediaPipe under noise, too.
  static let hard = ["mpsamples_gesture": 0.62, "ruben_hand": 0.32, "temuge_body0": 0.71]
  static let all = clear + hard.keys.sorted()

  /// In floats, and as `auto` takes it where 8-bit numbers are fast.
  static let sizes = [ModelSize.exact, .full]

  static func compare(_ name: String, _ size: ModelSize) throws -> HandsComparison {
    let source = try FilmFile(
      Places.hands.appendingPathComponent("clips/\(name).mp4").path, pace: .asFastAsPossible, orientation: .asFilmed)
    let tracker = try HandTracker(TrackerModels(.standard(), size: size), maxHands: 2)
    var lines: [HandsLine] = []
    while case .frame(let frame) = source.next(timeout: 1) { lines.append(HandsLine(try tracker.process(frame))) }
    var reference = try HandsFile.read(Places.hands.appendingPathComponent("reference/\(name).mp.jsonl").path)
    // MediaPipe's label assumes a mirrored frame; these films are not.
    for i in reference.indices {
      for j in reference[i].hands.indices {
        reference[i].hands[j].handedness = reference[i].hands[j].handedness == "Left" ? "Right" : "Left"
      }
    }
    return HandsComparison.compare(ours: lines, reference: reference, aspect: Float(source.width) / Float(source.height))
  }

  /// `make test` plays one clear film and one hard one; all of them are a sweep.
  @Test(arguments: Ring.cases(["dexret_hand", "ruben_hand"], of: all), Ring.cases([.full], of: sizes))
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
}

/// Reading photos of one hand, with each model.
@Suite(.serialized, .enabled(if: Places.hasFootage, "../shared/data is not there: the photo tests are skipped"))
struct PhotoTests {
  private struct Photo {
    var path: String
    /// Extended fingers.
    var truth: Int
  }
  private struct Label: Decodable { var extended_fingers: Int? }

  /// The extended fingers that are read, -1 when no hand is seen.
  private func count(_ photo: Photo, _ models: TrackerModels) throws -> Int {
    let source = try FilmFile(photo.path, pace: .asFastAsPossible, orientation: .asFilmed)
    guard case .frame(let frame) = source.next(timeout: 1) else { return -1 }
    let tracker = try HandTracker(models, maxHands: 1)
    var reader = FingerReader()
    var count = -1
    // A photo is half a second of film in which nothing moves.
    for i in 0..<15 {
      if let hand = try tracker.process(frame.repeated(index: i, time: Double(i) / 30)).hands.first {
        count = reader.read(hand.landmarks, aspect: frame.aspect).count
      }
    }
    return count
  }

  /// Number of photos that each model reads correctly.
  private func right(_ photos: [Photo]) throws -> [ModelSize: Int] {
    var right: [ModelSize: Int] = [:]
    for size in FilmTests.sizes {
      let models = try TrackerModels(.standard(), size: size, parallel: false)
      var wrong: [String] = []
      for photo in photos {
        let count = try count(photo, models)
        if count != photo.truth { wrong.append("\((photo.path as NSString).lastPathComponent): \(count)") }
      }
      right[size] = photos.count - wrong.count
      print("\(size): fingers right on \(photos.count - wrong.count) of \(photos.count); wrong: \(wrong.joined(separator: ", "))")
    }
    return right
  }

  /// The names of the photos give the true count. In 8-bit numbers at most one photo in a hundred is read worse than
  /// in floats.
  @Test func `counts fingers on photos`() throws {
    let folder = Places.hands.appendingPathComponent("photos/finger-counting")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jpg") }.sorted()
    let all = names.compactMap { name in
      Int(name.split(separator: "_")[1]).flatMap { $0 > 0 ? Photo(path: folder.appendingPathComponent(name).path, truth: $0) : nil }
    }
    #expect(all.count >= 90)
    // Every fourth of them is enough to notice that reading is broken.
    let photos = Ring.cases(all.enumerated().filter { $0.offset % 4 == 0 }.map(\.element), of: all)
    let right = try right(photos)
    let (float, eightBit) = (try #require(right[.exact]), try #require(right[.full]))
    #expect(Double(min(float, eightBit)) >= 0.88 * Double(photos.count), "\(float) and \(eightBit) of \(photos.count)")
    #expect(Double(float - eightBit) <= 0.01 * Double(photos.count), "\(float) and \(eightBit) of \(photos.count)")
  }

  /// A photo of each of HaGRID's gestures whose fingers can be counted: 8-bit numbers cost one at most.
  @Test func `gestures on photos are read as well as in floats`() throws {
    let folder = Places.hands.appendingPathComponent("photos/gestures")
    let labels = try JSONDecoder().decode(
      [String: Label].self, from: Data(contentsOf: folder.appendingPathComponent("labels.json")))
    let photos = labels.sorted { $0.key < $1.key }.compactMap { name, label in
      label.extended_fingers.map { Photo(path: folder.appendingPathComponent("\(name).png").path, truth: $0) }
    }
    #expect(photos.count >= 15)
    let right = try right(photos)
    let (float, eightBit) = (try #require(right[.exact]), try #require(right[.full]))
    #expect(2 * min(float, eightBit) >= photos.count, "\(float) and \(eightBit) of \(photos.count)")
    #expect(float - eightBit <= 1, "\(float) and \(eightBit) of \(photos.count)")
  }
}
