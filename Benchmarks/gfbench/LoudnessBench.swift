import Lab

/// How loud the modes and the factory's sounds are.
enum LoudnessBench {
  /// - Parameters:
  ///   - sounds: folder of the factory's sounds.
  ///   - score: file of the piece that hands play.
  static func run(sounds: String, score: String) throws {
    func row(_ figure: LoudnessRun.Figure) -> [String: Double] {
      ["level": figure.level, "peak": figure.peak, "unlimited": figure.unlimited]
    }
    let heard: [[String: Any]] = LoudnessRun.sounds(in: sounds).map {
      ["name": $0.name, "melody": row($0.melody), "chords": row($0.chords)]
    }
    let modes: [[String: Any]] = try LoudnessRun.modes(WrittenPiece(file: score), sounds: sounds).map {
      ["name": $0.name, "level": $0.figure.level, "peak": $0.figure.peak, "unlimited": $0.figure.unlimited]
    }
    try TrackBench.show(["sounds": heard, "modes": modes])
  }
}
