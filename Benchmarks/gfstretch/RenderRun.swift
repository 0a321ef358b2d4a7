import Foundation
import Stretch

/// Stretches a sound file by a script.
enum RenderRun {
  static func run(_ input: String, _ output: String, script: String) throws {
    let stem = Stem(try WAV.read(input))
    var out: [Float] = []
    var isFirst = true
    for line in try String(contentsOfFile: script, encoding: .utf8).split(separator: "\n") {
      let values = line.split(separator: " ").compactMap { Double($0) }
      guard values.count == 2 else { throw Trouble("\(script): a line is a speed and semitones, not \"\(line)\"") }
      if isFirst { stem.jump(to: 0, speed: values[0], semitones: values[1]) }
      isFirst = false
      stem.render(speed: values[0], semitones: values[1])
      for i in 0..<Material.block {
        out.append(stem.block.left[i])
        out.append(stem.block.right[i])
      }
    }
    try WAV.write(out, output)
  }
}

struct Trouble: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
