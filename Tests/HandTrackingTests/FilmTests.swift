import Camera
import Foundation
import Gestures
import HandTracking
import Hands
import Lab
import Supervisor
import TestSupport
import Testing

/// The tracker on real films, against what MediaPipe says of them.
@Suite(.serialized, .enabled(if: Places.hasFootage, "../shared/data is not there: the film tests are skipped"))
struct FilmTests {
  /// Films with a hand that is plain to see; on the others MediaPipe itself is unsteady (see docs/benchmarks.md).
  static let clear = ["akstheme_gesture", "dexret_hand", "ezra_test", "mpsamples_handlm", "temuge_cam0", "tfjs_asl_hand"]
  static let all = clear + ["mpsamples_gesture", "ruben_hand", "temuge_body0"]

  static func compare(_ name: String) throws -> HandsComparison {
    let source = try FilmFile(
      Places.hands.appendingPathComponent("clips/\(name).mp4").path, pace: .asFastAsPossible, orientation: .asFilmed)
    let tracker = try HandTracker(TrackerModels(.standard(), size: .full), maxHands: 2)
    var lines: [HandsLine] = []
    while case .frame(let frame) = source.next(timeout: 1) { lines.append(HandsLine(try tracker.process(frame))) }
    var reference = try HandsFile.read(Places.hands.appendingPathComponent("reference/\(name).mp.jsonl").path)
    // MediaPipe's label assumes a mirrored picture; these films are not.
    for i in reference.indices {
      for j in reference[i].hands.indices {
        reference[i].hands[j].handedness = reference[i].hands[j].handedness == "Left" ? "Right" : "Left"
      }
    }
    return HandsComparison.compare(ours: lines, reference: reference, aspect: Float(source.width) / Float(source.height))
  }

  @Test(arguments: all)
  func coversAndAgrees(name: String) throws {
    let c = try Self.compare(name)
    print(
      "\(name): \(c.ourFrames) frames with a hand, MediaPipe \(c.referenceFrames); \(String(format: "%.2f", 100 * c.within5)) % of points within 5 %, \(c.extra) hands too many, \(c.missed) too few; duplicates \(c.duplicates) (\(c.referenceDuplicates)), swaps \(c.swaps), flips \(c.flips) (\(c.referenceFlips))"
    )
    #expect(c.unequalFrames == 0)
    #expect(c.ourFrames >= c.referenceFrames)
    #expect(c.coverage >= (Self.clear.contains(name) ? 0.995 : 0.9))
    if Self.clear.contains(name) { #expect(c.within5 >= 0.98) }
    #expect(c.duplicates <= c.referenceDuplicates && c.duplicates == 0)
    #expect(c.flips <= c.referenceFlips)
    // MediaPipe gives no identities to compare with.
    #expect(c.swaps == 0)
  }
}

/// Counting fingers on photos of one hand, whose true count is in their names.
@Suite(.enabled(if: Places.hasFootage, "../shared/data is not there: the photo test is skipped"))
struct PhotoTests {
  @Test func countsFingersOnPhotos() throws {
    let folder = Places.hands.appendingPathComponent("photos/finger-counting")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jpg") }.sorted()
    let models = try TrackerModels(.standard(), size: .full, parallel: false)
    var right = 0
    var total = 0
    var wrong: [String] = []
    for name in names {
      guard let truth = Int(name.split(separator: "_")[1]), truth > 0 else { continue }
      let source = try FilmFile(folder.appendingPathComponent(name).path, pace: .asFastAsPossible, orientation: .asFilmed)
      guard case .frame(let frame) = source.next(timeout: 1) else { continue }
      let tracker = try HandTracker(models, maxHands: 1)
      var reader = FingerReader()
      var count = -1
      // A photo is half a second of film in which nothing moves.
      for i in 0..<15 {
        if let hand = try tracker.process(frame.repeated(index: i, time: Double(i) / 30)).hands.first {
          count = reader.read(hand.landmarks, aspect: frame.aspect).count
        }
      }
      total += 1
      if count == truth { right += 1 } else { wrong.append("\(name): \(count)") }
    }
    print("finger count right on \(right) of \(total) photos; wrong: \(wrong.joined(separator: ", "))")
    #expect(total >= 90)
    #expect(Double(right) >= 0.88 * Double(total), "\(right) of \(total)")
  }
}
