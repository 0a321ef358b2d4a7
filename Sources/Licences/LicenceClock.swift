/// The time for licences, which never runs back. A Pi has no clock of its own: after a night without power it may stand in 1970, or where somebody has put it.
///
/// `now` is the later one of the clock and of the newest time that was seen. While the box runs, what was seen goes on with the kernel's monotonic clock, so that a clock that is held still stops nothing.
/// A clock that is ahead counts at once, but is kept only when it has been so for ten minutes: one that stands in 2099 until the network corrects it must not end an honest owner's licence for good.
public struct LicenceClock: Sendable, Equatable {
  /// Seconds for which a clock must be ahead before it is kept.
  public static let trial = 600.0

  /// The newest time that was seen, in seconds since 1970; 0 if none.
  public private(set) var newest: Int64
  /// What was added to `newest` and is less than a second.
  private var fraction = 0.0
  private var lastUptime: Double?
  /// Since when the clock has been ahead.
  private var aheadSince: Double?

  /// - Parameter newest: as it was kept.
  public init(newest: Int64 = 0) { self.newest = max(0, newest) }

  /// - Parameters:
  ///   - clock: seconds since 1970, as the machine has it. - uptime: seconds of a clock that nobody can set.
  /// - Returns: the time for licences.
  public mutating func look(clock: Int64, uptime: Double) -> Int64 {
    if let lastUptime, newest > 0 {
      let passed = max(0, uptime - lastUptime) + fraction
      newest += Int64(passed)
      fraction = passed - passed.rounded(.down)
    }
    lastUptime = uptime
    guard clock > newest else {
      aheadSince = nil
      return newest
    }
    let since = aheadSince ?? uptime
    aheadSince = since
    if uptime - since >= Self.trial { (newest, aheadSince, fraction) = (clock, nil, 0) }
    return clock
  }

  /// A licence counts, so it is at least this late: the maker has seen it.
  public mutating func sawLicence(issued: LicenceDate) { newest = max(newest, issued.seconds) }
}
