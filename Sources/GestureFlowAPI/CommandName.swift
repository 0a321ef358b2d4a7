extension Command {
  /// The words. Which of the other fields each takes is said beside it; a field that it does not take is refused.
  public enum Name: String, Codable, Sendable, CaseIterable {
    case play, pause, toggle
    case next, prev, nextFolder, prevFolder
    /// `number`: seconds from the track's start.
    case seek
    /// `text`: a track's path, as `library list` shows it, or its number in the playlist.
    case select
    /// `text`: player, stems, instrument or stream.
    case mode
    case nextMode
    /// `text`: free or pro.
    case tier
    case toggleTier
    /// `number`: 0...1.
    case volume
    /// `number`: 0.1...2.0.
    case speed
    /// `number`: -2400...2400 cents.
    case pitch
    /// `flag`.
    case autopause
    /// `text`: audio, midi or both.
    case output
    /// `text`: a scale, key, range, waveform or effect of the instrument.
    case scale, key, range, waveform, effect
    /// `text`: a loop region of the stems.
    case loop
    /// Reads all sticks anew.
    case rescan
    /// `text`: path of a file to import.
    case `import`
    /// All notes off.
    case panic
    /// Reads the configuration files again.
    case reload
    /// Switches the box off.
    case shutdown
  }

  /// What a command takes.
  public enum Argument: Sendable, Equatable {
    case none
    /// Allowed range and unit.
    case number(ClosedRange<Double>, unit: String)
    /// Allowed words; any text when there are none.
    case text([String])
    case flag
  }

  /// The argument of each word.
  public static func argument(of name: Name) -> Argument {
    switch name {
    case .seek: .number(0...86_400 * 2, unit: "seconds")
    case .volume: .number(0...1, unit: "share of full volume")
    case .speed: .number(0.1...2, unit: "times the original speed")
    case .pitch: .number(-2400...2400, unit: "cents")
    case .mode: .text(Mode.allCases.map(\.rawValue))
    case .tier: .text(Tier.allCases.map(\.rawValue))
    case .output: .text(Output.allCases.map(\.rawValue))
    case .select, .scale, .key, .range, .waveform, .effect, .loop, .import: .text([])
    case .autopause: .flag
    case .play, .pause, .toggle, .next, .prev, .nextFolder, .prevFolder, .nextMode, .toggleTier, .rescan, .panic, .reload, .shutdown: .none
    }
  }
}
