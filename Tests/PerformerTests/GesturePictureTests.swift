import Foundation
import Performer
import TestSupport
import Testing

/// The drawing of the gestures in the owner's guide.
@Suite struct GesturePictureTests {
  /// It is drawn by the scripts that the tests play: when a gesture changes there, the guide must show it.
  @Test func theGuideShowsTheHandsOfTheScripts() throws {
    let kept = try String(contentsOf: Places.project.appendingPathComponent("docs/stems-hands.svg"), encoding: .utf8)
    #expect(kept == GesturePicture.stems, "gflab picture > docs/stems-hands.svg")
  }
}
