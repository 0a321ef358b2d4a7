import Foundation
import GestureFlowAPI
import Hands

extension HandsLine {
  /// Why gestures cannot use the line; nil for a good line. `handFrame` leaves incomplete hands out, and gestures
  /// would then take them for gone.
  package var complaint: String? {
    guard let t else { return "the time (t) is missing: add it, because gestures need time" }
    guard abs(t) <= Self.latest else { return "its time (t), \(t) s, is not a valid time" }
    if let aspect, !(0.01...100).contains(aspect) {
      return "its aspect, width / height of the frame, is \(aspect) and must lie between 0.01 and 100"
    }
    for (index, hand) in hands.enumerated() {
      let name = "hand \(index + 1)"
      if hand.handedness != "Left", hand.handedness != "Right" {
        return "\(name) is '\(cleaned(hand.handedness, limit: 20))', and must be 'Left' or 'Right'"
      }
      if !Self.areWhole(hand.landmarks) { return "\(name) has not \(Landmarks.count) landmarks of x, y and z" }
      if let world = hand.world, !Self.areWhole(world) { return "\(name) has not \(Landmarks.count) points in space (world) of x, y and z" }
      if let id = hand.id, hands[..<index].contains(where: { $0.id == id }) { return "\(name) has the identity of another hand, \(id)" }
    }
    return nil
  }

  /// The line with an identity for every hand. A hand without identity counts as the one hand of its side: 1 is left,
  /// 2 is right. The order in the line, which `handFrame` uses, would change a hand's identity when the other hand
  /// comes or goes.
  package var identified: HandsLine {
    var line = self
    for i in hands.indices where hands[i].id == nil {
      let taken = Set(line.hands.compactMap(\.id))
      let own = hands[i].handedness == "Left" ? 1 : 2
      line.hands[i].id = taken.contains(own) ? (3...).first { !taken.contains($0) } : own
    }
    return line
  }

  /// Latest time in seconds, and largest distance of a landmark. The distance is in widths of the frame, or in
  /// metres. A value beyond it is not a hand, and calculations with it give NaN.
  private static let latest = 4e9
  private static let farthest = 1000.0

  private static func areWhole(_ points: [[Double]]) -> Bool {
    isHand(points) && points.allSatisfy { $0.allSatisfy { abs($0) <= farthest } }
  }
}
