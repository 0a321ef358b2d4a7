/// A clock for licences that never runs back.
///
/// A Pi does not have a clock of its own. After a night without power its time may be in 1970, or at any time that a
/// person has set. `now` is the later one of the machine's clock and the newest time seen. While the box runs, the
/// newest time advances with the kernel's monotonic clock, so stopping the machine's clock gains nothing. A clock
/// that is ahead counts at once, but is kept only after ten minutes. Otherwise a clock that stands in 2099 until the
/// network corrects it would end a valid licence forever.
public struct LicenceClock: Sendable, Equatable {
  /// Time that a clock must stay ahead to be kept, in seconds.
  public static let trial = 600.0

  /// The newest time seen, in seconds since 1970; 0 if none.
  public private(set) var newest: Int64
  /// Time added to `newest` beyond whole seconds.
  private var fraction = 0.0
  private var lastUptime: Double?
  /// Uptime since which the clock has been ahead.
  private var aheadSince: Double?

  /// - Parameter newest: the stored newest time.
  public init(newest: Int64 = 0) { self.newest = max(0, newest) }

  /// - Parameters:
  ///   - clock: time of the machine, in seconds since 1970. - uptime: seconds of a clock that cannot be set.
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

  /// Records the issue of a valid licence. The time is at least this late, because the maker signed it then.
  public mutating func sawLicence(issued: LicenceDate) { newest = max(newest, issued.seconds) }
}
