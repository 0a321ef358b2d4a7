import Notes

/// Which channel a source plays on.
///
/// Shared: everybody's is the same. Per source: the lowest that is free when the source first strikes. MPE: a member of the lower zone, and the one that has rested longest, because a note that was let go
/// still rings on its channel. A source keeps its channel while it is there.
struct ChannelPlan: Sendable {
  /// Members of MPE's lower zone: all channels but the manager's.
  static let members = 15
  /// As many sources as there can be of both kinds that play out.
  static let sources = 2 * PlayedNotes.most

  private let first: Int
  private let count: Int
  private let longestRestFirst: Bool
  private var holders: [SourceID?]
  /// When each was given back, as a running number.
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

  /// All channels that it may give, 0...15.
  var channels: [UInt8] { (0..<count).map(channel) }

  private func channel(_ place: Int) -> UInt8 { UInt8((first + place) & 15) }

  /// The channel of a source, 0...15.
  mutating func channel(for source: SourceID) -> UInt8 {
    guard count > 1 else { return channel(0) }
    if let place = holders.firstIndex(of: source) { return channel(place) }
    let free = holders.indices.filter { holders[$0] == nil }
    // More sources than channels cannot be: both kinds together have eight.
    guard let place = longestRestFirst ? free.min(by: { rested[$0] < rested[$1] }) : free.first else { return channel(0) }
    holders[place] = source
    return channel(place)
  }

  /// Those of a kind that are not there any more give their channels back.
  mutating func release(_ kind: SourceID.Kind, notIn played: PlayedNotes) {
    for place in holders.indices {
      guard let holder = holders[place], holder.kind == kind, played[holder] == nil else { continue }
      holders[place] = nil
      releases += 1
      rested[place] = releases
    }
  }
}
