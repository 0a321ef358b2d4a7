import Camera
import Foundation
import GestureFlowAPI
import Hands
import Modes

/// Place of a hand before the camera. It has the size, the distance and the edge that cuts the hand.
package struct HandPlace: Sendable, Equatable {
  /// Edges of the frame, as the player sees them.
  package enum Edge: String, Sendable, CaseIterable { case top, bottom, left, right }

  /// Length of an adult's palm in metres. It goes from the wrist to the knuckle of the middle finger. The third
  /// metacarpal measures about 65 mm, the carpus about 35 mm.
  package static let palm = 0.1
  /// Least size. The landmarks of a hand below it lie on one point.
  private static let least = 0.001
  /// Width of the edges in which a landmark counts as cut. It is a share of the frame.
  private static let margin: Float = 0.01

  /// Length of the palm as a share of the frame's height. It is 0.001 or more.
  package let size: Double
  /// Estimated distance from the camera in metres. A child's hand and a tilted one seem farther away.
  package let distance: Double
  /// The edge that cuts the hand, or most of it. Nil for a whole hand.
  package let cutAt: Edge?

  /// Measures a hand. Nil for landmarks that are not finite or lie on one point, and for a frame without an area.
  /// - Parameters:
  ///   - landmarks: in frame units, as the player sees them.
  ///   - aspect: width / height of the frame.
  ///   - fieldOfView: of the camera, horizontal, in degrees, more than 0 and less than 180.
  package init?(_ landmarks: Landmarks, aspect: Float, fieldOfView: Double) {
    let box = landmarks.box
    let size = Double(landmarks.size(aspect: aspect))
    guard aspect > 0, size.isFinite, size >= Self.least, [aspect, box.minX, box.minY, box.maxX, box.maxY].allSatisfy(\.isFinite)
    else { return nil }
    self.size = size
    // The pinhole model (Hartley, Zisserman, Multiple View Geometry, 6.1): a length L at the distance Z measures
    // f L / Z in the frame. A frame of the width w has f = w / (2 tan(fieldOfView / 2)). Here w is the aspect,
    // because sizes are in frame heights.
    let focal = Double(aspect) / (2 * tan(fieldOfView * .pi / 360))
    distance = focal * Self.palm / size
    // How far the hand reaches beyond each edge, in frame heights.
    let beyond: [(edge: Edge, by: Float)] = [
      (.top, Self.margin - box.minY), (.bottom, box.maxY - 1 + Self.margin), (.left, (Self.margin - box.minX) * aspect),
      (.right, (box.maxX - 1 + Self.margin) * aspect),
    ]
    cutAt = beyond.filter { $0.by > 0 }.max { $0.by < $1.by }?.edge
  }
}

