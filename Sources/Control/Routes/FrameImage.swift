import Drawing
import Foundation
import GestureFlowAPI
import Supervisor

/// `/v1/frame.png`: the last frame with the hands' skeletons, for aiming the camera. `?width=320` makes it smaller.
enum FrameImage {
  static func response(_ request: Request, box: Box) throws(Problem) -> Response {
    // Pages add an arbitrary 't', so that the image is never cached.
    try request.allow(["width", "t"])
    let width = request.query["width"] == nil ? nil : try request.number("width", 64...4096, 4096)
    guard let performance = box.performance else { throw .busy("the tracker does not run, so there is no frame: see gfctl doctor") }
    let snapshot = performance.snapshot
    guard let frame = snapshot.lastFrame else { throw .busy("the camera has not delivered a frame yet: try again later") }
    let shrink = width.map { max(1, frame.width / $0) } ?? 1
    var canvas = Canvas(frame)
    for hand in snapshot.landmarks { canvas.draw(hand.landmarks, hand.handedness == .left ? .left : .right) }
    if shrink > 1 { canvas = canvas.shrunk(by: shrink) }
    guard let data = canvas.png() else { throw .failed("the frame cannot be encoded") }
    return .whole(status: .ok, type: "image/png", body: data)
  }
}
