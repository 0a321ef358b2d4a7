import Foundation
import GestureFlowAPI
import Supervisor

/// `/v1/frame.png`: the last picture with the hands' skeletons drawn, for aiming the camera. `?width=320` makes it smaller.
enum FramePicture {
  static func response(_ request: Request, box: Box) throws(Problem) -> Response {
    var shrink = 1
    for name in request.query.keys.sorted() where name != "width" && name != "t" {
      throw .badField(name, "there is no parameter '\(name)'; there is 'width'")
    }
    guard let performance = box.performance else { throw .busy("the tracker does not run, so there is no picture") }
    let snapshot = performance.snapshot
    guard let frame = snapshot.lastFrame else { throw .busy("no picture has come from the camera yet") }
    if let text = request.query["width"] {
      guard let width = Int(text), (64...4096).contains(width) else { throw .badField("width", "'width' takes 64 to 4096 pixels") }
      shrink = max(1, frame.width / width)
    }
    var canvas = Canvas(frame)
    for hand in snapshot.landmarks { canvas.draw(hand.landmarks, hand.handedness == .left ? .left : .right) }
    if shrink > 1 { canvas = canvas.shrunk(by: shrink) }
    guard let data = canvas.png() else { throw .failed("the picture cannot be encoded") }
    return .whole(status: .ok, type: "image/png", body: data)
  }
}
