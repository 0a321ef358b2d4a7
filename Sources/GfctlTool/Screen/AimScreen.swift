import Foundation
import GestureFlowAPI

/// The view for aiming the camera. It has hands in the frame's outline, figures, and one line of advice. It is a pure
/// function of its data.
package struct AimScreen: TerminalScreen {
  /// Rows of the smallest drawing.
  private static let leastRows = 4
  /// Width / height of frames of an unknown size.
  private static let usualAspect = 4.0 / 3

  private let status: Status
  private let colour: Bool

  /// - Parameter colour: whether lines have control sequences of colours.
  package init(status: Status, colour: Bool) { (self.status, self.colour) = (status, colour) }

  /// Returns lines that fill the terminal, none wider than it. On a small one the advice comes first.
  package func lines(columns: Int, rows: Int) -> [String] {
    let width = max(columns, 1)
    let shade: Terminal.Colour = Self.isGood(status) ? .brightGreen : .yellow
    let advice = StatusScreen.folded(Self.advice(status), width, lines: 2).map { PaintedLine($0, shade) }
    let texts: [PaintedLine] = advice + Self.figures(status).map { PaintedLine($0, .green) } + [PaintedLine("q ends", .dim)]
    let room = rows - texts.count
    let drawn = room >= Self.leastRows ? frame(width, room) : []
    let rest = [PaintedLine](repeating: PaintedLine(), count: max(0, room - drawn.count))
    return (drawn + texts + rest).prefix(max(rows, 0)).map { $0.text(width: width, colour: colour) }
  }

  /// Returns the figures and the advice, the advice on the last line.
  package static func text(_ s: Status) -> String { (figures(s) + [advice(s)]).joined(separator: "\n") }

  /// Returns whether the camera sees hands well.
  package static func isGood(_ s: Status) -> Bool { s.framing?.isGood == true }

  /// Returns the advice as `problem: remedy`, or that all is well.
  private static func advice(_ s: Status) -> String {
    s.framing.map { Terminal.plain($0.advice) } ?? "the box is of a version without advice: update it with gfctl update"
  }

  /// Returns a line about the light, and one for each hand.
  private static func figures(_ s: Status) -> [String] {
    let hands = s.tracker.hands.prefix(4).map(hand)
    return ["light: \(light(s.camera) ?? "no frame")"] + (hands.isEmpty ? ["no hand"] : hands)
  }

  /// Returns the figures of the newest frame; nil without a frame.
  static func light(_ camera: CameraStatus) -> String? {
    guard let light = camera.light else { return nil }
    let contrast = camera.contrast.map { ", contrast \(StatusScreen.format(Meter.shown($0), 2))" } ?? ""
    let sharpness = camera.sharpness.map { ", sharpness \(StatusScreen.format(Meter.shown($0), 2))" } ?? ""
    return "\(percent(light)) brightness\(contrast)\(sharpness)"
  }

  /// Returns a hand's size, its distance, and the edge that cuts it.
  static func hand(_ hand: HandStatus) -> String {
    let figures = [
      hand.size.map { "palm \(percent($0)) of the frame's height" },
      hand.distanceMetres.map { "about \(StatusScreen.format(Meter.shown($0), 1)) m away" },
      hand.cutAt.map { "cut at the \(Terminal.plain($0))" },
    ]
    let known = figures.compactMap { $0 }
    return "\(Terminal.plain(hand.handedness)) hand: " + (known.isEmpty ? "not measured" : known.joined(separator: ", "))
  }

  private static func percent(_ share: Double) -> String { "\(StatusScreen.format(Meter.shown(share * 100), 0)) %" }

  /// Returns the frame's outline with the skeletons, as the player sees them.
  private func frame(_ width: Int, _ rows: Int) -> [PaintedLine] {
    // Dots are about as high as wide, and a character has two by four of them.
    let columns = min(Double(width), (2 * Double(rows) * aspect).rounded())
    let height = min(Double(rows), (columns / (2 * aspect)).rounded())
    var canvas = Braille(columns: max(Int(columns), 1), rows: max(Int(height), 1))
    let far = SIMD2(Double(canvas.width - 1), Double(canvas.height - 1))
    let corners: [SIMD2<Double>] = [SIMD2(0, 0), SIMD2(far.x, 0), far, SIMD2(0, far.y)]
    for (index, corner) in corners.enumerated() { canvas.line(corner, corners[(index + 1) % corners.count]) }
    for hand in status.tracker.hands { canvas.skeleton(hand.points ?? []) }
    return (0..<canvas.rows).map { PaintedLine(canvas.row($0), .brightGreen) }
  }

  /// Width / height of the frame, 0.5...4.
  private var aspect: Double {
    guard let width = status.camera.width, let height = status.camera.height, width > 0, height > 0 else { return Self.usualAspect }
    return min(max(Double(width) / Double(height), 0.5), 4)
  }
}
