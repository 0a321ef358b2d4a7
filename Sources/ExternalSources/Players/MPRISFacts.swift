import GestureFlowAPI

/// One received value of a player's property.
package enum MPRISValue: Sendable, Equatable {
  case text(String)
  /// One text of a list; the others follow.
  case oneOfTexts(String)
  case truth(Bool)
  case number(Double)
  /// The beginning of new metadata. Earlier metadata is invalid, and the new entries follow.
  case metadata
}

/// The properties that a player has reported. Values of a wrong type are ignored.
package struct MPRISFacts: Sendable {
  private static let mostText = 200
  private static let mostArtists = 8
  /// Limit in seconds above any track's length. Larger values are ignored.
  private static let mostSeconds = 1e7

  package private(set) var playback = StreamPlayer.Playback.stopped
  package private(set) var canControl = true
  package private(set) var volume: Double?
  package private(set) var identity: String?
  /// The track's object path on the bus. Nil when `SetPosition` is not possible.
  package private(set) var track: String?
  private var can: StreamAbilities = []
  private var rate = 1.0
  private var position: Double?
  private var length: Double?
  private var heardAt = 0.0
  private var title: String?
  private var artists: [String] = []
  private var artist: String?
  private var album: String?
  private var url: String?
  /// File name in `url`.
  private var file: String?

  package init() {}

  /// Takes a property.
  /// - Parameters: its name, its value, whether it is an entry of the metadata, and seconds of `Clock`.
  package mutating func take(_ name: String, _ value: MPRISValue, isMetadata: Bool, now: Double) {
    settle(now)
    if isMetadata {
      takeMetadata(name, value)
      return
    }
    switch (name, value) {
    case ("Metadata", .metadata):
      (title, artists, artist, album, url, file, length, track) = (nil, [], nil, nil, nil, nil, nil, nil)
    case ("PlaybackStatus", .text(let text)): playback = StreamPlayer.Playback(rawValue: text.lowercased()) ?? playback
    case ("CanControl", .truth(let yes)): canControl = yes
    case ("CanPlay", .truth(let yes)): say(.play, yes)
    case ("CanPause", .truth(let yes)): say(.pause, yes)
    case ("CanGoNext", .truth(let yes)): say(.next, yes)
    case ("CanGoPrevious", .truth(let yes)): say(.previous, yes)
    case ("CanSeek", .truth(let yes)): say(.seek, yes)
    case ("Volume", .number(let number)): volume = number.isFinite ? min(max(number, 0), 1) : nil
    case ("Rate", .number(let number)): rate = number.isFinite && number > 0 && number <= 100 ? number : 1
    case ("Position", .number(let number)): takePosition(number * 1e-6, now: now)
    case ("Identity", .text(let text)): identity = clean(text)
    default: break
    }
  }

  /// Sets the position in seconds, at a time in seconds of `Clock`. The track continues from there.
  package mutating func takePosition(_ seconds: Double, now: Double) {
    settle(now)
    if seconds.isFinite, abs(seconds) < Self.mostSeconds { position = max(seconds, 0) }
  }

  /// Begins another track at its start, as MPRIS defines it. A player that begins elsewhere reports its position.
  package mutating func began(now: Double) {
    settle(now)
    position = 0
  }

  /// Values that tell one track from another.
  package var piece: [String?] { track == nil && url == nil ? [title] : [track, url] }

  /// Returns the player under a name on the bus.
  package func player(id: String) -> StreamPlayer {
    var player = StreamPlayer(id: id, name: identity ?? id)
    player.playback = playback
    if canControl {
      player.can = can
      if volume != nil { player.can.insert(.volume) }
    }
    player.volume = volume
    player.title = title ?? file
    player.artist = artist
    player.album = album
    player.position = position
    player.rate = rate
    player.length = length
    player.heardAt = heardAt
    return player
  }

  /// Returns the file name in an address, such as `one two.flac`. Returns nil if the address has none.
  package static func fileName(_ url: String) -> String? {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    guard let last = path.split(separator: "/").last, path.contains("/"), !last.hasSuffix(":") else { return nil }
    var bytes: [UInt8] = []
    var rest = Substring(last).utf8
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    let name = cleaned(String(decoding: bytes, as: UTF8.self), limit: mostText)
    return name.isEmpty ? nil : name
  }

  private mutating func takeMetadata(_ name: String, _ value: MPRISValue) {
    switch (name, value) {
    case ("xesam:title", .text(let text)): title = clean(text)
    case ("xesam:album", .text(let text)): album = clean(text)
    case ("xesam:artist", .text(let text)), ("xesam:artist", .oneOfTexts(let text)):
      guard artists.count < Self.mostArtists, let one = clean(text) else { return }
      artists.append(one)
      artist = clean(artists.joined(separator: ", "))
    case ("xesam:url", .text(let text)): (url, file) = (text, Self.fileName(text))
    case ("mpris:length", .number(let number)):
      let seconds = number * 1e-6
      length = seconds.isFinite && seconds > 0 && seconds < Self.mostSeconds ? seconds : nil
    case ("mpris:trackid", .text(let text)): track = text.hasPrefix("/") && !text.hasSuffix("/NoTrack") ? text : nil
    default: break
    }
  }

  private mutating func say(_ ability: StreamAbilities, _ yes: Bool) {
    if yes { can.insert(ability) } else { can.remove(ability) }
  }

  private mutating func settle(_ now: Double) {
    if playback == .playing, let position {
      self.position = min(position + max(now - heardAt, 0) * rate, max(length ?? .infinity, position))
    }
    heardAt = now
  }

  private func clean(_ text: String) -> String? {
    let text = cleaned(text, limit: Self.mostText)
    return text.isEmpty ? nil : text
  }
}
