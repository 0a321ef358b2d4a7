import Foundation
import SyntheticHands
import TestSupport
import Testing

/// Tests of the drawings of the gestures in the owner's guide.
@Suite struct GesturePictureTests {
  /// The drawings come from the scripts that the tests play. When a gesture changes there, the guide must show it.
  @Test(arguments: [("stems", GesturePicture.stems), ("stream", GesturePicture.stream), ("intent", GesturePicture.intent)])
  func `the guide shows the hands of the scripts`(mode: String, picture: String) throws {
    let kept = try String(contentsOf: Places.project.appendingPathComponent("docs/\(mode)-hands.svg"), encoding: .utf8)
    #expect(kept == picture, "gflab picture \(mode) > docs/\(mode)-hands.svg")
  }
}
