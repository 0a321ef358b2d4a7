import Notes

/// The assignment of sources to channels.
///
/// Shared: all sources use the same channel. Per source: a source gets the lowest free channel at its first stroke.
/// MPE: a source gets the member of the lower zone that has rested longest, because a released note still rings on
/// its channel. A source keeps its channel until it disappears.
struct ChannelPlan: Sendable {
  /// Members of the lower MPE zone: all channels except the manager's.
  static let members = 15
  /// Largest number of sources of both kinds that send notes.
  static let sources = 2 * PlayedNotes.most

  private let first: Int
  private let count: Int
  private let longestRestFirst: Bool
  private var holders: [SourceID?]
  /// Running number of each channel's last release.
  private var rested: [Int]
  private var releases = 0

  init(_ settings: MIDISettings) {
    let channel = min(max(settings.channel, 1), 16) - 1
    longestRestFirst = settings.isMPE
    first = settings.isMPE ? 1 : channel
    count = settings.isMPE ? Self.members : settings.isPerSource ? Self.sources : 1
    holders = Array(repeating: nil, count: count)
    rested = Array(repeating: 0, count: count)
  }

  /// All channels that the plan can assign, 0...15.
  var channels: [UInt8] { (0..<count).map(channel) }

  private func channel(_ place: Int) -> UInt8 { UInt8((first + place) & 15) }

  /// Returns the channel of a source, 0...15.
  mutating func channel(for source: SourceID) -> UInt8 {
    guard count > 1 else { return channel(0) }
    if let place = holders.firstIndex(of: source) { return channel(place) }
    let free = holders.indices.filter { holders[$0] == nil }
    // A channel is always free. Both kinds together have at most eight sources.
    guard let place = longestRestFirst ? free.min(by: { rested[$0] < rested[$1] }) : free.first else { return channel(0) }
    holders[place] = source
    return channel(place)
  }

  /// Releases the channels of a kind's sources that have disappeared.
  mutating func release(_ kind: SourceID.Kind, notIn played: PlayedNotes) {
    for place in holders.indices {
      guard let holder = holders[place], holder.kind == kind, played[holder] == nil else { continue }
      holders[place] = nil
      releases += 1
      rested[place] = releases
    }
  }
}
