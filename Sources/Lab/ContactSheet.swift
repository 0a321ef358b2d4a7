import Drawing
import Foundation
import Gestures
import Notes
import Perception

/// A sheet of frames of a run, three in a row.
/// Each frame has its skeletons drawn in and the control values below. In instrument mode it has the zones of
/// the notes, and below it the notes that sound.
public struct ContactSheet {
  private let path: String
  private let times: [Double]
  private let layout: NoteLayout
  private var tiles: [Canvas] = []

  /// Creates an empty sheet.
  /// - Parameters:
  ///   - times: seconds after the start at which a frame is added.
  ///   - layout: the layout of the notes of instrument mode.
  public init(_ path: String, times: [Double], layout: NoteLayout = NoteLayout()) {
    self.path = path
    self.times = times.sorted()
    self.layout = layout
  }

  /// Adds a frame if its time has come.
  public mutating func update(_ pipeline: HandsPipeline, at seconds: Double) {
    guard tiles.count < times.count, seconds >= times[tiles.count] else { return }
    let now = pipeline.snapshot
    guard let frame = now.lastFrame else { return }
    var canvas = Canvas(frame)
    for hand in now.landmarks { canvas.draw(hand.landmarks, hand.handedness == .left ? .left : .right) }
    var small = canvas.shrunk(toWidth: canvas.width / 2)
    let notes = now.control.instrument
    if let notes { small.draw(layout, notes) }
    var tile = Canvas(width: small.width, height: small.height + 44)
    tile.paste(small, x: 0, y: 0)
    let (first, second) =
      notes.map { (layout.words($0), "") } ?? now.control.stems.map(Self.words) ?? now.control.stream.map(Self.words)
      ?? Self.words(now.control.player ?? PlayerControl())
    tile.write(String(format: "%4.1fs  ", seconds) + first, x: 6, y: small.height + 6, dot: 2)
    let hands = now.hands.map { "\($0.handedness) \($0.fingers)" }.joined(separator: "  ")
    tile.write(second + "  " + (hands.isEmpty ? "no hand" : hands), x: 6, y: small.height + 24, dot: 2)
    tiles.append(tile)
  }

  /// Returns the two lines below a frame. A star marks a value that a hand holds.
  private static func words(_ c: PlayerControl) -> (String, String) {
    (
      String(format: "speed %.2f%@ pitch %+.0f%@", c.speed, star(c.speedGrip != nil), c.pitchCents, star(c.pitchGrip != nil)),
      String(format: "volume %.2f%@", c.volume, star(c.volumeHeld))
    )
  }

  private static func words(_ c: StemsControl) -> (String, String) {
    let doing =
      if let region = c.region { "loop \(region.start)-\(region.end)" } else if let channel = c.selecting {
        String(format: "selects %d %.0f%%", channel + 1, 100 * c.selectProgress)
      } else { "" }
    guard let channel = c.selected else { return ("no channel", doing) }
    return (
      String(
        format: "channel %d vol %.2f%@ %+.0f%@", channel + 1, c.volumes[channel], star(c.grip == .level), c.pitchCents[channel],
        star(c.grip == .roll)), doing
    )
  }

  private static func words(_ c: StreamControl) -> (String, String) {
    (
      String(format: "volume %.2f%@ pitch %+.0f%@", c.volume, star(c.volumeHeld), c.pitchCents, star(c.pitchGrip != nil)),
      c.asksForSpeed ? "requests speed" : ""
    )
  }

  private static func star(_ isHeld: Bool) -> String { isHeld ? "*" : " " }

  /// Writes the sheet as a PNG file.
  /// - Throws: `FileError` when the file cannot be written.
  public func write() throws {
    guard let first = tiles.first else { return }
    let rows = (tiles.count + 2) / 3
    var sheet = Canvas(width: (first.width + 8) * 3 + 8, height: (first.height + 8) * rows + 8)
    for (i, tile) in tiles.enumerated() {
      sheet.paste(tile, x: 8 + (i % 3) * (first.width + 8), y: 8 + (i / 3) * (first.height + 8))
    }
    try sheet.writePNG(path)
  }
}
