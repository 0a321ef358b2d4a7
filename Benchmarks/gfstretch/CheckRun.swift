import Foundation
import Stretch

/// A minute of sweeps with four equal stems.
enum CheckRun {
  static func run() {
    let sound = Material.stem(2, seconds: 130)
    let stems = (0..<4).map { _ in Stem(sound) }
    for stem in stems { stem.jump(to: 0, speed: 1, semitones: 0) }
    var different = 0
    var expected: Int64 = 0
    for block in 0..<60 * Material.rate / Material.block {
      let t = Double(block * Material.block) / Double(Material.rate)
      let speed = 1.05 + 0.95 * sin(3 * t)
      for stem in stems {
        stem.render(speed: speed, semitones: 12 * sin(2 * t))
        if !stem.block.equals(stems[0].block) { different += 1 }
      }
      expected += Int64((speed * 4_294_967_296).rounded()) * Int64(Material.block)
    }
    print("blocks that differ between equal stems \(different), position off by \(stems[3].position - expected)")
  }
}
