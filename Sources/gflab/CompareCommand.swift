import ArgumentParser
import Foundation
import Lab

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "compare", abstract: "Compares a hands file with a reference.")

  @Argument(help: "A file of gflab track.") var hands: String
  @Argument(help: "The reference, or a file of truth.") var reference: String
  @Option(help: "Width / height of the film, if neither file has it.") var aspect = 16.0 / 9
  @Flag(help: "The reference's Left and Right are those of MediaPipe on an unmirrored film: swap them.")
  var swapReference = false
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    var theirs = try HandsFile.read(reference)
    if swapReference {
      for i in theirs.indices {
        for j in theirs[i].hands.indices {
          theirs[i].hands[j].handedness = theirs[i].hands[j].handedness == "Left" ? "Right" : "Left"
        }
      }
    }
    let c = HandsComparison.compare(ours: try HandsFile.read(hands), reference: theirs, aspect: Float(aspect))
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      print(String(decoding: try encoder.encode(c), as: UTF8.self))
      return
    }
    func percent(_ x: Double) -> String { format(x * 100, 1) + " %" }
    print(
      """
      frames            \(c.frames)\(c.unequalFrames > 0 ? ", of which only one of the two has \(c.unequalFrames)" : "")
      with a hand       \(c.ourFrames) here, \(c.referenceFrames) in the reference
      coverage          \(percent(c.coverage)) of the reference's frames
      agreement         \(percent(c.within2)) / \(percent(c.within5)) / \(percent(c.within10)) of points within 2 / 5 / 10 % of hand size
      without partner   \(c.extra) hands here, \(c.missed) of the reference (they count against the agreement)
      same handedness   \(c.sameHandedness) of \(c.pairs)
      duplicates        \(c.duplicates) (reference \(c.referenceDuplicates))
      identity swaps    \(c.swaps)
      handedness flips  \(c.flips) (reference \(c.referenceFlips))
      """)
  }
}
