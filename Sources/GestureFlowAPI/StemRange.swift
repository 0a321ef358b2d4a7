/// Allowed values of a stem set and its channels. Every check and every display of such a value uses the ranges here.
public enum StemRange {
  /// Channels of a set.
  public static let channels = 1...4
  /// Quarters of a channel's length, the unit of loop regions.
  public static let quarters = 0...4
  /// Tempo in quarters a minute.
  public static let tempi = 20.0...400.0
  /// Volume of a channel.
  public static let volumes = 0.0...1.0
  /// Pitch of a channel in cents.
  public static let cents = -200.0...200.0

  static let loopForm = "CHANNEL START END or CHANNEL off: a channel from 1 to 4, quarters from 0 to 4, the start before the end"
  static let volumeForm = "CHANNEL VOLUME: a channel from 1 to 4, a volume from 0 to 1 (share of full volume)"
  static let pitchForm = "CHANNEL CENTS: a channel from 1 to 4, a pitch from -200 to 200 (cents)"
}
