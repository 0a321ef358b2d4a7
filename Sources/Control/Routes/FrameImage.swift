import Drawing
import Foundation
import GestureFlowAPI
import Supervisor

/// `/v1/frame.png` and `/v1/frame.jpg`: the last frame with the hands' skeletons. They are for aiming the camera.
/// `?width=320` makes the image smaller. The page shows JPEG, because it has a tenth of the bytes.
struct FrameImage: Sendable {
  /// The paths of the image.
  static let paths: Set<String> = ["/v1/frame.png", "/v1/frame.jpg"]
  /// Each JPEG stays below 10 kB. A page fetches several a second.
  private let jpegs = SmallJPEG(below: 10_000)

  func response(_ request: Request, box: Box) throws(Problem) -> Response {
    // Pages add an arbitrary 't', so that the image is never cached.
    try request.allow(["width", "t"])
    let width = try request.number("width", 64...4096, .max)
    guard let pipeline = box.pipeline else { throw .busy("the tracker does not run, so there is no frame: see gfctl doctor") }
    let snapshot = pipeline.snapshot
    guard let frame = snapshot.lastFrame else { throw .busy("the camera has not delivered a frame yet: try again later") }
    var canvas = Canvas(frame)
    for hand in snapshot.landmarks { canvas.draw(hand.landmarks, hand.handedness == .left ? .left : .right) }
    canvas = canvas.shrunk(toWidth: width)
    let isJPEG = request.path.hasSuffix(".jpg")
    guard let data = isJPEG ? jpegs.encode(canvas) : canvas.png() else { throw .failed("the frame cannot be encoded") }
    return .whole(status: .ok, type: isJPEG ? "image/jpeg" : "image/png", body: data)
  }
}
