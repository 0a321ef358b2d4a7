import Drawing
import Foundation
import GestureFlowAPI
import Supervisor

/// `/v1/frame.png` and `/v1/frame.jpg`: the last frame with the hands' skeletons. They are for aiming the camera.
/// `?width=320` makes the image smaller. The page shows JPEG, because it has a tenth of the bytes.
enum FrameImage {
  /// The paths of the image.
  static let paths: Set<String> = ["/v1/frame.png", "/v1/frame.jpg"]
  /// Quality of the JPEG, 1...100. A frame of 320 x 240 pixels then has less than 10 kB.
  private static let quality = 60

  static func response(_ request: Request, box: Box) throws(Problem) -> Response {
    // Pages add an arbitrary 't', so that the image is never cached.
    try request.allow(["width", "t"])
    let width = request.query["width"] == nil ? nil : try request.number("width", 64...4096, 4096)
    guard let pipeline = box.pipeline else { throw .busy("the tracker does not run, so there is no frame: see gfctl doctor") }
    let snapshot = pipeline.snapshot
    guard let frame = snapshot.lastFrame else { throw .busy("the camera has not delivered a frame yet: try again later") }
    let shrink = width.map { max(1, frame.width / $0) } ?? 1
    var canvas = Canvas(frame)
    for hand in snapshot.landmarks { canvas.draw(hand.landmarks, hand.handedness == .left ? .left : .right) }
    if shrink > 1 { canvas = canvas.shrunk(by: shrink) }
    let isJPEG = request.path.hasSuffix(".jpg")
    guard let data = isJPEG ? canvas.jpeg(quality: quality) : canvas.png() else { throw .failed("the frame cannot be encoded") }
    return .whole(status: .ok, type: isJPEG ? "image/jpeg" : "image/png", body: data)
  }
}