/// The table of advice for the person before the camera.
///
/// Status, `gfctl aim`, `gfctl doctor` and the hands LED use it.
package enum Advice: String, Sendable, CaseIterable {
  case good, noFrames
  // These have the names of the verdicts on a frame.
  case tooDark, tooBright, backlit, covered, blurred
  case noHand, tooNear, cutTop, cutBottom, cutLeft, cutRight, tooFar

  /// Sizes of hands that can play. An open hand is about twice as high as its palm: a seventh of the frame's height
  /// at the lower bound, four fifths at the upper one. About a tenth of the hands is lost at the lower bound
  /// (docs/design/signals.md).
  package static let sizes = 0.07...0.4
  /// Least size of hands that are too near because both are cut.
  private static let leastNear = 0.1

  /// Chooses the advice. Light comes before hands, because without it no hand is found.
  /// - Parameters:
  ///   - frame: verdict on the newest frame; nil without frames.
  ///   - hands: the hands in it.
  package init(_ frame: FrameQuality.Verdict?, _ hands: [HandPlace]) {
    switch frame {
    case nil: self = .noFrames
    case .good?: self = Self.onHands(hands)
    case .tooDark?: self = .tooDark
    case .tooBright?: self = .tooBright
    case .backlit?: self = .backlit
    case .covered?: self = .covered
    case .blurred?: self = .blurred
    }
  }

  private static func onHands(_ hands: [HandPlace]) -> Advice {
    guard let largest = hands.map(\.size).max() else { return .noHand }
    // A small hand beside a large one belongs to a listener.
    let edges = Set(hands.filter { $0.size >= largest / 2 }.compactMap(\.cutAt))
    // Two large hands reach beyond opposite edges: the player is too near for both.
    let isSplit = edges.isSuperset(of: [.left, .right]) || edges.isSuperset(of: [.top, .bottom])
    if largest > sizes.upperBound || largest >= leastNear && isSplit { return .tooNear }
    switch HandPlace.Edge.allCases.first(where: { edges.contains($0) }) {
    case .top?: return .cutTop
    case .bottom?: return .cutBottom
    case .left?: return .cutLeft
    case .right?: return .cutRight
    case nil: return largest < sizes.lowerBound ? .tooFar : .good
    }
  }

  /// Problem and remedy; nil if hands can be seen well.
  package var failure: Failure? {
    switch self {
    case .good: nil
    case .noFrames: Failure("the box sees no frames of the camera", remedy: "run gfctl doctor")
    case .tooDark: Signal.tooDark.row.problem
    case .tooBright: Signal.tooBright.row.problem
    case .backlit: Signal.backlit.row.problem
    case .covered: Signal.covered.row.problem
    case .blurred: Signal.blurred.row.problem
    case .noHand: Failure("no hand is in view", remedy: "hold up an open hand before the camera")
    case .tooNear: Failure("a hand is too large", remedy: "step back from the camera")
    case .tooFar: Failure("the hand is too small", remedy: "come nearer to the camera")
    case .cutTop: Failure("a hand is cut at the top", remedy: "lower it, or tilt the camera up")
    case .cutBottom: Failure("a hand is cut at the bottom", remedy: "raise it, or tilt the camera down")
    case .cutLeft: Failure("a hand is cut at the left", remedy: "move to the right, or turn the camera to that hand")
    case .cutRight: Failure("a hand is cut at the right", remedy: "move to the left, or turn the camera to that hand")
    }
  }

  /// Whether it is about the place of a hand that is seen.
  package var isOnPlace: Bool {
    switch self {
    case .tooNear, .tooFar, .cutTop, .cutBottom, .cutLeft, .cutRight: true
    case .good, .noFrames, .noHand, .tooDark, .tooBright, .backlit, .covered, .blurred: false
    }
  }

  /// The advice as the status shows it.
  package var status: FramingStatus {
    FramingStatus(verdict: rawValue, advice: failure?.description ?? "the camera sees your hands well")
  }
}

/// Decides when the place of a hand is worth a light. That is when it is bad for 3 s, until it is good for 5 s. Pure.
package struct PlaceWatch: Sendable {
  /// Seconds after which a bad place counts. The second figure is the seconds after which a good place ends it.
  package static let patience = (bad: 3.0, good: 5.0)
  /// Whether a bad place counts.
  package private(set) var isBad = false
  /// Time since which the place differs from `isBad`. Nil while it does not.
  private var since: Double?

  /// Makes the state before any hand.
  package init() {}

  /// Processes the place of the hands now.
  /// - Parameters:
  ///   - bad: whether it is bad while no hand holds anything; nil without a hand in view.
  ///   - now: seconds of `Clock`.
  /// - Returns: the event, if the place that counts has changed. A hand that leaves causes none.
  package mutating func see(_ bad: Bool?, at now: Double) -> Signal? {
    guard (bad ?? false) != isBad else {
      since = nil
      return nil
    }
    let begun = since ?? now
    since = begun
    guard now - begun >= (isBad ? Self.patience.good : Self.patience.bad) else { return nil }
    (isBad, since) = (!isBad, nil)
    return isBad ? .misplaced : bad == nil ? nil : .wellPlaced
  }
}
