import Hands

/// Drawings of gestures with the performer's hands, as SVG.
/// The hands of the modes come from its scripts, as the player sees them. All numbers are whole, so the drawing
/// is the same on every machine.
public enum GesturePicture {
  /// The content of `docs/stems-hands.svg`.
  public static var stems: String { drawing(stemPanels, label: "The gestures of mode stems") }
  /// The content of `docs/stream-hands.svg`.
  public static var stream: String { drawing(streamPanels, label: "The gestures of mode stream") }

  /// The content of `docs/intent-hands.svg`.
  public static var intent: String { drawing(intentPanels, label: "hands that may begin, and hands that may not") }

  private static func drawing(_ panels: [Panel], label: String) -> String {
    let tiles = panels.enumerated().map { i, panel in
      let x = gap + (i % columns) * (width + gap)
      let y = gap + (i / columns) * (height + captions + gap)
      return "<g transform=\"translate(\(x) \(y))\">\n\(panel.svg)</g>\n"
    }
    let rows = (panels.count + columns - 1) / columns
    let (w, h) = (gap + columns * (width + gap), gap + rows * (height + captions + gap))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(w / 3)" height="\(h / 3)" viewBox="0 0 \(w) \(h)" role="img" aria-label="\(label)">
      <style>
      .back { fill: #07120c } .flesh { stroke: #1c6b43; stroke-width: 46 } .palm { fill: #1c6b43; stroke: #1c6b43; stroke-width: 40 }
      .bone { stroke: #7dffb0; stroke-width: 9 } .was { opacity: 0.35 } .way { stroke: #ffb347; stroke-width: 14 } .tip { fill: #ffb347 }
      .line { stroke: #37d6ff; stroke-width: 5; stroke-dasharray: 18 14 } .part { fill: #37d6ff; opacity: 0.18 }
      path, line { fill: none; stroke-linecap: round; stroke-linejoin: round } text { font: 40px monospace; fill: #7dffb0 } .head { fill: #37d6ff; font-weight: bold }
      </style>
      <rect class="back" width="\(w)" height="\(h)"/>
      \(tiles.joined())</svg>

      """
  }

  fileprivate static let (width, height) = (800, 600)
  private static let (captions, gap, columns) = (150, 36, 3)

  /// One gesture.
  fileprivate struct Panel {
    var head: String
    var words: [String]
    /// The hands before, drawn pale; empty without motion.
    var before: [PosedHand] = []
    var hands: [PosedHand]
    /// The joint whose motion is drawn as an arrow.
    var way: Joint?
    /// The quarters that are marked.
    var part: ClosedRange<Int>?
  }

  private static var stemPanels: [Panel] {
    [
      Panel(head: "select", words: ["left hand: 1 to 4 fingers,", "held for a second"], hands: hands("stemselect", 0, 0.9)),
      Panel(
        head: "volume", words: ["right hand open,", "lifted or lowered"], before: hands("stemlevel", 1, 0), hands: hands("stemlevel", 1, 1),
        way: .wrist),
      Panel(
        head: "pitch", words: ["right hand open,", "rolled at the wrist"], before: hands("stemroll", 1, 0), hands: hands("stemroll", 1, 1),
        way: .middleTip),
      Panel(
        head: "let go, go on", words: ["close, go back, open:", "the value stays"], before: hands("stemratchet", 1, 1),
        hands: hands("stemratchet", 2, -0.7), way: .wrist),
      Panel(
        head: "loop", words: ["both index fingers: its ends,", "in quarters of the channel"], hands: hands("stemtimeline", 1, 1),
        part: 0...2),
      Panel(head: "mute", words: ["thumb up for 0.8 s;", "twice in 2 s: heard alone"], hands: hands("stemmute", 1, 0.7)),
    ]
  }

  private static var streamPanels: [Panel] {
    [
      Panel(
        head: "volume", words: ["one open hand, either one,", "lifted or lowered"], before: hands("streamheight", 2, 0),
        hands: hands("streamheight", 2, 0.6), way: .wrist),
      Panel(
        head: "volume", words: ["both hands open,", "apart or together"], before: hands("streamdistance", 2, 0),
        hands: hands("streamdistance", 2, 1), way: .wrist),
      Panel(head: "next", words: ["peace sign,", "held for 0.8 s"], hands: hands("streampeace", 1, 0.7)),
      Panel(
        head: "pause", words: ["no hand for a second;", "hands again: it plays on"], before: hands("stream", 4, 0),
        hands: hands("stream", 4, 0.06),
        way: .wrist),
      Panel(
        head: "pitch (pipes)", words: ["right hand's pinch,", "lifted, lowered or spread"], before: hands("streampitch", 1, 0.35),
        hands: hands("streampitch", 1, 0.72), way: .wrist),
      Panel(
        head: "speed: refused", words: ["left hand's pinch: the LED", "flashes, two low tones"], before: hands("streamspeed", 1, 0),
        hands: hands("streamspeed", 1, 0.5)),
    ]
  }

  private static var intentPanels: [Panel] {
    func hand(_ pose: HandPose, y: Float = 0.72, roll: Float = 0) -> PosedHand {
      PosedHand(.right, pose, wrist: SIMD2(0.62, y), size: 0.26, roll: roll)
    }
    let closed = HandPose.pinching(aperture: 0.1)
    return [
      Panel(head: "may begin", words: ["upright, at rest,", "in the upper part"], hands: [hand(.open)]),
      Panel(head: "may not: leans", words: ["more than 60 degrees", "from upright"], hands: [hand(.open, y: 0.5, roll: 80)]),
      Panel(head: "may not: hangs", words: ["nor a hand in a lap", "or on a table"], hands: [hand(.open, y: 0.35, roll: 175)]),
      Panel(
        head: "a pinch, made in view", words: ["open first,", "then closed"], before: [hand(.pinching(aperture: 0.9))],
        hands: [hand(closed)],
        way: .indexTip),
      Panel(
        head: "lowered: taken back", words: ["the value from before", "it began to leave"], before: [hand(closed, y: 0.62)],
        hands: [hand(closed, y: 0.98)], way: .wrist),
      Panel(
        head: "both fists, a second", words: ["hands mean nothing,", "until the same again"],
        hands: [
          PosedHand(.right, .fist, wrist: SIMD2(0.36, 0.72), size: 0.2), PosedHand(.left, .fist, wrist: SIMD2(0.97, 0.72), size: 0.2),
        ]),
    ]
  }

  /// Returns the hands of a script during one of its requests.
  /// - Parameter share: fraction of the time from the start of the request to its end; below 0 seconds before
  ///   it.
  private static func hands(_ name: String, _ ask: Int, _ share: Double) -> [PosedHand] {
    let asks = StemScripts.asks(in: name).map { ($0.from, $0.to) } + StreamScripts.asks(in: name).map { ($0.from, $0.to) }
    let (from, to) = asks[ask]
    let time = share < 0 ? from + share : from + (to - from) * share
    return Scripts.named(name)!.moment(at: time).hands.filter { $0.visibleShare(aspect: 4.0 / 3) > 0.5 }
  }
}

extension GesturePicture.Panel {
  fileprivate var svg: String {
    var text = "<rect width=\"\(GesturePicture.width)\" height=\"\(GesturePicture.height)\" rx=\"24\" fill=\"#0c1f15\"/>\n"
    if let part { text += quarters(part) }
    if !before.isEmpty { text += "<g class=\"was\">\n\(before.filter { !hands.contains($0) }.map(Self.hand).joined())</g>\n" }
    text += hands.map(Self.hand).joined()
    if let way { text += arrows(way) }
    text += "<text class=\"head\" x=\"4\" y=\"\(GesturePicture.height + 46)\">\(head)</text>\n"
    for (i, line) in words.enumerated() { text += "<text x=\"4\" y=\"\(GesturePicture.height + 92 + 46 * i)\">\(line)</text>\n" }
    return text
  }

  /// Returns the marked quarters. The channel's length is the frame without a tenth at either side.
  private func quarters(_ part: ClosedRange<Int>) -> String {
    func x(_ quarter: Int) -> Int { GesturePicture.width / 10 + GesturePicture.width * quarter / 5 }
    let marked =
      "<rect class=\"part\" x=\"\(x(part.lowerBound))\" width=\"\(x(part.upperBound) - x(part.lowerBound))\" height=\"\(GesturePicture.height)\"/>\n"
    return marked
      + (0...4).map { "<line class=\"line\" x1=\"\(x($0))\" x2=\"\(x($0))\" y1=\"0\" y2=\"\(GesturePicture.height)\"/>\n" }.joined()
  }

  private func arrows(_ joint: Joint) -> String {
    zip(before, hands).filter { $0 != $1 }.map { old, new in
      let (a, b) = (Self.point(old, joint), Self.point(new, joint))
      return
        "<path class=\"way\" d=\"M\(a.x) \(a.y)L\(b.x) \(b.y)\"/>\n<circle class=\"tip\" cx=\"\(b.x)\" cy=\"\(b.y)\" r=\"22\"/>\n"
    }.joined()
  }

  private static let fingers: [[Joint]] = [
    [.wrist, .thumbCMC, .thumbMCP, .thumbIP, .thumbTip], [.indexMCP, .indexPIP, .indexDIP, .indexTip],
    [.middleMCP, .middlePIP, .middleDIP, .middleTip], [.ringMCP, .ringPIP, .ringDIP, .ringTip],
    [.littleMCP, .littlePIP, .littleDIP, .littleTip],
  ]
  private static let palm: [Joint] = [.wrist, .thumbCMC, .indexMCP, .middleMCP, .ringMCP, .littleMCP]

  private static func hand(_ hand: PosedHand) -> String {
    func line(_ joints: [Joint]) -> String {
      joints.enumerated().map { i, joint in
        let p = point(hand, joint)
        return "\(i == 0 ? "M" : "L")\(p.x) \(p.y)"
      }.joined()
    }
    let bones = fingers.map(line).joined()
    return
      "<path class=\"palm\" d=\"\(line(palm))Z\"/>\n<path class=\"flesh\" d=\"\(bones)\"/>\n<path class=\"bone\" d=\"\(line(palm))Z\(bones)\"/>\n"
  }

  /// Returns a joint in the panel, as the player sees it.
  private static func point(_ hand: PosedHand, _ joint: Joint) -> (x: Int, y: Int) {
    let p = hand.landmarks(aspect: 4.0 / 3).mirrored[joint]
    return (Int((p.x * Float(GesturePicture.width)).rounded()), Int((p.y * Float(GesturePicture.height)).rounded()))
  }
}
